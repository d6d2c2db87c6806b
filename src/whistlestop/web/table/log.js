// Everything that happened, in sentences; the newest is announced to who listens.
import { html, useEffect, useRef } from "../html.js";
import { language, t } from "../language/index.js";
import { pieceOf } from "./colours.js";
import { tellEntry } from "./telling.js";

const SHOWN = 400;

/** What has been told already stays told: a log grows long, and every update shows all of it. */
const told = /** @type {WeakMap<Sent.Entry, {about: string, words: string}>} */ (new WeakMap());

/**
 * @param {Sent.Entry} entry
 * @param {Sent.Table} table
 * @param {Sent.Facts} facts
 * @returns {string}
 */
function sentencesOf(entry, table, facts) {
  const about = `${language.value} ${table.seats.map((seat) => seat.name).join("|")}`;
  const known = told.get(entry);
  if (known?.about === about) return known.words;
  const words = tellEntry(entry, table, facts).join(" ");
  told.set(entry, { about, words });
  return words;
}

/** @param {{store: Begun, live?: boolean}} props */
export function Log({ store, live = true }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const entries = store.log.value;
  const update = store.update.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries.length]);
  return html`<section class="log">
    <div class="log-scroll" ref=${list} role="log" aria-live=${live ? "polite" : "off"} tabindex="0" aria-label=${t("log.label")}>
      <ol>
      ${entries.slice(-SHOWN).map((entry) => {
        const words = sentencesOf(entry, update.table, store.facts.value);
        return words && html`<li key=${entry.number} class=${entry.seat === null ? "" : `by-${pieceOf(update.table, entry.seat)}`}>${words}</li>`;
      })}
      </ol>
    </div>
  </section>`;
}
