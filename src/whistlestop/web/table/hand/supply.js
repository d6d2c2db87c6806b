// The display, the deck and the ticket stacks.
import { html } from "../../html.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { cardName, stackName } from "../../names/names.js";
import { enterByKey } from "../focus.js";
import { KEYS, keyOf } from "../keys.js";

/** @param {{store: Begun}} props */
export function Supply({ store }) {
  const position = store.position.value;
  const facts = store.facts.value;
  const legal = store.legal.value;
  const draws = new Set(legal.filter((action) => action.kind === "draw").map((action) => action.words));
  /** The place that has the keyboard focus, as `data-place` names it. */
  const here = /** @type {HTMLElement | null} */ (document.querySelector("[data-place]:focus-visible"))?.dataset.place;
  const tickets = legal.some((action) => action.kind === "tickets") && position.phase === "turn";
  /**
   * Return the attributes of a button that takes cards or tickets. If that is not possible now, the button looks
   * disabled. If the reader has to decide something, pressing it nevertheless sends the action, and the refusal
   * says why. A button that has the keyboard focus keeps it while others decide.
   *
   * @param {string} place the value of `data-place`
   * @param {boolean} possible whether the action is legal now
   * @param {string} words the action in the words of the notation
   * @param {(event: MouseEvent) => void} [take] called instead of sending the action, if it is possible
   */
  const taking = (place, possible, words, take = () => void store.act(words)) => {
    const mine = store.mayDecide.value;
    const resting = !mine && here === place;
    return {
      "data-place": place,
      "data-hinted": store.coached.value.includes(place) ? "" : undefined,
      disabled: !mine && !resting,
      "aria-disabled": !mine ? resting || undefined : !possible || store.sending.value || undefined,
      class: `slot ${place.startsWith("stack") ? "stack" : ""} ${mine ? "" : "resting"}`,
      onClick: !mine ? undefined : possible ? take : () => void store.act(words),
    };
  };
  return html`<section class="supply" aria-label=${t("supply.label")}>
    <div class="display">
      ${position.display.map((/** @type {string | null} */ card, /** @type {number} */ slot) =>
        card === null
          ? html`<span class="slot empty" key=${slot} data-place=${`slot-${slot}`}></span>`
          : html`<button
            type="button"
            key=${slot}
            aria-label=${t("supply.take", { card: cardName(card) })}
            ...${taking(`slot-${slot}`, draws.has(`draw ${card}`), `draw ${card}`)}
            ...${keyOf(KEYS.slots[slot], t("supply.take", { card: cardName(card) }))}
          >
            <${Card} symbol=${`card-${card}`} />
          </button>`,
      )}
      <button
        type="button"
        aria-label=${t("supply.deck", { n: position.deck })}
        ...${taking("deck", draws.has("draw deck"), "draw deck")}
        ...${keyOf(KEYS.deck, t("supply.deck", { n: position.deck }))}
      >
        <${Card} symbol="card-back" />
        <span class="count" aria-hidden="true">${position.deck}</span>
      </button>
    </div>
    <div class="stacks">
      ${facts.stacks.map(
        (/** @type {string} */ stack, /** @type {number} */ at) =>
          html`<button
            type="button"
            key=${stack}
            ...${taking(`stack-${stack}`, tickets, "tickets", (event) => {
              store.choice.pickUp({ kind: "tickets" });
              enterByKey(event);
            })}
            ...${keyOf(KEYS.tickets, t("move.tickets"))}
          >
            <span class="visually-hidden">
              ${t("supply.stack", { n: position.stacks[at], stack: stackName(stack) })}
            </span>
            <${Card} symbol=${`ticket-back-${stack}`} />
            <span class="count" aria-hidden="true">${position.stacks[at]}</span>
            ${facts.stacks.length > 1 && html`<span class="stack-name" aria-hidden="true">${stackName(stack)}</span>`}
          </button>`,
      )}
    </div>
  </section>`;
}
