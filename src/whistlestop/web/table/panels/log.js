// Everything that happened, in sentences; the newest is announced to who listens. A bot says why it
// made a move, where one may know.
import { html, useState } from "../../html.js";
import { language, t } from "../../language/index.js";
import { motiveWords, problemWords } from "../../names/reasons.js";
import { playerName } from "../../names/names.js";
import { get } from "../../net/api.js";
import { pieceOf } from "../colours.js";
import { tellEntry } from "../../names/telling.js";
import { goneOf } from "../taken-back.js";

const SHOWN = 400;

/** What has been told already stays told: a log grows long, and every update shows all of it. */
const told = /** @type {WeakMap<Sent.Entry, {about: string, line: any}>} */ (new WeakMap());

/**
 * Whether a bot made this move, and says why.
 *
 * @param {Sent.Entry} entry
 * @param {Sent.Table} table
 */
export function hasMotive(entry, table) {
  if (entry.move === null || entry.seat === null) return false;
  if (table.state !== "over") return table.explain && entry.by === "bot";
  return entry.by === "bot" || entry.by === "standin" || (entry.by === "record" && table.seats[entry.seat].kind === "bot");
}

/** @param {{entry: Sent.Entry, name: string, store: Begun}} props */
export function Why({ entry, name, store }) {
  const [words, setWords] = useState("");
  const ask = () =>
    get(`/api/tables/${store.id}/at/${entry.move ?? 0}/motive`).then(
      (motive) => setWords(t("log.motive", { words: motiveWords(motive, store) })),
      (problem) => setWords(problemWords(problem)),
    );
  return html`<span class="why" role="status">
    ${words ? html`<span class="motive">${words}</span>` : html`<button type="button" aria-label=${t("log.why_about", { name })} onClick=${ask}>${t("log.why")}</button>`}
  </span>`;
}

/**
 * One entry's line. As long as it says the same it is the same object, which is not even compared.
 *
 * @param {Sent.Entry} entry
 * @param {string} names of all seats
 * @param {Begun} store
 * @param {boolean} gone it was taken back
 */
function lineOf(entry, names, store, gone) {
  const { table } = store.update.value;
  const by = entry.seat === null ? "" : `by-${pieceOf(table, entry.seat)}`;
  const motive = !gone && hasMotive(entry, table);
  const about = `${language.value} ${by} ${motive} ${gone} ${names}`;
  const known = told.get(entry);
  if (known?.about === about) return known.line;
  const words = tellEntry(entry, table, store.facts.value).join(" ");
  const why = motive && html` <${Why} key=${language.value} entry=${entry} name=${playerName(table, entry.seat ?? 0)} store=${store} />`;
  // What was told card by card is not told to listeners once more.
  const heard = store.tunnel.heard === entry.number ? "off" : undefined;
  const line = words && html`<li key=${entry.number} class=${by} aria-live=${heard}>${gone ? html`<del>${words}</del>` : words}${why}</li>`;
  told.set(entry, { about, line });
  return line;
}

/** @param {{store: Begun}} props */
export function Log({ store }) {
  const { table } = store.update.value;
  const names = table.seats.map((seat) => seat.name).join("|");
  const gone = goneOf(store.log.value);
  return html`<section class="log">
    <div class="log-scroll" role="log" aria-live="polite" tabindex="0" aria-label=${t("log.label")}>
      <ol>
      ${store.log.value.slice(-SHOWN).map((entry) => lineOf(entry, names, store, gone.has(entry.number)))}
      </ol>
    </div>
  </section>`;
}
