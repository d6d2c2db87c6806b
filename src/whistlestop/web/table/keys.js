// Keyboard shortcuts for the table. Each presses a button that the reader could also click.
import { signal } from "../html.js";
import { shortcuts } from "../settings.js";
import { enterTray } from "./focus.js";

/** The keys, as the page shows them. The digits of the number pad work, too. */
export const KEYS = { slots: ["1", "2", "3", "4", "5"], deck: "0", tickets: "T", routes: "R", hint: "H", help: "?" };

/** The selector of elements in which keys type or choose something, and are no shortcuts. */
const TYPING = "input, select, textarea, [contenteditable], dialog, details.menu[open]";

/**
 * Return the button that a key presses.
 *
 * @param {{key: string, code: string, shiftKey: boolean}} event
 * @returns {string | null} the button's selector; null if the key presses none
 */
export function pressedBy({ key, code, shiftKey }) {
  if (shiftKey) return null;
  // Look at the key and not at its character, because some keyboards type digits with Shift.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;
  if (digit === KEYS.deck) return '[data-place="deck"]';
  if (KEYS.slots.includes(digit)) return `[data-place="slot-${Number(digit) - 1}"]`;
  const letter = key.toUpperCase();
  if (letter === KEYS.tickets) return ".stack";
  if (letter === KEYS.routes) return '.moves [data-opens="routes"]';
  if (letter === KEYS.hint) return '[data-opens="hint"]';
  return null;
}

/**
 * Return whether a key press can be a shortcut: shortcuts are on, and the reader is not typing or in a dialog.
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
 * Return the attributes that name a button's key; none if shortcuts are switched off.
 *
 * @param {string} key
 * @param {string} [words] what the button does, for its tooltip; needed if the button shows no words
 */
export function keyOf(key, words) {
  if (!shortcuts.value) return {};
  return { "aria-keyshortcuts": key, title: words ? `${words} (${key})` : key };
}

/** Whether the sheet that lists the keys is open. */
export const keysShown = signal(false);

/** Open the sheet that lists the keys. */
export function showKeys() {
  keysShown.value = true;
}

/**
 * Begin to handle the shortcuts.
 *
 * @returns {() => void} a function that stops it
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
