// The cards of a tunnel that is being tried. They lie over the board, and are turned up one by one.
import { html, useEffect } from "../../html.js";
import { Card, Payment } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { routeName } from "../../names/names.js";
import { tell } from "../../names/telling.js";

/** Keys that turn up all cards at once. */
const SKIPPING = new Set(["Enter", " ", "Escape"]);

/**
 * The cards of the tunnel that is shown now. Nothing is visible while none is shown.
 *
 * @param {{store: Begun}} props
 */
export function TunnelCards({ store }) {
  const trial = store.tunnel.shown.value;
  const waits = trial !== null && !trial.still;
  useEffect(() => (waits ? skippable(() => store.tunnel.finish()) : undefined), [waits]);
  const still = trial?.still ?? false;
  useEffect(() => (still ? endedByAnything(() => store.tunnel.clear()) : undefined), [still]);
  // The live region must exist before it gets words, or screen readers do not announce them.
  return html`<div class="visually-hidden" aria-live="polite" aria-relevant="additions">
      ${waits && toldOf(trial, store).map((words, at) => html`<p key=${at}>${words}</p>`)}
    </div>
    ${trial && html`<${Laid} trial=${trial} store=${store} />`}`;
}

/**
 * Return what is known of the tunnel so far, in sentences: nothing about cards that are still face down.
 *
 * @param {import("./tunnel-trial.js").Trial} trial
 * @param {Begun} store
 */
function toldOf(trial, store) {
  const { table } = store.update.value;
  let turned = 0;
  const known = trial.entry.events.filter((event) => {
    if (event.type === "TunnelCardRevealed") return (turned += 1) <= trial.turned;
    return event.type === "TunnelEntered" || trial.answered;
  });
  return known.flatMap((event) => tell(event, table, store.facts.value) ?? []);
}

/**
 * The sheet over the board with the payment, the tunnel's cards and the surcharge.
 *
 * @param {{trial: import("./tunnel-trial.js").Trial, store: Begun}} props
 */
function Laid({ trial, store }) {
  const facts = store.facts.value;
  const { table } = store.update.value;
  const due = trial.entry.events.find((event) => event.type === "SurchargeDue");
  return html`<div class=${`tunnel-trial ${trial.still ? "still" : ""}`}>
    <div class="tunnel-trial-sheet">
      <h2 aria-hidden="true">${t("tray.tunnel", { route: routeName(facts, trial.entered.route) })}</h2>
      <span class="trial-laid-out" aria-hidden="true"><${Payment} cards=${trial.entered.cards} /></span>
      <span class="trial-cards" aria-hidden="true">
        ${trial.cards.map(({ card, asks }, at) => {
          const open = at < trial.turned;
          const harmless = trial.answered && !asks;
          return html`<span
            class=${`trial-card ${open ? "turned" : ""} ${harmless ? "harmless" : ""}`}
            key=${at}
            data-trial=${at}
          >
            <${Card} key=${open} symbol=${open ? `card-${card}` : "card-back"} />
          </span>`;
        })}
      </span>
      <p class="trial-answer" aria-hidden="true">${trial.answered && due ? tell(due, table, facts) : ""}</p>
      ${
        !trial.still &&
        html`<button type="button" class="link" onClick=${() => store.tunnel.finish()}>${t("tunnel.skip")}</button>`
      }
    </div>
  </div>`;
}

/**
 * Call `finish` when the reader clicks in the game or presses a key of `SKIPPING`, or when the page is hidden. The
 * key or click has no other effect, because something else may be under the pointer a moment later. Return a
 * function that stops this.
 *
 * @param {() => void} finish
 */
function skippable(finish) {
  const meant = new AbortController();
  const { signal } = meant;
  const swallow = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const inGame = (/** @type {Event} */ { target }) =>
    target === document.body || /** @type {Element} */ (target).closest("#main") !== null;
  const press = (/** @type {Event} */ event) => {
    if (!inGame(event)) return;
    swallow(event);
    if (event.type === "pointerdown") {
      // The click that belongs to this press comes later, or never.
      const over = new AbortController();
      addEventListener("click", (click) => (swallow(click), over.abort()), { capture: true, signal: over.signal });
      for (const anew of ["pointerdown", "keydown"])
        addEventListener(anew, () => over.abort(), { capture: true, once: true, signal: over.signal });
    }
    finish();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const { repeat, target } = event;
    if (
      !SKIPPING.has(event.key) ||
      repeat ||
      !inGame(event) ||
      /** @type {Element} */ (target).closest("input, select, textarea")
    )
      return;
    swallow(event);
    finish();
  };
  addEventListener("pointerdown", press, { capture: true, signal });
  addEventListener("click", press, { capture: true, signal });
  addEventListener("keydown", key, { capture: true, signal });
  // Do not keep the game waiting while the page is hidden.
  document.addEventListener("visibilitychange", finish, { signal });
  return () => meant.abort();
}

/**
 * Call `clear` as soon as the reader clicks or presses a key, so that cards for which nothing waits are not in the
 * way. Return a function that stops this.
 *
 * @param {() => void} clear
 */
function endedByAnything(clear) {
  const kinds = ["pointerdown", "keydown"];
  for (const kind of kinds) addEventListener(kind, clear);
  return () => kinds.forEach((kind) => removeEventListener(kind, clear));
}
