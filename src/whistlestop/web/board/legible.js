// Names where the board is small: drawn larger than the board is, so that they can be read. They make way
// for one another until each has a place beside its city and off the tracks, or the best that there is. A
// name for which there is none waits for a closer look.
import { inCircle, meet, replace } from "./names.js";

/** No name that is shown is smaller than this, in pixels of the screen. */
export const LEGIBLE = 11.1;
/** The size of the number on goods, as it is drawn. */
const GOODS = 13;
/** Nor are the digits on goods and of districts. */
const DIGITS = 11.1;
/** No city's mark is drawn with a smaller radius, in pixels. */
const MARK = 4;
/** Between a city's mark and its name, in pixels. */
const GAP = 2;
/** Between two names side by side, in pixels. */
const BETWEEN = 3;
/** The digits on goods that are drawn larger grow more than the goods: else the goods would hide the map. */
const LARGER_DIGITS = 1.25;
/** What it costs to cover a space of a route; the second is for no more than the empty edge of a line. */
const ON_SPACE = 6;
const AT_SPACE = 1;
/** What it costs to cover another city's mark, or a figure. */
const ON_MARK = 60;
const ON_FIGURE = 30;
/** What it costs to stand where the drawing has another place for it, by the height of the type farther away, nearer to another city. */
const MOVED = 0.5;
const FARTHER = 5;
const NEARER_TO_ANOTHER = 14;
/** What it costs that a name is missing: a needed city's, goods, any city's, a needed country's, any country's. */
const MISSING = { first: 20_000, goods: 3000, name: 2000, asked: 1500, country: 12 };
/** How far from its city a name may stand, by the height of its type: those with a line to it come last. */
const DISTANCES = [0, 0.45, 0.9, 1.5, 2.3, 3.2];
/** From this distance on a line leads from a city to its name. */
const LED = 0.8;
/** Steps along a side of a city at which its name may stand, as shares of all the way along it. */
const ALONG = steps(4);
/** The same for a name that lies on a track: it looks more closely. */
const CLOSELY = { along: steps(16), distances: [0, 0.2, 0.4] };
/** Steps by which a country's name may be moved, by the height of its type. */
const SHIFTS = [0, -1.2, 1.2, -2.4, 2.4];
/** With so many places that cover nothing it is not looked any farther away. */
const ENOUGH = 12;
/** So many of the best places for goods, and for a name, are tried where the two are apart. */
const APART = [24, 40];
/** So many names at most make way for one, and so many others for each of these. */
const MAKE_WAY = 3;
const DEPTH = 2;
/** So often all names look for a better place. */
const ROUNDS = 6;
/** So many places are tried for one name and those that make way for it, and for all: a phone is slow. */
const TRIED_FOR_ONE = 6000;
const TRIED = 60_000;

const USUAL = { along: ALONG, distances: DISTANCES };

/** @typedef {import("./names.js").BoardNames} BoardNames */
/** @typedef {import("./names.js").Label} Label */
/** @typedef {import("./names.js").Room} Room */
/** @typedef {{room: Room, lines: string[], size: number, middle: number, scale: number, cost: number, distance: number}} Draft middle: of its lines; scale: of its goods; cost: of where it lies; distance: from its city, by the height of its type */
/** @typedef {{goods?: Draft, name?: Draft, rooms: Room[], cost: number}} Choice how a label may be drawn */
/** @typedef {{code: string, label: Label, choices: Choice[], missing: number, near: Wish[], hull: Room | null, chosen: Choice | undefined}} Wish a label that looks for room; near: those that it can get in the way of */
/** @typedef {"goods" | "name"} Part */
/** @typedef {{unit: number, window: Room, grown: number, figures: Room[]}} Look unit: pixels of a board's unit; window: what of the board is shown; grown: how much larger than drawn marks are; figures: where such stand */

/**
 * How much larger than drawn the marks of cities have to be.
 *
 * @param {BoardNames} names
 * @param {number} unit
 */
export function growth(names, unit) {
  const [radius, number] = names.marks;
  return Math.max(1, MARK / (radius * unit), number ? DIGITS / (number * unit) : 0);
}

/**
 * Draw all names so that they can be read.
 *
 * @param {BoardNames} names
 * @param {Look} look
 * @param {string[]} first places whose names are shown whatever lies below them
 */
