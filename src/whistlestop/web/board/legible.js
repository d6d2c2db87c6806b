// Names where the board is small: drawn larger than the board is, so that they can be read. Not all of
// them have room then; the less important ones wait for a closer look.
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
/** Where it is looked what a name would cover: so many places along it and across it. */
const LOOKS = [9, 3];
/** So many of these places may lie on routes. */
const COVERED = 4;
/** So many of a name that would otherwise be missing. */
const COVERED_AT_WORST = 20;
/** What it costs to stand on another name, on a city's mark, on a figure, or farther from one's city than usual; on a route: 1 a place. */
const ON_NAME = 300;
const ON_MARK = 60;
const ON_FIGURE = 30;
const AWAY = 10;
/** Steps along a side of a city at which its name may stand, as shares of the name's size. */
const ALONG = [0, -0.3, 0.3, -0.6, 0.6];
/** So often all of them begin anew where some lie on one another. */
const ANEW = 4;
/** A name that is shown in any case may stand farther from its city rather than on another one. */
const FARTHER = [0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9];

/** @typedef {import("./names.js").BoardNames} BoardNames */
/** @typedef {import("./names.js").Label} Label */
/** @typedef {import("./names.js").Room} Room */
/** @typedef {{room: Room, lines: string[], size: number, middle: number, scale: number, away: number, crowded: boolean, cost: number}} Draft middle: of its lines; scale: of its goods; away: what its distance costs; crowded: it lies on another name; cost: of where it lies */
/** @typedef {{taken: Room[], marks: {x: number, y: number, r: number}[]}} Others what a name must not cover */
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
  const wanted = JSON.stringify([look, first]);
  if (names.known === wanted) return;
  names.known = wanted;
  const rest = [...names.labels].filter(
    ([, { type, token }]) => type * look.unit < LEGIBLE || (token && GOODS * look.unit < DIGITS),
  );
  const standing = [...names.labels].filter(([code]) => !rest.some(([other]) => other === code));
  for (const [, label] of standing) showFitted(label);
  const others = { taken: standing.map(([, label]) => label.held), marks: marksOf(names, look) };
  for (const [code, { goods, name }] of together(names, rest, look, others, first)) {
    const label = /** @type {Label} */ (names.labels.get(code));
    placeGoods(label, goods);
    drawName(label, name);
    label.taken = name?.room ?? goods?.room;
  }
}

/**
 * Where names have room beside one another. A name that has to be shown, and found room only on another
 * one, looks for it before the others do when all begin anew.
 *
 * @param {BoardNames} names
 * @param {[string, Label][]} rest
 * @param {Look} look
 * @param {Others} others
 * @param {string[]} first
 */
function together(names, rest, look, others, first) {
  /** @type {Set<string>} */
  const eager = new Set();
  const rank = (/** @type {string} */ code) =>
    (eager.has(code) ? 2000 : 0) + (first.includes(code) ? 1000 : 0) + names.routesAt(code);
  const tried = () => {
    const order = [...rest].sort(([a], [b]) => rank(b) - rank(a));
    return oneByOne(names, order, look, others, first);
  };
  let found = tried();
  for (let again = 0, last = found; again < ANEW && last.crowded.length; again += 1) {
    for (const code of last.crowded) eager.add(code);
    last = tried();
    if (last.crowded.length < found.crowded.length) found = last;
  }
  return found.placed;
}

/**
 * Each name looks for the best room that those before it have left.
 *
 * @param {BoardNames} names
 * @param {[string, Label][]} order
 * @param {Look} look
 * @param {Others} others
 * @param {string[]} first
 */
function oneByOne(names, order, look, { taken, marks }, first) {
  const room = { taken: [...taken], marks };
  /** @type {string[]} */
  const crowded = [];
  /** @type {Map<string, {goods?: Draft, name?: Draft}>} */
  const placed = new Map();
  for (const [code, label] of order) {
    const must = first.includes(code);
    const find = (/** @type {Part[]} */ ...parts) => {
      const draft = best(names, label, look, room, parts, must);
      if (draft) room.taken.push(draft.room);
      return draft;
    };
    // Goods stand before the name; where there is no room for both in one, each looks for its own.
    const whole = find("goods", "name");
    const goods = whole ?? (label.token && find("goods"));
    const name = whole ?? (label.token && find("name"));
    placed.set(code, { goods, name });
    if (goods?.crowded || name?.crowded) crowded.push(code);
  }
  // A name over a route says more than none; on a name, a city or a figure it would hide what is there.
  for (const [code, label] of order) {
    const found = placed.get(code);
    if (!found || found.name) continue;
    const name = best(names, label, look, room, ["name"], true);
    if (!name || name.cost > COVERED_AT_WORST + AWAY) continue;
    room.taken.push(name.room);
    found.name = name;
  }
  return { placed, crowded };
}

