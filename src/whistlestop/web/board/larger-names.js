// Names on a small board. They are drawn larger than the board, so that they can be read. Each is placed beside
// its city and off the tracks, or at the end of a line, which may lead beside the map. Names avoid one another,
// stations and passengers. A name that finds no place is hidden until the reader zooms in.
import { LEGIBLE } from "./larger-pieces.js";
import {
  MISSING,
  ON_MARK,
  ON_SPACE,
  cheapestFirst,
  choiceOf,
  clash,
  hullOf,
  passes,
  settle,
  worth,
} from "./label-placement.js";
import { inSpace, meet, replace } from "./names.js";

/** The font size of the number on merchandise tokens, in board units. */
const GOODS = 13;
/** The smallest radius of a city's mark, in pixels. */
const MARK = 4;
/** The gap between a city's mark and its name, in pixels. */
const GAP = 2;
/** The gap between two names side by side, in pixels. */
const BETWEEN = 3;
/** How much more the digits on goods are enlarged than the goods themselves, which would hide the map. */
const LARGER_DIGITS = 1.25;
/** The cost of covering only the edge of a route's space. */
const AT_SPACE = 1.5;
/** The cost of covering a part of a space, and the additional cost for the area of each letter. */
const SOME_SPACE = 3;
const LETTER_OF_SPACE = 14;
/** The cost of covering a figure. */
const ON_FIGURE = 30;
/** The area of a letter, as a multiple of the square of the font size. */
const LETTER = 0.35;
/** The empty edge of a name, as a multiple of the font size. */
const EDGE = 0.14;
/** How many points of a space are checked for being covered by a name: along the space, and across. */
const POINTS = [7, 3];
/** The cost of leaving the printed position. */
const MOVED = 0.5;
/** The cost of a distance from the city of one font size. */
const FARTHER = 5;
/** The cost of standing nearer to another city. */
const NEARER_TO_ANOTHER = 14;
/** How near to another city a name at the end of a line looks like that city's name, in font sizes. */
const BESIDE_ANOTHER = 0.5;
/** The cost of a line over another city's mark. */
const LINE_OVER_MARK = 8;
/** How far from its city a name may stand, in font sizes. The distances that need a line come last. */
const DISTANCES = [0, 0.2, 0.45, 0.9, 1.5, 2.3, 3.2, 4.4, 6];
/** From this distance on a line leads from a city to its name. */
const LED = 0.8;
/** Positions along a side of a city at which its name may stand, from -1 to 1. */
const ALONG = steps(4);
/** Finer positions and distances, for a name that has found only a position on a track. */
const CLOSELY = { along: steps(16), distances: [0, 0.1, 0.2, 0.3, 0.4] };
/** Steps by which a country's name may be moved, in font sizes. */
const SHIFTS = [0, -1.2, 1.2, -2.4, 2.4];
/** If this number of positions cover nothing, farther ones are not tried. */
const ENOUGH = 12;
/** How many of the best positions of the goods, and of the name, are tried if both are apart. */
const APART = [24, 60];
/** The least distance between two positions that are tried, in font sizes: near the city, and at the end of a line. */
const SPREAD = [0.4, 0.9];
const USUAL = { along: ALONG, distances: DISTANCES };

/** @typedef {import("./names.js").BoardNames} BoardNames */
/**
 * Return the factor by which the marks of cities must be enlarged.
 *
 * @param {BoardNames} names
 * @param {number} unit pixels of a board's unit
 */
export function growth(names, unit) {
  const [radius, number] = names.marks;
  return Math.max(1, MARK / (radius * unit), number ? LEGIBLE / (number * unit) : 0);
}

/**
 * Draw all names so that they can be read.
 *
 * @param {BoardNames} names
 * @param {Lettering.Look} look
 * @param {string[]} first places whose names are shown whatever lies below them
 * @returns {number} how many cities have no name until the reader zooms in
 */
