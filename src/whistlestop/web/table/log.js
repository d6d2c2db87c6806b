// Everything that happened, in sentences; the newest is announced to who listens.
import { html } from "../html.js";
import { language, t } from "../language/index.js";
import { pieceOf } from "./colours.js";
import { tellEntry } from "./telling.js";

const SHOWN = 400;

/** What has been told already stays told: a log grows long, and every update shows all of it. */
const told = /** @type {WeakMap<Sent.Entry, {about: string, line: any}>} */ (new WeakMap());

/**
 * One entry's line. As long as it says the same it is the same object, which is not even compared.
 *
 * @param {Sent.Entry} entry
 * @param {string} names of all seats
 * @param {Sent.Table} table
 * @param {Sent.Facts} facts
 */
function lineOf(entry, names, table, facts) {
  const by = entry.seat === null ? "" : `by-${pieceOf(table, entry.seat)}`;
  const about = `${language.value} ${by} ${names}`;
  const known = told.get(entry);
  if (known?.about === about) return known.line;
  const words = tellEntry(entry, table, facts).join(" ");
  const line = words && html`<li key=${entry.number} class=${by}>${words}</li>`;
  told.set(entry, { about, line });
  return line;
}

/** @param {{store: Begun, live?: boolean}} props */
export function Log({ store, live = true }) {
  const { table } = store.update.value;
  const names = table.seats.map((seat) => seat.name).join("|");
  return html`<section class="log">
    <div class="log-scroll" role="log" aria-live=${live ? "polite" : "off"} tabindex="0" aria-label=${t("log.label")}>
      <ol>
      ${store.log.value.slice(-SHOWN).map((entry) => lineOf(entry, names, table, store.facts.value))}
      </ol>
    </div>
  </section>`;
}