/**
 * @param {BoardNames} names
 * @param {Look} look
 * @returns {{x: number, y: number, r: number}[]}
 */
function marksOf(names, look) {
  return Object.values(names.geometry.cities).map(([x, y]) => ({ x, y, r: names.marks[0] * look.grown }));
}

/**
 * Where a name has room; undefined: nowhere.
 *
 * @param {BoardNames} names
 * @param {Label} label
 * @param {Look} look
 * @param {Others} others
 * @param {Part[]} parts of the label
 * @param {boolean} must it is shown in any case
 * @returns {Draft | undefined}
 */
function best(names, label, look, { taken, marks }, parts, must) {
  const drafts = draftsOf(names, label, look, parts, must);
  const reach = Math.max(...drafts.map(({ room }) => room.right - room.left)) + 60;
  const [x, y] = label.city ?? [(label.room.left + label.room.right) / 2, label.room.top];
  const near = spacesOf(names.geometry).filter((space) => Math.hypot(space.x - x, space.y - y) < reach);
  const { window } = look;
  const inside = (/** @type {Room} */ room) =>
    room.left >= window.left && room.right <= window.right && room.top >= window.top && room.bottom <= window.bottom;
  /** What it costs to cover more than a route: other names, cities. */
  const hard = (/** @type {Room} */ room) =>
    ON_NAME * taken.filter((other) => meet(room, other)).length +
    ON_MARK * marks.filter((mark) => inCircle(mark)(room)).length +
    ON_FIGURE * look.figures.filter((figure) => meet(room, figure)).length;
  let chosen;
  let least = Infinity;
  for (const draft of drafts) {
    if (!inside(draft.room)) continue;
    const apart = draft.away + hard(draft.room);
    if (apart >= least) continue;
    const cost = apart + covered(draft.room, near, names.geometry.measures.space);
    if (cost < least) [chosen, least] = [{ ...draft, crowded: apart >= ON_NAME, cost }, cost];
    if (cost === 0) break;
  }
  // What is shown in any case stands by itself rather than on something, too.
  return least <= COVERED || (must && !(label.token && parts.length > 1)) ? chosen : undefined;
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
 * How much of a room lies on routes.
 *
 * @param {Room} room
 * @param {Space[]} spaces
 * @param {[number, number]} size of a space
 */
function covered({ left, top, right, bottom }, spaces, size) {
  const [long, wide] = size.map((length) => length / 2);
  const [across, down] = LOOKS;
  const reach = Math.hypot(long, wide);
  const near = spaces.filter(
    ({ x, y }) => x > left - reach && x < right + reach && y > top - reach && y < bottom + reach,
  );
  let found = 0;
  for (let at = 0; at < across * down; at += 1) {
    const x = left + ((right - left) * ((at % across) + 0.5)) / across;
    const y = top + ((bottom - top) * (Math.floor(at / across) + 0.5)) / down;
    const hit = near.some((space) => {
      const { cos, sin } = space;
      const [dx, dy] = [x - space.x, y - space.y];
      return Math.abs(dx * cos + dy * sin) < long && Math.abs(dy * cos - dx * sin) < wide;
    });
    if (hit) found += 1;
  }
  return found;
}

/**
 * Every way in which a name could be drawn, the best ones first.
 *
 * @param {BoardNames} names
 * @param {Label} label
 * @param {Look} look
 * @param {Part[]} parts
 * @param {boolean} must it is shown in any case
 * @returns {Draft[]}
 */
function draftsOf(names, label, look, parts, must) {
  const size = Math.max(label.type, LEGIBLE / look.unit);
  const scale = Math.max(1, DIGITS / (GOODS * look.unit));
  const goods = label.token && parts.includes("goods") ? label.token.width * scale + GAP / look.unit : 0;
  const ways = parts.includes("name") ? label.ways : [{ lines: [], widths: [0] }];
  return ways.flatMap(({ lines, widths }) => {
    const wide = goods + (Math.max(...widths) * size) / label.size;
    const { capital, below } = label.measures;
    const high = Math.max(lines.length ? size * (capital + below + lines.length - 1) : 0, goods);
    const away = names.marks[0] * look.grown + GAP / look.unit;
    const about = rooms(label, wide, high, away);
    const beyond = must ? farther(label, wide, high, away) : [];
    return [...about, ...beyond].map((room, at) => ({
      away: at < about.length ? 0 : AWAY,
      room,
      lines,
      size,
      middle: room.left + goods + (wide - goods) / 2,
      scale,
      crowded: false,
      cost: 0,
    }));
  });
}

/**
 * Where about its city a name may stand: as it was printed, else on any side.
 *
 * @param {Label} label
 * @param {number} wide
 * @param {number} high
 * @param {number} away from the city's middle to the name
 * @returns {Room[]}
 */
function rooms(label, wide, high, away) {
  const { left, right, top, bottom } = label.held;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ left: x, right: x + wide, top: y, bottom: y + high });
  const middle = (top + bottom - high) / 2;
  if (!label.city) return [at((left + right - wide) / 2, middle)];
  const [x, y] = label.city;
  // The edge towards the city stays where it was.
  const across = label.side < 0 ? left : label.side > 0 ? right - wide : (left + right - wide) / 2;
  const along = label.side !== 0 ? middle : (top + bottom) / 2 < y ? bottom - high : top;
  const aside = away * 0.75;
  return [
    at(across, along),
    ...ALONG.flatMap((share) => [
      at(x + away, y - high / 2 + share * high),
      at(x - away - wide, y - high / 2 + share * high),
      at(x - wide / 2 + share * wide, y - away - high),
      at(x - wide / 2 + share * wide, y + away),
    ]),
    at(x + aside, y - aside - high),
    at(x + aside, y + aside),
    at(x - aside - wide, y - aside - high),
    at(x - aside - wide, y + aside),
  ];
}

