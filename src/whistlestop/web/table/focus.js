// Where the keyboard is while a game goes on. What had the focus may be gone after an action, or no longer
// to be had: the focus goes on from a sensible place, and never from the top of the page.

/** What of a tray to begin with. */
const FIRST = [".tray .choice", ".tray .ticket-button", ".tray button:not(.close)", ".tray"];

/** Whether the tray that is about to be shown takes the focus. */
let entering = false;

/** Go into the tray as soon as it is there. */
export function enterTray() {
  entering = true;
  // Unless it is not to come.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

/**
 * The same for a button that opens it, if it was pressed by key: a second press takes the first choice.
 *
 * @param {MouseEvent} event
 */
export function enterByKey(event) {
  if (event.detail === 0) enterTray();
}

function look() {
  if (entering) firstOfTray()?.focus({ preventScroll: true });
  entering = false;
}

/** Whether the reader's last step was by key: what the focus is on is pointed out on the map. */
let byKey = false;

/** @returns {HTMLElement | null} */
function firstOfTray() {
  for (const selector of byKey ? FIRST : FIRST.slice(-1)) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (found) return found;
  }
  return null;
}

/**
 * Whether something can still have the focus.
 *
 * @param {HTMLElement} one
 */
function usable(one) {
  const closed = one.closest("details:not([open]), dialog:not([open])");
  return one.isConnected && !one.matches(":disabled") && (!closed || one.closest("summary")?.parentElement === closed);
}

/**
 * Keep the focus in the game.
 *
 * @returns {() => void} stop
 */
export function keepFocus() {
  /** @type {{one: HTMLElement, tray: boolean, menu: Element | null} | null} */
  let last = null;
  /** What the focus was on before it went into the tray. */
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
  // A key that is held down presses nothing a second time: what has the focus by then is another thing.
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