export function makeLegible(names, look, first) {
  const wanted = JSON.stringify(look);
  if (names.known !== wanted) {
    names.known = wanted;
    names.forced = "";
    names.waiting = arrange(names, look, []);
  }
  // Which names are needed matters only where not all of them have room: else none of them moves.
  const forced = first.some((code) => names.waiting.has(code)) ? JSON.stringify(first) : "";
  if (names.forced === forced) return;
  names.forced = forced;
  arrange(names, look, forced ? first : []);
}

/**
 * @param {BoardNames} names
 * @param {Look} look
 * @param {string[]} first
 * @returns {Set<string>} places whose names have no room
 */
function arrange(names, look, first) {
  const rest = [...names.labels].filter(
    ([, { type, token }]) => type * look.unit < LEGIBLE || (token && GOODS * look.unit < DIGITS),
  );
  const standing = [...names.labels].filter(([code]) => !rest.some(([other]) => other === code));
  for (const [, label] of standing) showFitted(label);
  const taken = standing.map(([, label]) => label.held);
  /** @type {Set<string>} */
  const waiting = new Set();
  for (const { code, label, chosen } of together(names, rest, look, taken, first)) {
    const { goods, name } = chosen ?? {};
    if (!name) waiting.add(code);
    placeGoods(label, goods, look.unit);
    drawName(label, name);
    label.taken = name?.room ?? goods?.room;
  }
  return waiting;
}

/**
 * Where names have room beside one another.
 *
 * @param {BoardNames} names
 * @param {[string, Label][]} rest
 * @param {Look} look
 * @param {Room[]} taken
 * @param {string[]} first
 * @returns {Wish[]}
 */
function together(names, rest, look, taken, first) {
  const lies = expense(names, look);
  const wishes = rest.map(([code, label]) => {
    const must = first.includes(code);
    const choices = choicesOf(names, label, look, taken, lies);
    const missing = label.city ? (must ? MISSING.first : MISSING.name) : must ? MISSING.asked : MISSING.country;
    /** @type {Wish} */
    const wish = { code, label, choices, missing, near: [], hull: hullOf(choices), chosen: undefined };
    sort(wish);
    return wish;
  });
  for (const one of wishes) {
    one.near = wishes.filter((other) => other !== one && one.hull && other.hull && meet(one.hull, other.hull));
  }
  settle(wishes);
  for (const wish of wishes) {
    if (!wish.chosen || wish.chosen.cost < ON_SPACE) continue;
    const closer = { ...wish, choices: choicesOf(names, wish.label, look, taken, lies, CLOSELY) };
    sort(closer);
    closer.choices = closer.choices.filter((choice) => !wish.near.some((other) => other.chosen && clash(choice, other.chosen)));
    if (closer.choices.length && worth(wish, closer.choices[0]) < worth(wish, wish.chosen)) [wish.chosen] = closer.choices;
  }
  return wishes;
}

/** @param {Wish} wish */
const sort = (wish) => wish.choices.sort((one, other) => worth(wish, one) - worth(wish, other));

/**
 * Shares from the middle to both ends, the middle first.
 *
 * @param {number} n
 */
function steps(n) {
  return [0, ...Array.from({ length: n }, (_, at) => (at + 1) / n).flatMap((share) => [-share, share])];
}

/**
 * Each name looks for the best room, those with the fewest choices first; then all look for a better one,
 * for which others may have to make way.
 *
 * @param {Wish[]} wishes
 */
