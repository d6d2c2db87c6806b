// Keys for what lies on the table: each presses what one could press with the mouse.
import { signal } from "../html.js";
import { shortcuts } from "../settings.js";
import { enterTray } from "./focus.js";

/** The keys as they are shown; the digits of the number pad, too. */
export const KEYS = { slots: ["1", "2", "3", "4", "5"], deck: "0", tickets: "T", routes: "R", help: "?" };

/** Where nothing is meant by a key but what it types or chooses. */
const TYPING = "input, select, textarea, [contenteditable], dialog, details.menu[open]";

/**
 * What a key presses.
 *
 * @param {{key: string, code: string, shiftKey: boolean}} event
 * @returns {string | null} its selector
 */
export function pressedBy({ key, code, shiftKey }) {
  if (shiftKey) return null;
  // On some keyboards a digit is typed with Shift: what counts is the key.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;
  if (digit === KEYS.deck) return '[data-place="deck"]';
  if (KEYS.slots.includes(digit)) return `[data-place="slot-${Number(digit) - 1}"]`;
  const letter = key.toUpperCase();
  if (letter === KEYS.tickets) return ".stack";
  if (letter === KEYS.routes) return '.moves [data-opens="routes"]';
  return null;
}

/**
 * Whether a key is meant for the table.
 *
 * @param {Pick<
 *   KeyboardEvent, "repeat" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "target"
 * >} event
 */
export function isMeant({ repeat, ctrlKey, metaKey, altKey, isComposing, target }) {
  if (!shortcuts.value || repeat || ctrlKey || metaKey || altKey || isComposing) return false;
  return !(/** @type {Element | null} */ (target)?.closest?.(TYPING));
}

/**
 * What a button says of its key, if keys are switched on.
 *
 * @param {string} key
 * @param {string} [words] what it does, where no words beside it say so
 */
export function keyOf(key, words) {
  if (!shortcuts.value) return {};
  return { "aria-keyshortcuts": key, title: words ? `${words} (${key})` : key };
}

/** Whether the sheet that lists the keys is open. */
export const keysShown = signal(false);

/** Open that sheet. */
export function showKeys() {
  keysShown.value = true;
}

/**
 * Listen to the keys.
 *
 * @returns {() => void} stop
 */
export function listenToKeys() {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (!isMeant(event)) return;
    if (event.key === KEYS.help) {
      event.preventDefault();
      showKeys();
      return;
    }
    const wanted = pressedBy(event);
    const button = /** @type {HTMLButtonElement | null} */ (wanted && document.querySelector(wanted));
    if (!button || button.disabled) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
    button.click();
    if (button.matches(".stack, [data-opens]")) enterTray();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}
