// Names that are in one another's way: each has its choices, and each choice its price. They make way for one
// another as long as the sum of the prices falls.
import { meet } from "./names.js";

/** What it costs to cover a space of a route, or another city's mark. */
export const ON_SPACE = 6;
export const ON_MARK = 60;
/** What it costs that a name is missing: a needed city's, goods, any city's, a needed country's, any country's. */
export const MISSING = { first: 20_000, goods: 3000, name: 2000, asked: 1500, country: 12 };
/** So many names at most make way for one, and so many others for each of these. */
const MAKE_WAY = 3;
const DEPTH = 2;
/** So often all names look for a better place. */
const ROUNDS = 6;
/** So many places are tried for one name and those that make way for it, and for all: a phone is slow. */
const TRIED_FOR_ONE = 6000;
const TRIED = 60_000;

/** @typedef {import("./names.js").Room} Room */
/** @typedef {import("./legible.js").Draft} Draft */
/** @typedef {{goods?: Draft, name?: Draft, rooms: Room[], cost: number}} Choice how a label may be drawn */
/** @typedef {{code: string, label: import("./names.js").Label, choices: Choice[], missing: number, near: Wish[], hull: Room | null, chosen: Choice | undefined}} Wish a label that looks for room; near: those that it can get in the way of */

/** @param {Wish} wish whose choices are to be in the order of what they cost */
export const cheapestFirst = (wish) => wish.choices.sort((one, other) => worth(wish, one) - worth(wish, other));

/**
 * Each name looks for the best room, those with the fewest choices first; then all look for a better one,
 * for which others may have to make way.
 *
 * @param {Wish[]} wishes
 */
export function settle(wishes) {
  const free = (/** @type {Wish} */ { choices }) => choices.filter(({ cost }) => cost < ON_SPACE).length;
  const order = wishes.map((wish) => ({ wish, free: free(wish) })).sort((one, other) => one.free - other.free);
  const search = { left: 0 };
  let left = TRIED;
  for (let round = 0, better = true; better && round < ROUNDS && left > 0; round += 1) {
    better = false;
    for (const { wish } of order) {
      const before = worth(wish, wish.chosen);
      if (before <= 0) continue;
      // What is missing is looked for harder than what is only better elsewhere.
      const depth = before >= ON_MARK && round > 0 ? DEPTH : 1;
      const most = before >= MISSING.asked ? 4 * TRIED_FOR_ONE : TRIED_FOR_ONE;
      search.left = most;
      const found = replaced(wish, depth, new Set(), before, search);
      left -= most - search.left;
      if (!found) continue;
      for (const [one, choice] of found.changes) one.chosen = choice;
      better = true;
    }
  }
}

/**
 * What it costs that a label is drawn like that.
 *
 * @param {Wish} wish
 * @param {Choice | undefined} choice
 */
export const worth = ({ label, missing }, choice) =>
  choice ? choice.cost + (choice.name ? 0 : missing) + (choice.goods || !label.token ? 0 : MISSING.goods) : missing + (label.token ? MISSING.goods : 0);

/** @typedef {{cost: number, changes: Map<Wish, Choice | undefined>}} Change */

/**
 * A better place for a name; those that lie there make way. Undefined: there is none that costs less than `limit`.
 *
 * @param {Wish} wish
 * @param {number} depth how far those that make way may have others make way
 * @param {Set<Wish>} fixed names that stay
 * @param {number} limit
 * @param {{left: number}} search how many places may still be tried
 * @returns {Change | undefined}
 */
function replaced(wish, depth, fixed, limit, search) {
  /** @type {Change | undefined} */
  let best;
  let least = limit;
  const before = wish.chosen;
  fixed.add(wish);
  for (const choice of wish.choices) {
    const own = worth(wish, choice);
    // They are sorted: what makes way only adds to it, unless it finds a better place than it has.
    if (own >= least) break;
    search.left -= 1;
    const away = wish.near.filter((other) => other.chosen && clash(choice, other.chosen));
    if (away.length > (depth && search.left > 0 ? MAKE_WAY : 0) || away.some((other) => fixed.has(other))) continue;
    wish.chosen = choice;
    const found = away.length ? madeWay(away, depth, fixed, least - own, search) : { cost: 0, changes: new Map() };
    wish.chosen = before;
    if (!found || own + found.cost >= least) continue;
    least = own + found.cost;
    best = { cost: least, changes: found.changes.set(wish, choice) };
  }
  fixed.delete(wish);
  return best;
}

/**
 * Other places for all of these, one after the other, and what that costs more than before.
 *
 * @param {Wish[]} away
 * @param {number} depth
 * @param {Set<Wish>} fixed
 * @param {number} limit
 * @param {{left: number}} search
 * @returns {Change | undefined}
 */
function madeWay(away, depth, fixed, limit, search) {
  const before = new Map(away.map((wish) => [wish, wish.chosen]));
  /** @type {Map<Wish, Choice | undefined>} */
  const all = new Map();
  const undo = new Map(before);
  let cost = 0;
  for (const wish of away) {
    cost -= worth(wish, wish.chosen);
    wish.chosen = undefined;
  }
  let failed = false;
  for (const wish of away) {
    const none = worth(wish, undefined);
    const found = replaced(wish, depth - 1, fixed, Math.min(none, limit - cost), search);
    // Without another place it is left out, if that costs less than what it makes way for.
    if (!found && cost + none >= limit) {
      failed = true;
      break;
    }
    if (!found) all.set(wish, undefined);
    cost += found?.cost ?? none;
    for (const [one, choice] of found?.changes ?? []) {
      if (!undo.has(one)) undo.set(one, one.chosen);
      one.chosen = choice;
      all.set(one, choice);
    }
    fixed.add(wish);
  }
  for (const wish of away) fixed.delete(wish);
  for (const [wish, choice] of undo) wish.chosen = choice;
  return failed || cost >= limit ? undefined : { cost, changes: all };
}

/**
 * Whether two labels cannot both be drawn like that.
 *
 * @param {Choice} one
 * @param {Choice} other
 */
export const clash = (one, other) => one.rooms.some((room) => other.rooms.some((another) => meet(room, another)));

/**
 * All that a label may ever take.
 *
 * @param {Choice[]} choices
 * @returns {Room | null}
 */
export function hullOf(choices) {
  if (!choices.length) return null;
  const rooms = choices.flatMap((choice) => choice.rooms);
  return {
    left: Math.min(...rooms.map(({ left }) => left)),
    right: Math.max(...rooms.map(({ right }) => right)),
    top: Math.min(...rooms.map(({ top }) => top)),
    bottom: Math.max(...rooms.map(({ bottom }) => bottom)),
  };
}
