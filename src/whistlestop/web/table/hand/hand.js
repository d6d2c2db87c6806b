// The reader's cards in counted stacks. Pressing a stack shows which routes it can pay for. Dragging it onto a
// route chooses that route.
import { html } from "../../html.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { enterByKey } from "../focus.js";
import { routeUnder } from "../board/board-pane.js";
import { cardName } from "../../names/names.js";

const DRAG_SLACK = 8;
const DROP_REACH = 30;

/**
 * Return the kinds of cards of an edition. Their order is fixed, so that stacks never change places.
 *
 * @param {Sent.Facts} facts
 * @returns {string[]}
 */
export const cardKinds = (facts) => [...facts.colours, facts.locomotive, "locomotive4", "passenger"];

/** @param {{store: Begun}} props */
export function Hand({ store }) {
  const hand = store.me.value?.hand ?? {};
  const kinds = cardKinds(store.facts.value).filter((card) => hand[card]);
  const chosen = store.selection.value?.kind === "card" ? store.selection.value.card : null;
  // If no stack can be pressed, the hand itself takes the focus, so that the keyboard can scroll it.
  const still = store.claims.value.size === 0;
  return html`<section class="hand" aria-label=${t("hand.label")} tabindex=${still ? 0 : undefined} data-place="hand">
    ${kinds.length === 0 && html`<p class="quiet">${t("hand.empty")}</p>`}
    ${kinds.map(
      (card) =>
        html`<button
          type="button"
          class="slot held"
          key=${card}
          aria-pressed=${chosen === card}
          disabled=${still}
          aria-label=${t("hand.stack", { n: hand[card], card: cardName(card) })}
          onClick=${(/** @type {MouseEvent} */ event) => choose(store, card, event)}
          onPointerDown=${(/** @type {PointerEvent} */ event) => drag(store, card, event)}
        >
          ${hand[card] > 1 && html`<${Card} symbol=${`card-${card}`} class="under" />`}
          <${Card} symbol=${`card-${card}`} />
          <span class="count" aria-hidden="true">${hand[card]}</span>
        </button>`,
    )}
  </section>`;
}

/**
 * Pick a stack up, or put it down if it was picked up.
 *
 * @param {Begun} store
 * @param {string} card
 * @param {MouseEvent} event
 */
function choose(store, card, event) {
  const selection = store.selection.value;
  if (selection?.kind === "card" && selection.card === card) store.drop();
  else {
    store.choice.pickUp({ kind: "card", card });
    enterByKey(event);
  }
}

/**
 * Drag a card of a stack with the pointer. If it is dropped on a route, choose the route with this card.
 *
 * @param {Begun} store
 * @param {string} card
 * @param {PointerEvent} down
 */
function drag(store, card, down) {
  if (down.button !== 0 || !store.board) return;
  const button = /** @type {HTMLElement} */ (down.currentTarget);
  /** @type {HTMLElement | null} */
  let ghost = null;
  // The board may be removed while a card is dragged.
  const under = (/** @type {PointerEvent} */ event) =>
    store.board ? routeUnder(store, store.board, event.clientX, event.clientY, DROP_REACH) : null;
  // Capture the pointer at once, because a quick one may have left the stack when its first move is reported.
  button.setPointerCapture(down.pointerId);
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_SLACK) return;
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (button.querySelector(".card:last-of-type")?.cloneNode(true));
      ghost.classList.add("dragged");
      document.body.append(ghost);
      store.choice.pickUp({ kind: "card", card });
    }
    ghost.style.setProperty("transform", `translate(${event.clientX - 36}px, ${event.clientY - 60}px)`);
    store.choice.point(under(event));
  };
  const end = (/** @type {PointerEvent} */ event) => {
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    // Ignore the click that browsers may send after a drag. Some send none, so the next press or key ends this.
    const meant = new AbortController();
    button.addEventListener("click", (click) => click.stopImmediatePropagation(), {
      capture: true,
      once: true,
      signal: meant.signal,
    });
    for (const anew of ["pointerdown", "keydown"])
      addEventListener(anew, () => meant.abort(), { capture: true, once: true });
    setTimeout(() => {
      store.choice.point(null);
    });
    const route = event.type === "pointerup" && under(event);
    if (route) store.chooseRoute(route, card);
  };
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}
