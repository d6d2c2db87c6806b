// Keep the keyboard focus during a game. After an action, the focused element may be removed or disabled.
// Then move the focus to a sensible place, and never to the top of the page.

/** Selectors of the elements of a tray that may get the focus. The first one that is found gets it. */
const FIRST = [".tray .choice", ".tray .ticket-button", ".tray button:not(.close)", ".tray"];

/** Whether the tray that is shown next takes the focus. */
let entering = false;

/** Move the focus into the tray as soon as it is shown. */
export function enterTray() {
  entering = true;
  // If no tray is shown after two frames, forget it.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

/**
 * Move the focus into the tray if its button was pressed by key, so that a second press takes the first choice.
 *
 * @param {MouseEvent} event
 */
export function enterByKey(event) {
  if (event.detail === 0) enterTray();
}

/** Move the focus into the tray, if `enterTray` asked for it and a tray is shown. */
function look() {
  if (entering) firstOfTray()?.focus({ preventScroll: true });
  entering = false;
}

/** Whether the reader last used the keyboard. Then the map highlights what has the focus. */
let byKey = false;

/** @returns {HTMLElement | null} the first choice of the tray if the reader uses the keyboard, otherwise the tray */
function firstOfTray() {
  for (const selector of byKey ? FIRST : FIRST.slice(-1)) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (found) return found;
  }
  return null;
}

/**
 * Return whether an element can still have the focus.
 *
 * @param {HTMLElement} one
 */
function usable(one) {
  const closed = one.closest("details:not([open]), dialog:not([open])");
  return one.isConnected && !one.matches(":disabled") && (!closed || one.closest("summary")?.parentElement === closed);
}

/**
 * Begin to keep the focus in the game.
 *
 * @returns {() => void} a function that stops it
 */
export function keepFocus() {
  /** @type {{one: HTMLElement, tray: boolean, menu: Element | null} | null} */
  let last = null;
  /** The element that had the focus before the tray got it. */
  let opener = /** @type {HTMLElement | null} */ (null);
  const came = (/** @type {FocusEvent} */ event) => {
    const one = /** @type {HTMLElement} */ (event.target);
    const tray = one.closest(".tray") !== null;
    if (tray && last && !last.tray) opener = last.one;
    last = { one, tray, menu: one.closest("details.menu") };
  };
  const restore = () => {
    if (entering && document.querySelector(".tray")) look();
    if (!last || usable(last.one)) return;
    const { one, menu } = last;
    const now = document.activeElement;
    if (now && now !== document.body && now !== one) return;
    last = null;
    const summary = /** @type {HTMLElement | null | undefined} */ (menu?.isConnected && menu.querySelector("summary"));
    const back = opener && usable(opener) ? opener : null;
    const turn = /** @type {HTMLElement | null} */ (document.querySelector(".turn"));
    (summary || firstOfTray() || back || turn)?.focus({ preventScroll: true });
  };
  // Ignore repeats of a key that is held down, because by then another element has the focus.
  const held = (/** @type {KeyboardEvent} */ event) => {
    const { key, repeat, target } = event;
    if (repeat && (key === "Enter" || key === " ") && /** @type {Element} */ (target).closest("#main button"))
      event.preventDefault();
  };
  const changes = new MutationObserver(restore);
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "open"],
  });
  const stepped = (/** @type {Event} */ { type }) => {
    byKey = type === "keydown";
  };
  const steps = ["keydown", "pointerdown"];
  for (const step of steps) addEventListener(step, stepped, { capture: true });
  addEventListener("focusin", came);
  addEventListener("keydown", held, { capture: true });
  return () => {
    changes.disconnect();
    for (const step of steps) removeEventListener(step, stepped, { capture: true });
    removeEventListener("focusin", came);
    removeEventListener("keydown", held, { capture: true });
  };
}
