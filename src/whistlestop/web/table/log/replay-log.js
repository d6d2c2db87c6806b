// The whole log of a replay. The moment that is shown is marked and scrolled into sight. Pressing a line shows its
// moment.
import { html, useEffect, useRef } from "../../html.js";
import { language, t } from "../../language/index.js";
import { playerName } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";
import { pieceOf } from "../people/colours.js";
import { Why, hasMotive } from "./log.js";

/** The words of each entry, saved because every step shows the whole log. */
const told = /** @type {WeakMap<Sent.Entry, {about: string, words: string}>} */ (new WeakMap());

/**
 * The log of a replay. `visit` shows the table after a number of moves.
 *
 * @param {{store: Begun & import("../store/replay-store.js").ReplayStore, visit: (moves: number) => void}} props
 */
export function ReplayLog({ store, visit }) {
  const scroll = useRef(/** @type {HTMLElement | null} */ (null));
  const { table, version } = store.update.value;
  const now = store.log.value[store.log.value.length - 1]?.number;
  const shown = store.whole.filter((entry) => wordsOf(entry, store));
  // An entry without words has no line, so mark the line before it.
  const current = shown.filter((entry) => entry.number <= (now ?? 0)).pop()?.number;
  useEffect(() => {
    const box = scroll.current;
    const line = /** @type {HTMLElement | null | undefined} */ (box?.querySelector("[aria-current]"));
    // Scroll only the log and never the page, so that the board stays in sight on a phone.
    if (box && line) box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
  }, [current, shown.length]);
  const mayAsk = (/** @type {Sent.Entry} */ entry) =>
    hasMotive(entry, table) && (store.eyes.value === null || store.eyes.value === entry.seat);
  return html`<section class="log replay-log">
    <div ref=${scroll} class="log-scroll" tabindex="0" role="group" aria-label=${t("log.label")}>
      <ol>
        ${shown.map((entry) => {
          const here = entry.number === current;
          const by = entry.seat === null ? "" : `by-${pieceOf(table, entry.seat)}`;
          return html`<li
            key=${entry.number}
            class=${`${by} ${entry.number > version ? "later" : ""}`}
            aria-current=${here ? "true" : undefined}
          >
            ${
              leadsSomewhere(entry)
                ? html`<button type="button" onClick=${() => visit(entry.move ?? 0)}>${wordsOf(entry, store)}</button>`
                : wordsOf(entry, store)
            }
            ${
              here &&
              mayAsk(entry) &&
              html` <${Why}
                key=${language.value}
                entry=${entry}
                name=${playerName(table, entry.seat ?? 0)}
                store=${store}
              />`
            }
          </li>`;
        })}
      </ol>
    </div>
  </section>`;
}

/**
 * Return whether an entry is a moment that a replay can show: a move, or the deal.
 *
 * @param {Sent.Entry} entry
 */
const leadsSomewhere = (entry) => entry.move !== null || entry.events.some((event) => event.type === "GameStarted");

/**
 * Return the sentences of an entry in one string; empty if there are none.
 *
 * @param {Sent.Entry} entry
 * @param {Begun} store
 */
function wordsOf(entry, store) {
  const { table } = store.update.value;
  const about = `${language.value} ${table.seats.map((seat) => seat.name).join("|")}`;
  const known = told.get(entry);
  if (known?.about === about) return known.words;
  const words = tellEntry(entry, table, store.facts.value).join(" ");
  told.set(entry, { about, words });
  return words;
}
