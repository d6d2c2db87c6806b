// Choose positions for names that would overlap. Each name has a list of possible positions, each with a cost.
// A name takes another's position, which then moves elsewhere, as long as this lowers the total cost.
import { meet } from "./names.js";

/** The cost of covering a space of a route, about that of one track across a name. */
export const ON_SPACE = 6;
/** The cost of covering another city's mark. */
export const ON_MARK = 60;
/** The cost of leaving out: a needed city's name, goods, another city's name, a needed country's, another country's. */
export const MISSING = { first: 20_000, goods: 3000, name: 2000, asked: 1500, country: 12 };
/** The most names that may move for one name. */
const MAKE_WAY = 3;
/** The most levels of moves: names may move for a name, others for each of these, and so on. */
const DEPTH = 2;
/**
 * The last attempts for names without a position: how many more names may move for one, on how many levels, and how
 * many positions are tried.
 */
const LAST = { more: 1, depth: 3, choices: 16 };
/** The most rounds in which all names look for a better position. */
const ROUNDS = 6;
/** The most positions tried for one name, for a missing name at last, and for all names. Phones are slow. */
const TRIED_FOR_ONE = 6000;
const TRIED_AT_LAST = 4000;
const TRIED = 60_000;

/** @param {Lettering.PlacedLabel} placed the label whose choices are sorted, the cheapest first */
export const cheapestFirst = (placed) => placed.choices.sort((one, other) => worth(placed, one) - worth(placed, other));

/**
 * Choose a position for every label. Labels with the fewest free positions choose first. Then labels look
 * for better positions, for which others may have to move.
 *
 * @param {Lettering.PlacedLabel[]} labels
 */
export function settle(labels) {
  const free = (/** @type {Lettering.PlacedLabel} */ { choices }) =>
    choices.filter(({ cost }) => cost < ON_SPACE).length;
  const order = labels.map((placed) => ({ placed, free: free(placed) })).sort((one, other) => one.free - other.free);
  const search = { left: 0, most: MAKE_WAY, loose: false };
  const improve = (/** @type {Lettering.PlacedLabel} */ placed, /** @type {number} */ depth) => {
    const found = replaced(placed, depth, new Set(), worth(placed, placed.chosen), search);
    for (const [one, choice] of found?.changes ?? []) one.chosen = choice;
    return found !== undefined;
  };
  let left = TRIED;
  for (let round = 0, better = true; better && round < ROUNDS && left > 0; round += 1) {
    better = false;
    for (const { placed } of order) {
      const before = worth(placed, placed.chosen);
      if (before <= 0) continue;
      // Search harder for missing names than for names that could only be in a better position.
      const depth = before >= ON_MARK && round > 0 ? DEPTH : 1;
      const most = before >= MISSING.asked ? 4 * TRIED_FOR_ONE : TRIED_FOR_ONE;
      search.left = most;
      better = improve(placed, depth) || better;
      left -= most - search.left;
    }
  }
  search.most += LAST.more;
  for (const loose of [false, true]) {
    search.loose = loose;
    for (const { placed } of order) {
      if (worth(placed, placed.chosen) < MISSING.asked) continue;
      const { choices } = placed;
      for (const choice of leastInTheWay(placed, loose)) {
        placed.choices = [choice];
        search.left = TRIED_AT_LAST;
        if (improve(placed, LAST.depth)) break;
      }
      placed.choices = choices;
    }
  }
}

/**
 * Return the positions of a missing name for which the fewest other names have to move. The goods stay where
 * they are, because trying positions for both would take too long.
 *
 * @param {Lettering.PlacedLabel} placed
 * @param {boolean} loose whether the lines to names may cross
 */
function leastInTheWay({ choices, chosen, near }, loose) {
  const others = near.filter((other) => other.chosen);
  return choices
    .filter(({ goods, name }) => name && goods === chosen?.goods)
    .map((choice) => ({
      choice,
      away: others.filter((other) => clash(choice, /** @type {Lettering.Choice} */ (other.chosen), loose)).length,
    }))
    .sort((one, other) => one.away - other.away)
    .slice(0, LAST.choices)
    .map(({ choice }) => choice);
}

/**
 * Return the cost of drawing a label in a position, or of leaving it out (undefined).
 *
 * @param {Lettering.PlacedLabel} placed
 * @param {Lettering.Choice | undefined} choice
 */
export const worth = ({ label, missing }, choice) =>
  choice
    ? choice.cost + (choice.name ? 0 : missing) + (choice.goods || !label.token ? 0 : MISSING.goods)
    : missing + (label.token ? MISSING.goods : 0);

/**
 * Find a better position for a name. Other names that lie there have to move. Return undefined if no position costs
 * less than `limit`.
 *
 * @param {Lettering.PlacedLabel} placed
 * @param {number} depth how many levels deep other names may have to move
 * @param {Set<Lettering.PlacedLabel>} fixed names that must not move
 * @param {number} limit
 * @param {Lettering.Search} search
 * @returns {Lettering.Change | undefined}
 */
