// The log of a game in sentences, one line for each turn. Screen readers announce the newest sentences. A button
// asks why a bot made a move, if the reader may know that.
import { html, useState } from "../../html.js";
import { addCatalogue, language, t } from "../../language/index.js";
import { motiveWords, problemWords } from "../../names/reasons.js";
import { playerName } from "../../names/names.js";
import { get } from "../../net/api.js";
import { pieceOf } from "../people/colours.js";
import { tellBySeats, tellEntry } from "../../names/telling.js";
import { byTurns, goneOf, sinceTurnOf } from "./turns.js";

const SHOWN = 400;

/** The lines of each entry, saved because every update shows the whole log, which can be long. */
const told = /** @type {WeakMap<Sent.Entry, {about: string, lines: Line[]}>} */ (new WeakMap());

/** @typedef {{seat: number | null, said: any}} Line */

/**
 * Return whether a bot made a move and the reader can ask why: after the game, or if the table's bots explain their
 * moves.
 *
 * @param {Sent.Entry} entry
 * @param {Sent.Table} table
 */
export function hasMotive(entry, table) {
  if (entry.move === null || entry.seat === null) return false;
  if (table.state !== "over") return table.explain && entry.by === "bot";
  return (
    entry.by === "bot" || entry.by === "standin" || (entry.by === "record" && table.seats[entry.seat].kind === "bot")
  );
}

/**
 * The button that asks why a bot made a move. The answer replaces the button.
 *
 * @param {{entry: Sent.Entry, name: string, store: Begun}} props
 */
export function Why({ entry, name, store }) {
  const [words, setWords] = useState("");
  const ask = () =>
    Promise.all([get(`/api/tables/${store.id}/at/${entry.move ?? 0}/motive`), addCatalogue("motives/")]).then(
      ([motive]) => setWords(t("log.motive", { words: motiveWords(motive, store) })),
      (problem) => setWords(problemWords(problem)),
    );
  return html`<span class="why" role="status">
    ${
      words
        ? html`<span class="motive">${words}</span>`
        : html`<button type="button" aria-label=${t("log.why_about", { name })} onClick=${ask}>${t("log.why")}</button>`
    }
  </span>`;
}

/**
 * Return the words of an entry, one line for each player that it is about. Unchanged lines are the same objects as
 * before, so that they are not rendered again.
 *
 * @param {Sent.Entry} entry
 * @param {string} names the names of all seats
 * @param {Begun} store
 * @param {boolean} gone whether the entry was taken back
 * @param {boolean} further whether another entry of the same turn comes before it
 * @returns {Line[]}
 */
function saying(entry, names, store, gone, further) {
  const { table } = store.update.value;
  const motive = !gone && hasMotive(entry, table);
  const about = `${language.value} ${motive} ${gone} ${further} ${names}`;
  const known = told.get(entry);
  if (known?.about === about) return known.lines;
  const why =
    motive &&
    html` <${Why} key=${language.value} entry=${entry} name=${playerName(table, entry.seat ?? 0)} store=${store} />`;
  // Screen readers have announced the cards of a tunnel one by one, so do not announce them again.
  const heard = store.tunnel.heard === entry.number ? "off" : undefined;
  const lines = tellBySeats(entry, table, store.facts.value, further).map(({ seat, words }, at) => ({
    seat,
    said: html`<span key=${`${entry.number} ${at}`} class="told" data-entry=${entry.number} aria-live=${heard}>
      ${gone ? html`<del>${words}</del>` : words}${at === 0 && why}${" "}
    </span>`,
  }));
  told.set(entry, { about, lines });
  return lines;
}

/** @param {{store: Begun}} props */
export function Log({ store }) {
  const { table } = store.update.value;
  const names = table.seats.map((seat) => seat.name).join("|");
  const gone = goneOf(store.log.value);
  return html`<section class="log">
    <div class="log-scroll" role="log" aria-live="polite" tabindex="0" aria-label=${t("log.label")}>
      <ol>
      ${byTurns(store.log.value.slice(-SHOWN)).map((entries) => {
        const { number } = entries[0];
        /** @type {Line[][]} */
        const lines = [];
        for (const line of entries.flatMap((entry, at) =>
          saying(entry, names, store, gone.has(entry.number), at > 0),
        )) {
          if (lines.at(-1)?.[0].seat === line.seat) lines.at(-1)?.push(line);
          else lines.push([line]);
        }
        return lines.map(
          ([first, ...more], at) =>
            html`<li key=${`${number} ${at}`} class=${first.seat === null ? "" : `by-${pieceOf(table, first.seat)}`}>
              ${[first, ...more].map(({ said }) => said)}
            </li>`,
        );
      })}
      </ol>
    </div>
  </section>`;
}

/** The number of newest entries that are searched for one with words. */
const NEWEST = 5;

/**
 * The newest event in one line. Opened, it shows everything since the reader's last move.
 *
 * @param {{store: Begun}} props
 */
export function Happened({ store }) {
  const { table } = store.update.value;
  const facts = store.facts.value;
  const linesOf = (/** @type {Sent.Entry[]} */ entries) =>
    entries
      .map((entry) => ({ number: entry.number, words: tellEntry(entry, table, facts).join(" ") }))
      .filter(({ words }) => words);
  const since = linesOf(sinceTurnOf(store.standing.value, store.seat.value));
  // Right after the reader's own move there is nothing yet, so show the newest event.
  const lines = since.length ? since : linesOf(store.standing.value.slice(-NEWEST)).slice(-1);
  if (lines.length === 0) return html`<div class="happened" />`;
  const newest = lines[lines.length - 1];
  return html`<details class="happened">
    <summary><span class="visually-hidden">${t("log.label")}: </span>${newest.words}</summary>
    <ol>
      ${lines.map(({ number, words }) => html`<li key=${number}>${words}</li>`)}
    </ol>
  </details>`;
}
