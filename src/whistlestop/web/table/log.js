// Everything that happened, in sentences; the newest is announced to who listens.
import { html, useEffect, useRef } from "../html.js";
import { t } from "../language/index.js";
import { tellEntry } from "./telling.js";

const SHOWN = 400;

/** @param {{store: import("./store.js").TableStore, live?: boolean}} props */
export function Log({ store, live = true }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const entries = store.log.value;
  const update = store.update.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries.length]);
  return html`<section class="log" aria-label=${t("log.label")}>
    <ol ref=${list} role="log" aria-live=${live ? "polite" : "off"} tabindex="0" aria-label=${t("log.label")}>
      ${entries.slice(-SHOWN).map((entry) => {
        const sentences = tellEntry(entry, update.table, store.facts.value);
        return (
          sentences.length > 0 &&
          html`<li key=${entry.number} class=${entry.seat === null ? "" : `by-${entry.seat + 1}`}>
            ${sentences.join(" ")}
          </li>`
        );
      })}
    </ol>
  </section>`;
}