function settle(wishes) {
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
const worth = ({ label, missing }, choice) =>
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
const clash = (one, other) => one.rooms.some((room) => other.rooms.some((another) => meet(room, another)));

/**
 * All that a label may ever take.
 *
 * @param {Choice[]} choices
 * @returns {Room | null}
 */
function hullOf(choices) {
  if (!choices.length) return null;
  const rooms = choices.flatMap((choice) => choice.rooms);
  return {
    left: Math.min(...rooms.map(({ left }) => left)),
    right: Math.max(...rooms.map(({ right }) => right)),
    top: Math.min(...rooms.map(({ top }) => top)),
    bottom: Math.max(...rooms.map(({ bottom }) => bottom)),
  };
}

/**
 * All ways in which a label may be drawn. Goods stand before the name, else each
 * by itself.
 *
 * @param {BoardNames} names
 * @param {Label} label
 * @param {Look} look
 * @param {Room[]} taken what names that stay cover
 * @param {(label: Label, room: Room, size: number) => number} lies what it costs to lie in a room
 * @param {typeof USUAL} looking where
 * @returns {Choice[]}
 */
function choicesOf(names, label, look, taken, lies, looking = USUAL) {
  const { window } = look;
  const inside = (/** @type {Room} */ { left, right, top, bottom }) =>
    left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
  /** @param {Draft[]} drafts */
  const taking = (...drafts) => drafts.map(({ room }) => ({ ...room, right: room.right + BETWEEN / look.unit }));
  const free = (/** @type {Part[]} */ ...parts) => {
    /** @type {Draft[]} */
    const found = [];
    let good = 0;
    // The near ones first: where enough of them cover nothing, those far away are not looked at.
    for (const draft of draftsOf(names, label, look, parts, looking)) {
      if (draft.distance >= LED && good >= ENOUGH) continue;
      if (!inside(draft.room) || taken.some((other) => meet(draft.room, other))) continue;
      draft.cost += lies(label, draft.room, draft.size);
      if (draft.cost < ON_SPACE) good += 1;
      found.push(draft);
    }
    return found.sort((one, other) => one.cost - other.cost);
  };
  if (!label.token) return free("name").map((name) => ({ name, rooms: taking(name), cost: name.cost }));
  const whole = free("goods", "name").map((draft) => ({ goods: draft, name: draft, rooms: taking(draft), cost: draft.cost }));
  const goods = free("goods").slice(0, APART[0]);
  const alone = free("name").slice(0, APART[1]);
  const apart = goods.flatMap((one) =>
    alone
      .filter((name) => !meet(one.room, name.room))
      .map((name) => ({ goods: one, name, rooms: taking(one, name), cost: one.cost + name.cost + MOVED })),
  );
  const some = [
    ...goods.map((one) => ({ goods: one, rooms: taking(one), cost: one.cost })),
    ...alone.map((name) => ({ name, rooms: taking(name), cost: name.cost })),
  ];
  return [...whole, ...apart, ...some];
}

/**
 * What it costs to lie in a room: routes, cities and figures are there.
 *
 * @param {BoardNames} names
 * @param {Look} look
 * @returns {(label: Label, room: Room, size: number) => number}
 */
function expense(names, look) {
  const marks = marksOf(names, look);
  /** @type {Map<Label, {spaces: Space[], marks: {x: number, y: number, r: number}[]}>} */
  const known = new Map();
  const near = (/** @type {Label} */ label) => {
    let found = known.get(label);
    if (!found) {
      const middle = label.city ?? [(label.room.left + label.room.right) / 2, (label.room.top + label.room.bottom) / 2];
      const wide = (label.ways[0].widths[0] / label.size) * (LEGIBLE / look.unit);
      const most = wide + (Math.max(...DISTANCES) + 3) * Math.max(label.size, LEGIBLE / look.unit);
      const close = (/** @type {{x: number, y: number}} */ { x, y }) => Math.abs(x - middle[0]) < most && Math.abs(y - middle[1]) < most;
      found = { spaces: spacesOf(names.geometry).filter(close), marks: marks.filter(close) };
      known.set(label, found);
    }
    return found;
  };
  const [long, wide] = names.geometry.measures.space.map((length) => length / 2);
  const reach = Math.hypot(long, wide);
  return (label, room, size) => {
    const core = shrunk(room, size * 0.14);
    let cost = 0;
    const { spaces, marks: cities } = near(label);
    for (const space of spaces) {
      const { x, y } = space;
      if (x < room.left - reach || x > room.right + reach || y < room.top - reach || y > room.bottom + reach) continue;
      if (!onSpace(room, space, long, wide)) continue;
      cost += onSpace(core, space, long, wide) ? ON_SPACE : AT_SPACE;
    }
    const away = (/** @type {{x: number, y: number}} */ { x, y }) =>
      Math.hypot(x - Math.min(Math.max(x, room.left), room.right), y - Math.min(Math.max(y, room.top), room.bottom));
    const own = label.city && away({ x: label.city[0], y: label.city[1] });
    for (const mark of cities) {
      const gap = away(mark);
      if (gap < mark.r) cost += ON_MARK;
      else if (own !== undefined && gap < own) cost += NEARER_TO_ANOTHER;
    }
    return cost + ON_FIGURE * look.figures.filter((figure) => meet(room, figure)).length;
  };
}

/**
 * @param {BoardNames} names
 * @param {Look} look
 * @returns {{x: number, y: number, r: number}[]}
 */
function marksOf(names, look) {
  const places = [...Object.values(names.geometry.cities), ...Object.values(names.geometry.borders).flat()];
  return places.map(([x, y]) => ({ x, y, r: names.marks[0] * look.grown }));
}

/** @typedef {{x: number, y: number, cos: number, sin: number}} Space of a route, and how it is turned */

/** @type {WeakMap<Sent.Geometry, Space[]>} */
const turned = new WeakMap();

/**
 * All spaces of a board.
 *
 * @param {Sent.Geometry} geometry
 */
function spacesOf(geometry) {
  let known = turned.get(geometry);
  if (!known) {
    known = Object.values(geometry.routes)
      .flatMap((route) => route.spaces)
      .map(([x, y, degrees]) => ({ x, y, cos: Math.cos((degrees * Math.PI) / 180), sin: Math.sin((degrees * Math.PI) / 180) }));
    turned.set(geometry, known);
  }
  return known;
}

/**
 * Whether a space lies in a room: two rectangles are apart if a line along an edge of either parts them.
 *
 * @param {Room} room
 * @param {Space} space
 * @param {number} long half of its length
 * @param {number} wide half of its width
 */
function onSpace({ left, right, top, bottom }, { x, y, cos, sin }, long, wide) {
  const [dx, dy] = [(left + right) / 2 - x, (top + bottom) / 2 - y];
  const [a, b] = [(right - left) / 2, (bottom - top) / 2];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return (
    Math.abs(dx) < a + long * c + wide * s &&
    Math.abs(dy) < b + long * s + wide * c &&
    Math.abs(dx * cos + dy * sin) < long + a * c + b * s &&
    Math.abs(dy * cos - dx * sin) < wide + a * s + b * c
  );
}

/**
 * Every way in which a name could be drawn, wherever it lies.
 *
 * @param {BoardNames} names
 * @param {Label} label
 * @param {Look} look
 * @param {Part[]} parts
 * @param {typeof USUAL} looking where
 * @returns {Draft[]}
 */
function draftsOf(names, label, look, parts, looking) {
  const size = Math.max(label.type, LEGIBLE / look.unit);
  const { scale } = growthOfGoods(look.unit);
  const goods = label.token && parts.includes("goods") ? label.token.width * scale + (parts.length > 1 ? GAP / look.unit : 0) : 0;
  const ways = parts.includes("name") ? label.ways : [{ lines: [], widths: [0] }];
  return ways.flatMap(({ lines, widths }) => {
    const wide = goods + (Math.max(...widths) * size) / label.size;
    const { capital, below } = label.measures;
    const high = Math.max(lines.length ? size * (capital + below + lines.length - 1) : 0, goods);
    const away = names.marks[0] * look.grown + GAP / look.unit;
    const about = parts.length > 1 || !label.token ? rooms(label, wide, high, away, size, looking) : around(label, wide, high, away, size, looking);
    return about.map(({ room, distance }, at) => ({
      cost: (at ? MOVED : 0) + distance * FARTHER,
      distance,
      room,
      lines,
      size,
      middle: room.left + goods + (wide - goods) / 2,
      scale,
    }));
  }).sort((one, other) => one.distance - other.distance);
}

/** @typedef {{room: Room, distance: number}} Spot */

/**
 * Where a name may stand: as it was printed, else about its city.
 *
 * @param {Label} label
 * @param {number} wide
 * @param {number} high
 * @param {number} away from the city's middle to the name
 * @param {number} size of the type
 * @param {typeof USUAL} looking where
 * @returns {Spot[]}
 */
function rooms(label, wide, high, away, size, looking) {
  const { left, right, top, bottom } = label.held;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ left: x, right: x + wide, top: y, bottom: y + high });
  const middle = (top + bottom - high) / 2;
  if (!label.city) {
    return SHIFTS.flatMap((dy) =>
      SHIFTS.map((dx) => ({ room: at((left + right - wide) / 2 + dx * size, middle + dy * size), distance: Math.hypot(dx, dy) / 6 })),
    );
  }
  const y = label.city[1];
  // The edge towards the city stays where it was.
  const across = label.side < 0 ? left : label.side > 0 ? right - wide : (left + right - wide) / 2;
  const along = label.side !== 0 ? middle : (top + bottom) / 2 < y ? bottom - high : top;
  return [{ room: at(across, along), distance: 0 }, ...around(label, wide, high, away, size, looking)];
}

