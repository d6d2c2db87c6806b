// What a lesson points at: marks on the map, and marks on parts of the page.
import { halves } from "./lesson.js";

/** @typedef {{selectors: string[], codes: string[]}} Pointed parts of the page; routes and places of the map */

/** @type {Record<string, string>} */
const PARTS = {
  deck: '[data-place="deck"]',
  display: ".display",
  districts: ".districts",
  hand: '[data-place="hand"]',
  map: ".board-frame",
  players: ".players",
  sheet: ".finale",
  stacks: '[data-place^="stack-"]',
  tickets: ".tickets",
};

/** The buttons that open the choice of an action, as `data-opens` names them, by the kind of action. */
const OPENED = /** @type {Partial<Record<Sent.Action["kind"], string>>} */ ({
  claim: "routes",
  move: "journey",
  station: "station",
  tickets: "tickets",
});

/**
 * Return what the current step of the lesson points at.
 *
 * @param {Begun} store
 * @returns {Pointed}
 */
export function pointedOut(store) {
  /** @type {Pointed} */
  const found = { selectors: [], codes: [] };
  const lesson = store.lesson.value;
  const step = lesson?.step.value;
  if (!step || store.readonly) return found;
  for (const thing of step.point) pointAt(store, thing, found);
  const action = store.legal.value.find(({ words }) => words === step.expect);
  if (action && lesson?.shown.value === lesson?.due.value) pointToward(store, action, found);
  return found;
}

/**
 * Add a thing that a step names, such as `hand` or `route DEN-OMA`.
 *
 * @param {Begun} store
 * @param {string} thing
 * @param {Pointed} found
 */
function pointAt(store, thing, found) {
  const [kind, code] = halves(thing);
  if (kind in PARTS) found.selectors.push(PARTS[kind]);
  else if (kind === "ticket") found.selectors.push(`[data-ticket="${code}"]`);
  else if (kind === "card") found.selectors.push(...slotsOf(store, code));
  else found.codes.push(code);
}

/**
 * Add the next thing to press on the way to an action.
 *
 * @param {Begun} store
 * @param {Sent.Action} action
 * @param {Pointed} found
 */
function pointToward(store, action, found) {
  found.selectors.push(`[data-words="${action.words}"]`);
  const opened = OPENED[action.kind];
  if (opened && !store.selection.value) found.selectors.push(`[data-opens="${opened}"]`);
  if (action.kind === "draw") {
    found.selectors.push(...(action.card ? slotsOf(store, action.card) : [PARTS.deck]));
  } else if (action.kind === "tickets" && !store.selection.value) {
    found.selectors.push(PARTS.stacks);
  } else if (action.kind === "keep") {
    const open = action.tickets.filter((ticket) => !store.keeping.value.includes(ticket));
    found.selectors.push(...(open.length ? open.map((ticket) => `[data-ticket="${ticket}"]`) : [".tray > .main"]));
  } else if (action.kind === "claim" || action.kind === "go") {
    found.codes.push(action.route);
    found.selectors.push(`[data-claims="${action.route}"]`);
  } else if (action.kind === "station" || action.kind === "move" || (action.kind === "passenger" && action.city)) {
    found.codes.push(/** @type {string} */ (action.city));
    found.selectors.push(`[data-city="${action.city}"]`);
  }
}

/**
 * Return the selectors of the display's cards of this kind.
 *
 * @param {Begun} store
 * @param {string} card
 */
const slotsOf = (store, card) =>
  store.position.value.display.flatMap((shown, slot) => (shown === card ? [`[data-place="slot-${slot}"]`] : []));

/**
 * Mark these parts of the page and no others. Scroll newly marked parts into sight.
 *
 * @param {string[]} selectors
 */
function mark(selectors) {
  const wanted = new Set(selectors.flatMap((selector) => [...document.querySelectorAll(selector)]));
  for (const part of document.querySelectorAll("[data-coached]")) {
    if (!wanted.has(part)) part.removeAttribute("data-coached");
  }
  const fresh = [...wanted].filter((part) => !part.hasAttribute("data-coached"));
  for (const part of fresh) part.setAttribute("data-coached", "");
  // Scroll to the first part last, so that this one is in sight if there is no room for all.
  for (const part of fresh.reverse()) bringIntoSight(part);
}

/**
 * Scroll just far enough that a part is in sight.
 *
 * @param {Element | null} part
 * @param {number} enough the pixels of its height that must be in sight
 */
export function bringIntoSight(part, enough = ENOUGH) {
  if (part?.getClientRects().length && !isInSight(part, enough))
    part.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The pixels of a part's height that must be in sight. The rest of a higher part may be below the window. */
const ENOUGH = 150;

/**
 * Return whether a part is in sight and not covered. Other parts of the page can cover it, because they stay in
 * place while it scrolls.
 *
 * @param {Element} part
 * @param {number} enough
 */
function isInSight(part, enough) {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const middle = (left + right) / 2;
  const low = Math.min(bottom, top + enough);
  return [top + 4, (top + low) / 2, low - 4].every((y) => {
    const there = document.elementFromPoint(middle, y);
    return there !== null && (part.contains(there) || there.contains(part));
  });
}

/**
 * Mark parts of the page and no others, also those that are added to the page later.
 *
 * @param {string[]} selectors
 * @returns {() => void} a function that stops marking
 */
export function keepMarked(selectors) {
  mark(selectors);
  const drawn = new MutationObserver(() => mark(selectors));
  drawn.observe(document.body, { childList: true, subtree: true });
  return () => drawn.disconnect();
}

/** Scroll all marked parts into sight, for instance after the window has changed its size. */
export function showMarked() {
  for (const part of [...document.querySelectorAll("[data-coached]")].reverse()) bringIntoSight(part);
}
