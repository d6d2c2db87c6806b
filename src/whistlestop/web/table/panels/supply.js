// The display, the deck and the ticket stacks.
import { html } from "../../html.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { cardName, stackName } from "../../names/names.js";

/** @param {{store: Begun}} props */
export function Supply({ store }) {
  const position = store.position.value;
  const facts = store.facts.value;
  const legal = store.legal.value;
  const draws = new Set(legal.filter((action) => action.kind === "draw").map((action) => action.words));
  const tickets = legal.some((action) => action.kind === "tickets") && position.phase === "turn";
  /**
   * What is not to be had now looks so; to who may decide something else, it says why when it is pressed.
   *
   * @param {boolean} possible
   * @param {string} words
   * @param {() => void} [take]
   */
  const taking = (possible, words, take = () => void store.act(words)) => ({
    disabled: !store.mayDecide.value || store.sending.value,
    "aria-disabled": store.mayDecide.value && !possible ? "true" : undefined,
    onClick: possible ? take : () => void store.act(words),
  });
  return html`<section class="supply" aria-label=${t("supply.label")}>
    <div class="display">
      ${position.display.map((/** @type {string | null} */ card, /** @type {number} */ slot) =>
        card === null
          ? html`<span class="slot empty" key=${slot} data-place=${`slot-${slot}`}></span>`
          : html`<button
              type="button"
              class="slot"
              key=${slot}
              data-place=${`slot-${slot}`}
              aria-label=${t("supply.take", { card: cardName(card) })}
              ...${taking(draws.has(`draw ${card}`), `draw ${card}`)}
            >
              <${Card} symbol=${`card-${card}`} />
            </button>`,
      )}
      <button
        type="button"
        class="slot"
        data-place="deck"
        aria-label=${t("supply.deck", { n: position.deck })}
        ...${taking(draws.has("draw deck"), "draw deck")}
      >
        <${Card} symbol="card-back" />
        <span class="count" aria-hidden="true">${position.deck}</span>
      </button>
    </div>
    <div class="stacks">
      ${facts.stacks.map(
        (/** @type {string} */ stack, /** @type {number} */ at) => html`<button
          type="button"
          class="slot stack"
          key=${stack}
          data-place=${`stack-${stack}`}
          ...${taking(tickets, "tickets", () => {
            store.selection.value = { kind: "tickets" };
          })}
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