/**
 * Where something may stand about a city, near it and farther away.
 *
 * @param {Label} label
 * @param {number} wide
 * @param {number} high
 * @param {number} away from the city's middle to what is next to it
 * @param {number} size of the type
 * @param {typeof USUAL} looking where
 * @returns {Spot[]}
 */
function around({ city }, wide, high, away, size, { along, distances }) {
  if (!city) return [];
  const [x, y] = city;
  return distances.flatMap((distance) => {
    const reach = away + distance * size;
    // At a corner the middle of the city is farther away than its edges.
    const beside = { x: reach + wide / 2, y: high / 2 + reach * 0.7 };
    const above = { x: wide / 2 + reach * 0.7, y: reach + high / 2 };
    return along.flatMap((share) => [
      { x: x + beside.x - corner(share, reach), y: y + beside.y * share },
      { x: x - beside.x + corner(share, reach), y: y + beside.y * share },
      { x: x + above.x * share, y: y - above.y + corner(share, reach) },
      { x: x + above.x * share, y: y + above.y - corner(share, reach) },
    ]).map((at) => ({
      room: { left: at.x - wide / 2, right: at.x + wide / 2, top: at.y - high / 2, bottom: at.y + high / 2 },
      distance,
    }));
  });
}

/**
 * How much nearer something may be where it stands at a corner.
 *
 * @param {number} share
 * @param {number} reach
 */
