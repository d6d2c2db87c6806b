// What a reader has chosen, remembered in this browser.
import { effect, signal } from "./html.js";

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {Signal<T>}
 */
function remembered(name, otherwise) {
  const key = `whistlestop.${name}`;
  let start = otherwise;
  try {
    start = JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    // Somebody else's text under our key: as if nothing had been remembered.
  }
  const setting = signal(start);
  let first = true;
  effect(() => {
    const text = JSON.stringify(setting.value);
    if (!first) localStorage.setItem(key, text);
    first = false;
  });
  return setting;
}

/** `auto` follows the system. */
export const theme = remembered("theme", "auto");
/** A language's code; empty: the browser's. */
export const chosenLanguage = remembered("language", "");
export const sounds = remembered("sounds", false);
export const turnCue = remembered("turn-cue", true);
export const hints = remembered("hints", true);
/** How often the reader has done what a hint is about, by the decision. */
const hintsFollowed = remembered("hints-followed", /** @type {Record<string, number>} */ ({}));
/** After so many times a hint is no longer needed. */
const LEARNED = 2;
let hinted = hints.value;
effect(() => {
  // Whoever switches hints on again wants all of them.
  if (hints.value && !hinted) hintsFollowed.value = {};
  hinted = hints.value;
});

/** @param {string} phase of a decision that the reader has made */
export function hintFollowed(phase) {
  const times = hintsFollowed.peek()[phase] ?? 0;
  if (hints.peek() && times < LEARNED) hintsFollowed.value = { ...hintsFollowed.peek(), [phase]: times + 1 };
}

/** @param {string} phase */
export const needsHint = (phase) => hints.value && (hintsFollowed.value[phase] ?? 0) < LEARNED;

/** Whether single keys press what lies on the table. */
export const shortcuts = remembered("shortcuts", true);
/** Whether a claim asks once more before it is made: a finger hits what it did not mean sooner than a mouse. */
export const confirmClaims = remembered("confirm", matchMedia("(pointer: coarse)").matches);
/** Whether the system says that it is the reader's turn while they look at something else. */
export const notices = remembered("notices", false);
/** Whether the places of every district are listed by name. */
export const districtNames = remembered("district-names", false);
/** Whether the table is shown as text. */
export const textBoard = remembered("text-board", false);
/** How far the texts of the lesson at a table have been read, and at which of its actions. */
export const lessonRead = remembered(
  "lesson-read",
  /** @type {{table: string, step: number, at: number, dismissed?: boolean}} */ ({ table: "", step: 0, at: 0 }),
);
/** What was last chosen on the start page. */
export const lastTable = remembered(
  "last-table",
  /** @type {{edition?: string, seats: Sent.SeatChoice[]} | null} */ (null),
);

effect(() => {
  const root = document.documentElement;
  if (theme.value === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
});

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move: not for readers who asked for stillness, nor where nobody looks. */
export const mayMove = () => !still.matches && !document.hidden;

const desk = matchMedia("(width >= 1100px)");
/** Whether everything stands beside the board (the breakpoint of styles/layouts.css). */
export const atDesk = signal(desk.matches);
desk.addEventListener("change", () => {
  atDesk.value = desk.matches;
});