function replaced(placed, depth, fixed, limit, search) {
  /** @type {Lettering.Change | undefined} */
  let best;
  let least = limit;
  const before = placed.chosen;
  fixed.add(placed);
  for (const choice of placed.choices) {
    const own = worth(placed, choice);
    // The choices are sorted by cost. Moving other names rarely makes up for a higher cost, so stop here.
    if (own >= least) break;
    search.left -= 1;
    const away = placed.near.filter((other) => other.chosen && clash(choice, other.chosen, search.loose));
    if (away.length > (depth && search.left > 0 ? search.most : 0) || away.some((other) => fixed.has(other))) continue;
    placed.chosen = choice;
    const found = away.length ? madeWay(away, depth, fixed, least - own, search) : { cost: 0, changes: new Map() };
    placed.chosen = before;
    if (!found || own + found.cost >= least) continue;
    least = own + found.cost;
    best = { cost: least, changes: found.changes.set(placed, choice) };
  }
  fixed.delete(placed);
  return best;
}

/**
 * Find other positions for all these names, one after the other. Return them with the additional cost, or
 * undefined if it is not below `limit`.
 *
 * @param {Lettering.PlacedLabel[]} away the names that have to move
 * @param {number} depth how many levels deep other names may have to move
 * @param {Set<Lettering.PlacedLabel>} fixed names that must not move
 * @param {number} limit
 * @param {Lettering.Search} search
 * @returns {Lettering.Change | undefined}
 */
function madeWay(away, depth, fixed, limit, search) {
  const before = new Map(away.map((placed) => [placed, placed.chosen]));
  /** @type {Map<Lettering.PlacedLabel, Lettering.Choice | undefined>} */
  const all = new Map();
  const undo = new Map(before);
  let cost = 0;
  for (const placed of away) {
    cost -= worth(placed, placed.chosen);
    placed.chosen = undefined;
  }
  let failed = false;
  for (const placed of away) {
    const none = worth(placed, undefined);
    const found = replaced(placed, depth - 1, fixed, Math.min(none, limit - cost), search);
    // A name without another position is left out, if that costs less than is gained.
    if (!found && cost + none >= limit) {
      failed = true;
      break;
    }
    if (!found) all.set(placed, undefined);
    cost += found?.cost ?? none;
    for (const [one, choice] of found?.changes ?? []) {
      if (!undo.has(one)) undo.set(one, one.chosen);
      one.chosen = choice;
      all.set(one, choice);
    }
    fixed.add(placed);
  }
  for (const placed of away) fixed.delete(placed);
  for (const [placed, choice] of undo) placed.chosen = choice;
  return failed || cost >= limit ? undefined : { cost, changes: all };
}

/**
 * Return whether two labels are in each other's way: they overlap, a line goes through a name, or lines cross.
 *
 * @param {Lettering.Choice} one
 * @param {Lettering.Choice} other
 * @param {boolean} loose whether the lines to them may cross
 */
export const clash = (one, other, loose = false) =>
  meet(one.box, other.box) &&
  (one.rooms.some((room) => other.rooms.some((another) => meet(room, another))) ||
    one.lines.some((line) => below(line, other) || (!loose && other.lines.some((another) => cross(line, another)))) ||
    other.lines.some((line) => below(line, one)));

/**
 * Return whether a line goes through a name. Goods may cover a line, because they hide little of it.
 *
 * @param {Lettering.Line} line
 * @param {Lettering.Choice} choice
 */
const below = (line, { name }) => name !== undefined && passes(line, name.room);

/**
 * Return whether a line segment goes through the inside of a rectangle.
 *
 * @param {Lettering.Line} line
 * @param {Lettering.Box} room
 */
export function passes([x, y, toX, toY], { left, right, top, bottom }) {
  let [from, to] = [0, 1];
  for (const [start, step, low, high] of [
    [x, toX - x, left, right],
    [y, toY - y, top, bottom],
  ]) {
    if (Math.abs(step) < 1e-9) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [one, other] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from < to;
}

/**
 * Return whether two lines cross: the ends of each are on different sides of the other.
 *
 * @param {Lettering.Line} one
 * @param {Lettering.Line} other
 */
const cross = (one, other) => parted(one, other) && parted(other, one);

/**
 * Return whether two points are on different sides of a line.
 *
 * @param {Lettering.Line} line
 * @param {Lettering.Line} ends the two points
 */
function parted([x, y, toX, toY], [a, b, c, d]) {
  const side = (/** @type {number} */ px, /** @type {number} */ py) => (toX - x) * (py - y) - (toY - y) * (px - x);
  return side(a, b) * side(c, d) < 0;
}

/**
 * Return a possible position of a label, with the bounding box of its parts.
 *
 * @param {Omit<Lettering.Choice, "box">} choice
 * @returns {Lettering.Choice}
 */
export function choiceOf({ goods, name, rooms, lines, cost }) {
  const ends = lines.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y }));
  return { goods, name, rooms, lines, cost, box: about(ends.length ? [...rooms, ...ends] : rooms) };
}

/**
 * Return the bounding box of all positions of a label; null if it has none.
 *
 * @param {Lettering.Choice[]} choices
 * @returns {Lettering.Box | null}
 */
export const hullOf = (choices) => (choices.length ? about(choices.map(({ box }) => box)) : null);

/**
 * Return the bounding box of some boxes.
 *
 * @param {Lettering.Box[]} rooms
 * @returns {Lettering.Box}
 */
function about(rooms) {
  let { left, right, top, bottom } = rooms[0];
  for (const room of rooms) {
    left = Math.min(left, room.left);
    right = Math.max(right, room.right);
    top = Math.min(top, room.top);
    bottom = Math.max(bottom, room.bottom);
  }
  return { left, right, top, bottom };
}