const corner = (share, reach) => (Math.abs(share) === 1 ? reach * 0.3 : 0);

/**
 * @param {Label} label
 * @param {Draft | undefined} draft undefined: it waits
 */
function drawName(label, draft) {
  label.lead?.remove();
  label.lead = undefined;
  if (!draft) {
    replace(label, label.fitted);
    for (const line of label.shown) line.classList.add("waiting");
    return;
  }
  const { room, lines, size, middle } = draft;
  const { capital, below } = label.measures;
  const first = (room.top + room.bottom - size * (capital + below + lines.length - 1)) / 2 + size * capital;
  const drawn = lines.map((line, at) => {
    const text = /** @type {SVGTextElement} */ (label.printed[0].cloneNode(false));
    text.classList.remove("waiting");
    if (!text.classList.length) text.removeAttribute("class");
    text.textContent = line;
    text.setAttribute("x", String(middle));
    text.setAttribute("y", String(first + at * size));
    text.setAttribute("font-size", String(size));
    return text;
  });
  replace(label, drawn);
  if (label.city && draft.distance >= LED) lead(label, room, label.city);
}

/**
 * Draw a line from a city to its name, which is too far away to be taken for its own.
 *
 * @param {Label} label
 * @param {Room} room
 * @param {Sent.Point} city
 */
function lead(label, room, [x, y]) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const [toX, toY] = [Math.min(Math.max(x, room.left), room.right), Math.min(Math.max(y, room.top), room.bottom)];
  line.setAttribute("class", "lead");
  for (const [name, value] of Object.entries({ x1: x, y1: y, x2: toX, y2: toY })) line.setAttribute(name, String(value));
  // Below the city's mark.
  label.shown[0].parentNode?.prepend(line);
  label.lead = line;
}

/** @param {Label} label */
function showFitted(label) {
  label.lead?.remove();
  label.lead = undefined;
  replace(label, label.fitted);
  for (const line of label.fitted) {
    line.classList.remove("waiting");
    if (!line.classList.length) line.removeAttribute("class");
  }
  label.taken = label.held;
  label.token?.group.classList.remove("waiting");
  label.token?.group.removeAttribute("transform");
  label.token?.digits?.removeAttribute("transform");
}

/**
 * How much larger than drawn goods are, and the digits on them besides: the digits grow first.
 *
 * @param {number} unit pixels of a board's unit
 */
function growthOfGoods(unit) {
  const needed = Math.max(1, DIGITS / (GOODS * unit));
  const digits = Math.min(LARGER_DIGITS, needed);
  return { digits, scale: needed / digits };
}

/**
 * @param {Label} label
 * @param {Draft | undefined} draft undefined: they wait
 * @param {number} unit pixels of a board's unit
 */
function placeGoods({ token }, draft, unit) {
  if (!token) return;
  token.group.classList.toggle("waiting", !draft);
  if (!draft) return;
  const x = draft.room.left + (token.width * draft.scale) / 2;
  const y = (draft.room.top + draft.room.bottom) / 2;
  token.group.setAttribute("transform", `translate(${x} ${y})scale(${draft.scale})translate(${-token.x} ${-token.y})`);
  const { digits } = token;
  if (!digits) return;
  // About their middle.
  const [left, base] = ["x", "y"].map((name) => Number(digits.getAttribute(name)));
  const middle = base - GOODS * 0.35;
  digits.setAttribute("transform", `translate(${left} ${middle})scale(${growthOfGoods(unit).digits})translate(${-left} ${-middle})`);
}

/**
 * @param {Room} room
 * @param {number} by
 */
const shrunk = ({ left, top, right, bottom }, by) => ({ left: left + by, top: top + by, right: right - by, bottom: bottom - by });