/**
 * Where it may stand if all of that is taken: the height of the name farther away.
 *
 * @param {Label} label
 * @param {number} wide
 * @param {number} high
 * @param {number} away from the city's middle to the name, otherwise
 * @returns {Room[]}
 */
function farther({ city }, wide, high, away) {
  if (!city) return [];
  const [x, y] = city;
  const beyond = away + high / 2;
  return FARTHER.flatMap((share) => [
    around(x + beyond + wide / 2, y + share * high, wide, high),
    around(x - beyond - wide / 2, y + share * high, wide, high),
    around(x + share * wide, y - beyond - high / 2, wide, high),
    around(x + share * wide, y + beyond + high / 2, wide, high),
  ]);
}

/**
 * @param {number} x the middle
 * @param {number} y
 * @param {number} wide
 * @param {number} high
 * @returns {Room}
 */
const around = (x, y, wide, high) => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });

/**
 * @param {Label} label
 * @param {Draft | undefined} draft undefined: it waits
 */
function drawName(label, draft) {
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
}

/** @param {Label} label */
function showFitted(label) {
  replace(label, label.fitted);
  for (const line of label.fitted) {
    line.classList.remove("waiting");
    if (!line.classList.length) line.removeAttribute("class");
  }
  label.taken = label.held;
  label.token?.group.removeAttribute("transform");
}

/**
 * @param {Label} label
 * @param {Draft | undefined} draft undefined: they wait
 */
function placeGoods({ token }, draft) {
  if (!token) return;
  token.group.classList.toggle("waiting", !draft);
  if (!draft) return;
  const x = draft.room.left + (token.width * draft.scale) / 2;
  const y = (draft.room.top + draft.room.bottom) / 2;
  token.group.setAttribute("transform", `translate(${x} ${y})scale(${draft.scale})translate(${-token.x} ${-token.y})`);
}

/**
 * @param {Room} room
 * @param {number} by
 */
const shrunk = ({ left, top, right, bottom }, by) => ({ left: left + by, top: top + by, right: right - by, bottom: bottom - by });
