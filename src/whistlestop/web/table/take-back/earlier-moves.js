// The part of the table's menu that lists the reader's earlier moves. Pressing one asks to take it back, with all
// moves after it.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { tellEntry } from "../../names/telling.js";
import { isOwn } from "./taking-back.js";

/** How many of the reader's moves are listed, the newest first. */
const OFFERED = 8;

/** @param {{store: Begun, done: (event: EventOf<HTMLElement>) => void}} props done: closes the menu */
export function EarlierMoves({ store, done }) {
  const { table, version } = store.update.value;
  const moves = store.standing.value.filter((entry) => entry.move !== null);
  const own = moves
    .filter((entry) => isOwn(store, entry))
    .slice(-OFFERED)
    .reverse();
  const back = (/** @type {Sent.Entry} */ entry) => (/** @type {EventOf<HTMLElement>} */ event) => {
    store.ask("take-back", { move: entry.move, ask: true, version });
    done(event);
  };
  return html`<ol class="earlier-moves">
    ${own.map((entry) => {
      const after = moves.length - 1 - moves.indexOf(entry);
      return html`<li key=${entry.number}>
        <button type="button" class="link" disabled=${store.sending.value} onClick=${back(entry)}>
          ${tellEntry(entry, table, store.facts.value).join(" ")}
        </button>
        ${after > 0 && html` <span class="quiet">${t("take_back.and_after", { n: after })}</span>`}
      </li>`;
    })}
  </ol>`;
}