export function makeLegible(names, look, first) {
  const wanted = JSON.stringify(look);
  if (names.known !== wanted) {
    names.known = wanted;
    names.forced = "";
    names.waiting = arrange(names, look, []);
  }
  // Which names are needed matters only if not all of them have space. Otherwise no name moves.
  const forced = first.some((code) => names.waiting.has(code)) ? JSON.stringify(first) : "";
  if (names.forced !== forced) {
    names.forced = forced;
    arrange(names, look, forced ? first : []);
  }
  return [...names.labels.values()].filter(({ city, shown }) => city && shown[0].classList.contains("waiting")).length;
}

/**
 * Draw all names: those that are legible and covered by no figure as they are, the others where they find a position.
 *
 * @param {BoardNames} names
 * @param {Lettering.Look} look
 * @param {string[]} first places whose names are needed most
 * @returns {Set<string>} places whose names find no position
 */
function arrange(names, look, first) {
  const rest = [...names.labels].filter(
    ([, { type, token, held }]) =>
      type * look.unit < LEGIBLE ||
      (token && GOODS * look.unit < LEGIBLE) ||
      look.figures.some((figure) => meet(shrunk(held, type * EDGE), figure)),
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
 * Choose positions for all names so that they do not overlap.
 *
 * @param {BoardNames} names
 * @param {[string, Lettering.Label][]} rest the labels to place, by code
 * @param {Lettering.Look} look
 * @param {Lettering.Box[]} taken the boxes of the names that stay
 * @param {string[]} first places whose names are needed most
 * @returns {Lettering.PlacedLabel[]}
 */
function together(names, rest, look, taken, first) {
  const lies = expense(names, look);
  const labels = rest.map(([code, label]) => {
    const must = first.includes(code);
    const choices = choicesOf(names, label, look, taken, lies);
    const missing = label.city ? (must ? MISSING.first : MISSING.name) : must ? MISSING.asked : MISSING.country;
    /** @type {Lettering.PlacedLabel} */
    const placed = { code, label, choices, missing, near: [], hull: hullOf(choices), chosen: undefined };
    cheapestFirst(placed);
    return placed;
  });
  for (const one of labels) {
    one.near = labels.filter((other) => other !== one && one.hull && other.hull && meet(one.hull, other.hull));
  }
  settle(labels);
  for (const placed of labels) {
    if (!placed.chosen || placed.chosen.cost < AT_SPACE) continue;
    const closer = { ...placed, choices: choicesOf(names, placed.label, look, taken, lies, CLOSELY) };
    cheapestFirst(closer);
    closer.choices = closer.choices.filter(
      (choice) => !placed.near.some((other) => other.chosen && clash(choice, other.chosen)),
    );
    if (closer.choices.length && worth(placed, closer.choices[0]) < worth(placed, placed.chosen))
      [placed.chosen] = closer.choices;
  }
  return labels;
}

/**
 * Return 0, then pairs of shares up to ±1: steps from the middle to both ends.
 *
 * @param {number} n
 */
function steps(n) {
  return [0, ...Array.from({ length: n }, (_, at) => (at + 1) / n).flatMap((share) => [-share, share])];
}

/**
 * Return all possible positions of a label. If the city has goods, they stand directly before the name, or goods and
 * name stand apart, or one of them is left out.
 *
 * @param {BoardNames} names
 * @param {Lettering.Label} label
 * @param {Lettering.Look} look
 * @param {Lettering.Box[]} taken the boxes of the names that stay
 * @param {(label: Lettering.Label, draft: Lettering.Draft) => number} lies returns what a draft costs by what it covers
 * @param {typeof USUAL} looking the positions along a city's sides and the distances to try
 * @returns {Lettering.Choice[]}
 */
function choicesOf(names, label, look, taken, lies, looking = USUAL) {
  const { window } = look;
  const inside = (/** @type {Lettering.Box} */ { left, right, top, bottom }) =>
    left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
  const taking = (/** @type {Lettering.Draft} */ { room }) => [{ ...room, right: room.right + BETWEEN / look.unit }];
  const lines = (/** @type {Lettering.Draft} */ { lead }) => (lead ? [lead] : []);
  const only = (/** @type {Lettering.Draft} */ name) =>
    choiceOf({ name, rooms: taking(name), lines: lines(name), cost: name.cost });
  const free = (/** @type {Lettering.Part[]} */ ...parts) => {
    /** @type {Lettering.Draft[]} */
    const found = [];
    let good = 0;
    // Near positions come first. If enough of them cover nothing, those far away are not tried.
    for (const draft of draftsOf(names, label, look, parts, looking)) {
      if (draft.distance >= LED && good >= ENOUGH) continue;
      if (!inside(draft.room) || taken.some((other) => meet(draft.room, other))) continue;
      if (label.city && draft.lines.length && draft.distance >= LED) draft.lead = leadTo(label.city, draft.room);
      draft.cost += lies(label, draft);
      if (draft.cost < ON_SPACE) good += 1;
      found.push(draft);
    }
    return found.sort((one, other) => one.cost - other.cost);
  };
  if (!label.token) return free("name").map(only);
  const whole = free("goods", "name").map((draft) =>
    choiceOf({ goods: draft, name: draft, rooms: taking(draft), lines: lines(draft), cost: draft.cost }),
  );
  const goods = spread(free("goods"), APART[0]).map((one) =>
    choiceOf({ goods: one, rooms: taking(one), lines: [], cost: one.cost }),
  );
  const alone = spread(free("name"), APART[1]).map(only);
  const apart = goods.flatMap((one) =>
    alone
      .filter(
        ({ name }) =>
          !meet(/** @type {Lettering.Draft} */ (one.goods).room, /** @type {Lettering.Draft} */ (name).room),
      )
      .map((other) =>
        choiceOf({
          ...other,
          goods: one.goods,
          rooms: [...one.rooms, ...other.rooms],
          cost: one.cost + other.cost + MOVED,
        }),
      ),
  );
  return [...whole, ...apart, ...goods, ...alone];
}

/**
 * Return the best positions that are not close to one another. So some of them are farther away and still possible if
 * all positions near the city are taken.
 *
 * @param {Lettering.Draft[]} drafts all positions, the best first
 * @param {number} most the number of positions to return
 */
function spread(drafts, most) {
  /** @type {Lettering.Draft[]} */
  const found = [];
  for (const draft of drafts) {
    if (found.length === most) break;
    const apart = draft.size * SPREAD[draft.lead ? 1 : 0];
    const beside = (/** @type {Lettering.Draft} */ { room, lines }) =>
      lines.length === draft.lines.length &&
      Math.abs(room.left - draft.room.left) < apart &&
      Math.abs(room.top - draft.room.top) < apart;
    if (!found.some(beside)) found.push(draft);
  }
  return found;
}

/**
 * Return the function that computes what a draft of a label costs. It costs something to cover routes, cities or
 * figures, and to stand near another city.
 *
 * @param {BoardNames} names
 * @param {Lettering.Look} look
 * @returns {(label: Lettering.Label, draft: Lettering.Draft) => number}
 */
function expense(names, look) {
  const marks = marksOf(names, look);
  /** @type {Map<Lettering.Label, {spaces: Lettering.Space[], marks: {x: number, y: number, r: number}[]}>} */
  const known = new Map();
  const near = (/** @type {Lettering.Label} */ label) => {
    let found = known.get(label);
    if (!found) {
      const middle = label.city ?? [(label.room.left + label.room.right) / 2, (label.room.top + label.room.bottom) / 2];
      const wide = (label.ways[0].widths[0] / label.size) * (LEGIBLE / look.unit);
      const most = wide + (Math.max(...DISTANCES) + 3) * Math.max(label.size, LEGIBLE / look.unit);
      const close = (/** @type {{x: number, y: number}} */ { x, y }) =>
        Math.abs(x - middle[0]) < most && Math.abs(y - middle[1]) < most;
      found = { spaces: spacesOf(names.geometry).filter(close), marks: marks.filter(close) };
      known.set(label, found);
    }
    return found;
  };
  const [long, wide] = names.geometry.measures.space;
  const reach = Math.hypot(long, wide) / 2;
  const share = (long * wide) / (POINTS[0] * POINTS[1]) / LETTER;
  return (label, { room, size, lead }) => {
    const core = shrunk(room, size * EDGE);
    let cost = 0;
    const { spaces, marks: cities } = near(label);
    for (
      let at = beginning(spaces, room.left - reach);
      at < spaces.length && spaces[at].x <= room.right + reach;
      at += 1
    ) {
      const { y, lies, points } = spaces[at];
      if (y < room.top - reach || y > room.bottom + reach) continue;
      if (!lies(room)) continue;
      const covered = points.filter(
        ([px, py]) => px > core.left && px < core.right && py > core.top && py < core.bottom,
      );
      cost += covered.length ? SOME_SPACE + (LETTER_OF_SPACE * share * covered.length) / (size * size) : AT_SPACE;
    }
    // Math.hypot is slow here.
    const away = (/** @type {number} */ x, /** @type {number} */ y) =>
      Math.sqrt(Math.max(room.left - x, 0, x - room.right) ** 2 + Math.max(room.top - y, 0, y - room.bottom) ** 2);
    const own = label.city && away(...label.city);
    const farthest = Math.max(own ?? 0, names.marks[0] * look.grown);
    for (const mark of cities) {
      if (
        !lead &&
        (room.left - mark.x > farthest ||
          mark.x - room.right > farthest ||
          room.top - mark.y > farthest ||
          mark.y - room.bottom > farthest)
      )
        continue;
      const gap = away(mark.x, mark.y);
      if (gap < mark.r) cost += ON_MARK;
      else if (own !== undefined && gap < own && (!lead || gap < BESIDE_ANOTHER * size)) cost += NEARER_TO_ANOTHER;
      if (lead && (mark.x !== lead[0] || mark.y !== lead[1]) && passes(lead, boxOf(mark))) cost += LINE_OVER_MARK;
    }
    return cost + ON_FIGURE * look.figures.filter((figure) => meet(room, figure)).length;
  };
}

/**
 * Return the circles of the marks of all cities and border points.
 *
 * @param {BoardNames} names
 * @param {Lettering.Look} look
 * @returns {{x: number, y: number, r: number}[]}
 */
function marksOf(names, look) {
  const places = [...Object.values(names.geometry.cities), ...Object.values(names.geometry.borders).flat()];
  return places.map(([x, y]) => ({ x, y, r: names.marks[0] * look.grown }));
}

/** @param {{x: number, y: number, r: number}} mark @returns {Lettering.Box} */
const boxOf = ({ x, y, r }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r });

/** @type {WeakMap<Sent.Geometry, Lettering.Space[]>} */
const turned = new WeakMap();

/**
 * Return the index of the first space that is at `x` or to the right of it.
 *
 * @param {Lettering.Space[]} spaces from left to right
 * @param {number} x
 */
function beginning(spaces, x) {
  let [from, to] = [0, spaces.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (spaces[middle].x < x) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Return all spaces of a board, from left to right.
 *
 * @param {Sent.Geometry} geometry
 */
function spacesOf(geometry) {
  let known = turned.get(geometry);
  if (!known) {
    const within = inSpace(geometry.measures.space);
    known = Object.values(geometry.routes)
      .flatMap((route) => route.spaces)
      .map((space) => ({
        x: space[0],
        y: space[1],
        lies: within(space),
        points: pointsOn(space, geometry.measures.space),
      }))
      .sort((one, other) => one.x - other.x);
    turned.set(geometry, known);
  }
  return known;
}

/**
 * Return points spread evenly over a space, so that each of them represents an equal part of its area.
 *
 * @param {[number, number, number]} space
 * @param {[number, number]} size
 * @returns {Sent.Point[]}
 */
function pointsOn([x, y, degrees], [long, wide]) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const across = (/** @type {number} */ n) => Array.from({ length: n }, (_, at) => (at + 0.5) / n - 0.5);
  return across(POINTS[0]).flatMap((along) =>
    across(POINTS[1]).map(
      (aside) =>
        /** @type {Sent.Point} */ ([
          x + cos * along * long - sin * aside * wide,
          y + sin * along * long + cos * aside * wide,
        ]),
    ),
  );
}

/**
 * Return every way to draw a name, whatever it covers.
 *
 * @param {BoardNames} names
 * @param {Lettering.Label} label
 * @param {Lettering.Look} look
 * @param {Lettering.Part[]} parts what is drawn: the goods, the name, or both
 * @param {typeof USUAL} looking the positions along a city's sides and the distances to try
 * @returns {Lettering.Draft[]}
 */
function draftsOf(names, label, look, parts, looking) {
  const size = Math.max(label.type, LEGIBLE / look.unit);
  const { scale } = growthOfGoods(look.unit);
  const goods =
    label.token && parts.includes("goods") ? label.token.width * scale + (parts.length > 1 ? GAP / look.unit : 0) : 0;
  const ways = parts.includes("name") ? label.ways : [{ lines: [], widths: [0] }];
  return ways
    .flatMap(({ lines, widths }) => {
      const wide = goods + (Math.max(...widths) * size) / label.size;
      const { capital, below } = label.measures;
      const high = Math.max(lines.length ? size * (capital + below + lines.length - 1) : 0, goods);
      const away = names.marks[0] * look.grown + GAP / look.unit;
      const about =
        parts.length > 1 || !label.token
          ? rooms(label, wide, high, away, size, looking)
          : around(label, wide, high, away, size, looking);
      return about.map(({ room, distance }, at) => ({
        cost: (at ? MOVED : 0) + distance * FARTHER,
        distance,
        room,
        lines,
        size,
        middle: room.left + goods + (wide - goods) / 2,
        scale,
        lead: undefined,
      }));
    })
    .sort((one, other) => one.distance - other.distance);
}

/**
 * Return the boxes in which a name may stand: first the one where it was printed, then those around its city. The
 * name of a country may only be moved a little.
 *
 * @param {Lettering.Label} label
 * @param {number} wide the width of the name
 * @param {number} high the height of the name
 * @param {number} away the least distance from the city's middle to the name
 * @param {number} size the font size
 * @param {typeof USUAL} looking the positions along a city's sides and the distances to try
 * @returns {Lettering.Spot[]}
 */
function rooms(label, wide, high, away, size, looking) {
  const { left, right, top, bottom } = label.held;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({
    left: x,
    right: x + wide,
    top: y,
    bottom: y + high,
  });
  const middle = (top + bottom - high) / 2;
  if (!label.city) {
    return SHIFTS.flatMap((dy) =>
      SHIFTS.map((dx) => ({
        room: at((left + right - wide) / 2 + dx * size, middle + dy * size),
        distance: Math.hypot(dx, dy) / 6,
      })),
    );
  }
  const y = label.city[1];
  // Keep the edge that faces the city in place.
  const across = label.side < 0 ? left : label.side > 0 ? right - wide : (left + right - wide) / 2;
  const along = label.side !== 0 ? middle : (top + bottom) / 2 < y ? bottom - high : top;
  return [{ room: at(across, along), distance: 0 }, ...around(label, wide, high, away, size, looking)];
}

/**
 * Return the boxes around a city in which a name or goods may stand, the near ones first; none for a country.
 *
 * @param {Lettering.Label} label
 * @param {number} wide the width of the box
 * @param {number} high the height of the box
 * @param {number} away the least distance from the city's middle to the box
 * @param {number} size the font size
 * @param {typeof USUAL} looking the positions along a city's sides and the distances to try
 * @returns {Lettering.Spot[]}
 */
function around({ city }, wide, high, away, size, { along, distances }) {
  if (!city) return [];
  const [x, y] = city;
  return distances.flatMap((distance) => {
    const reach = away + distance * size;
    // At a corner the distance is measured diagonally, so it is about 0.7 of it on each axis.
    const beside = { x: reach + wide / 2, y: high / 2 + reach * 0.7 };
    const above = { x: wide / 2 + reach * 0.7, y: reach + high / 2 };
    return along
      .flatMap((share) => [
        { x: x + beside.x - corner(share, reach), y: y + beside.y * share },
        { x: x - beside.x + corner(share, reach), y: y + beside.y * share },
        { x: x + above.x * share, y: y - above.y + corner(share, reach) },
        { x: x + above.x * share, y: y + above.y - corner(share, reach) },
      ])
      .map((at) => ({
        room: { left: at.x - wide / 2, right: at.x + wide / 2, top: at.y - high / 2, bottom: at.y + high / 2 },
        distance,
      }));
  });
}

/**
 * Return how much nearer to a city a box may be if it stands at a corner; 0 elsewhere.
 *
 * @param {number} share the position along the city's side, from -1 to 1
 * @param {number} reach the distance from the city's middle, in board units
 */
const corner = (share, reach) => (Math.abs(share) === 1 ? reach * 0.3 : 0);

/**
 * Draw a name, with a line to it if it is far away.
 *
 * @param {Lettering.Label} label
 * @param {Lettering.Draft | undefined} draft the position; undefined if the name is hidden until the reader zooms in
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
  if (draft.lead) drawLead(label, draft.lead);
}

/**
 * Return the line from a city to a name that is too far away to be recognised as its own.
 *
 * @param {Sent.Point} city
 * @param {Lettering.Box} room
 * @returns {Lettering.Line}
 */
const leadTo = ([x, y], { left, right, top, bottom }) => [
  x,
  y,
  Math.min(Math.max(x, left), right),
  Math.min(Math.max(y, top), bottom),
];

/**
 * Draw the line from a city to its name.
 *
 * @param {Lettering.Label} label
 * @param {Lettering.Line} ends
 */
function drawLead(label, ends) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.setAttribute("class", "lead");
  ["x1", "y1", "x2", "y2"].forEach((name, at) => line.setAttribute(name, String(ends[at])));
  // Put the line below all cities, names and tokens.
  label.shown[0].parentNode?.parentNode?.prepend(line);
  label.lead = line;
}

/**
 * Show a name and its goods where they are at the size of the drawing.
 *
 * @param {Lettering.Label} label
 */
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
 * Return the scale of goods, and the additional scale of the digits on them. Only the digits are enlarged at first.
 *
 * @param {number} unit pixels of a board's unit
 */
function growthOfGoods(unit) {
  const needed = Math.max(1, LEGIBLE / (GOODS * unit));
  const digits = Math.min(LARGER_DIGITS, needed);
  return { digits, scale: needed / digits };
}

/**
 * Move the goods of a city to their position.
 *
 * @param {Lettering.Label} label
 * @param {Lettering.Draft | undefined} draft the position; undefined if the goods are hidden until the reader zooms in
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
  // Scale the digits about their middle.
  const [left, base] = ["x", "y"].map((name) => Number(digits.getAttribute(name)));
  const middle = base - GOODS * 0.35;
  digits.setAttribute(
    "transform",
    `translate(${left} ${middle})scale(${growthOfGoods(unit).digits})translate(${-left} ${-middle})`,
  );
}

/**
 * Return a box that is smaller at every side.
 *
 * @param {Lettering.Box} room
 * @param {number} by
 */
const shrunk = ({ left, top, right, bottom }, by) => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
});
