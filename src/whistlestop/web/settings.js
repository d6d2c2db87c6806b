// The reader's settings, saved in this browser.
import { effect, signal } from "./html.js";

/**
 * Return a setting as a signal. Every change is saved.
 *
 * @template T
 * @param {string} name
 * @param {T} otherwise the value if none is saved
 * @returns {Signal<T>}
 */
function remembered(name, otherwise) {
  const key = `whistlestop.${name}`;
  let start = otherwise;
  try {
    start = JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    // The saved text is not ours or is damaged, so use the default.
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

/** The colour theme: `light`, `dark`, or `auto`, which follows the system. */
export const theme = remembered("theme", "auto");
/** The code of the chosen language; empty for the browser's language. */
export const chosenLanguage = remembered("language", "");
export const sounds = remembered("sounds", false);
/** Whether the reader has been asked if they want sounds. */
export const soundsOffered = remembered("sounds-offered", false);
export const turnCue = remembered("turn-cue", true);
export const hints = remembered("hints", true);
/** How often the reader has made each kind of decision about which there is a hint. */
const hintsFollowed = remembered("hints-followed", /** @type {Record<string, number>} */ ({}));
/** The number of decisions after which a hint is no longer shown. */
const LEARNED = 2;
let hinted = hints.value;
effect(() => {
  // Count from 0 when the reader switches hints on again, so that all are shown.
  if (hints.value && !hinted) hintsFollowed.value = {};
  hinted = hints.value;
});

/**
 * Count a decision that the reader has made.
 *
 * @param {string} phase the phase of the decision
 */
export function hintFollowed(phase) {
  const times = hintsFollowed.peek()[phase] ?? 0;
  if (hints.peek() && times < LEARNED) hintsFollowed.value = { ...hintsFollowed.peek(), [phase]: times + 1 };
}

/**
 * Return whether a hint is shown for a decision.
 *
 * @param {string} phase the phase of the decision
 */
export const needsHint = (phase) => hints.value && (hintsFollowed.value[phase] ?? 0) < LEARNED;

/** Whether single keys are shortcuts at the table. */
export const shortcuts = remembered("shortcuts", true);
/** Whether the page asks for confirmation before a claim. Usually it does on touch screens, where slips are common. */
export const confirmClaims = remembered("confirm", matchMedia("(pointer: coarse)").matches);
/** Whether the system notifies readers of their turn while they look at something else. */
export const notices = remembered("notices", false);
/** Whether the places of every district are listed by name. */
export const districtNames = remembered("district-names", false);
/** Whether the table is shown as text. */
export const textBoard = remembered("text-board", false);
/** Whether a coach warns the reader before blunders, at tables that allow hints. */
export const trainer = remembered("trainer", false);
/** The step of a lesson that the reader turned to, and the step whose action was due then. */
export const lessonRead = remembered(
  "lesson-read",
  /** @type {{table: string, step: number, at: number, dismissed?: boolean}} */ ({ table: "", step: 0, at: 0 }),
);
/** The puzzles that the reader has tried, by id: whether the first decision was right. */
export const puzzlesTried = remembered("puzzles", /** @type {Record<string, boolean>} */ ({}));
/** The last choices on the start page. */
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

/** Return whether animations may run: not if the reader wants no motion, and not in a hidden page. */
export const mayMove = () => !still.matches && !document.hidden;

const desk = matchMedia("(width >= 1100px)");
/** Whether the window is so wide that all panels stand beside the board (the breakpoint of styles/layouts.css). */
export const atDesk = signal(desk.matches);
desk.addEventListener("change", () => {
  atDesk.value = desk.matches;
});
