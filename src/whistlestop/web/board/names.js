// Show the names of places in the reader's language. The drawing has the printed names and space for them. A
// translated name stands where the printed one stood. It may be wider if the space beside it is free, and it may
// be broken into two lines. If that is not enough, it is drawn narrower. If the board is too small for
// that, larger-names.js draws the names.

import { LIFT } from "./view.js";

/** The gap around a name that takes more space than the printed one, in board units. */
const APART = 3;
/** The narrowest letters that can be read, as a share of their usual width. Then the font gets smaller instead. */
const NARROWEST = 0.72;
const STEP = 0.02;
/** How far above or below the printed name a name may stand, in board units. */
const SHIFTS = [0, -3, 3, -6, 6];

export class BoardNames {
  /**
   * @param {SVGSVGElement} svg a drawing in the page, with its fonts loaded, because names are measured
   * @param {Sent.Geometry} geometry
   * @param {Record<string, string>} countries code → the printed name
   */
  constructor(svg, geometry, countries) {
    this.geometry = geometry;
    /** The radius of a city's mark, and the size of the number on it, if there is one. */
    this.marks = marksIn(svg);
    /** @type {Map<string, Lettering.Label>} */
    this.labels = new Map();
    /** The look for which larger-names.js arranged the names last, as JSON. The same look is not arranged twice. */
    this.known = "";
    /** @type {Set<string>} the places whose names found no position when no name was preferred */
    this.waiting = new Set();
    /** The places whose names had to be shown nevertheless, as JSON. */
    this.forced = "";
    for (const city of svg.querySelectorAll(".city")) {
      const lines = /** @type {SVGTextElement[]} */ (
        [...city.children].filter((child) => child.tagName === "text" && !child.hasAttribute("class"))
      );
      const code = city.id.slice("city-".length);
      const token = tokenIn(city);
      if (lines.length) this.labels.set(code, measured(lines, geometry.cities[code], token, geometry.measures));
    }
    const written = new Map([...svg.querySelectorAll(".country")].map((text) => [text.textContent, text]));
    for (const [code, name] of Object.entries(countries)) {
      const text = /** @type {SVGTextElement | undefined} */ (written.get(name.toUpperCase()));
      if (text) this.labels.set(code, measured([text], undefined, undefined, geometry.measures));
    }
    this.obstacles = obstacles(svg, geometry);
  }

  /**
   * Return the number of routes at a place.
   *
   * @param {string} code
   */
  routesAt(code) {
    return Object.values(this.geometry.routes).filter(({ ends }) => ends.includes(code)).length;
  }

  /**
   * Show the name of every place in the reader's language, at the size of the drawing.
   *
   * @param {(code: string) => string} nameOf returns the name in the reader's language
   * @param {(code: string) => string} printedOf returns the name in the drawing
   */
  show(nameOf, printedOf) {
    this.known = "";
    for (const [code, label] of this.labels) {
      const name = nameOf(code);
      label.name = name === printedOf(code) ? "" : name;
      replace(label, label.printed);
      // A hidden name would be measured as having no width.
      for (const line of label.printed) {
        line.classList.remove("waiting");
        if (!line.classList.length) line.removeAttribute("class");
      }
      label.fitted = label.printed;
      label.type = label.size;
      label.held = label.room;
      label.taken = label.room;
    }
    draft([...this.labels.values()]);
    for (const label of this.labels.values()) if (label.name) this.fit(label);
  }

  /**
   * Return the place whose name is at a point, or nearest to it; null if none is within reach.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} reach how far from the name the point may be, in board units
   * @param {Iterable<string>} among the places to choose from
   * @returns {string | null}
   */
  at(x, y, reach, among) {
    let best = null;
    let nearest = reach;
    for (const code of among) {
      const room = this.labels.get(code)?.taken;
      if (!room) continue;
      const away = Math.hypot(Math.max(room.left - x, 0, x - room.right), Math.max(room.top - y, 0, y - room.bottom));
      if (away <= nearest) {
        nearest = away;
        best = code;
      }
    }
    return best;
  }

  /**
   * Find a position for a translated name and draw it there. The name is made narrower, then smaller, until it fits.
   *
   * @param {Lettering.Label} label
   */
  fit(label) {
    const others = [...this.labels.values()].filter((other) => other !== label).map((other) => other.held);
    // The loop finds a position at the latest when the name is as narrow as the printed one, whose space is free.
    for (let tight = 1; tight > STEP; tight -= STEP) {
      for (const way of label.ways) {
        const smaller = Math.min(1, tight / NARROWEST);
        const room = this.placed(label, way, tight, smaller, others);
        if (!room) continue;
        label.taken = room;
        label.held = room;
        label.type = label.size * smaller;
        label.fitted = drawn(label, way, room, tight, smaller);
        replace(label, label.fitted);
        return;
      }
    }
  }

  /**
   * Return the first position at which a name covers nothing; undefined if there is none.
   *
   * @param {Lettering.Label} label
   * @param {{lines: string[], widths: number[]}} way how the name is broken into lines
   * @param {number} tight the width of the name, as a share of its usual width
   * @param {number} smaller the font size, as a share of the printed one
   * @param {Lettering.Box[]} others the boxes of all other names
   * @returns {Lettering.Box | undefined}
   */
  placed(label, way, tight, smaller, others) {
    const { left, right, top, bottom } = label.room;
    const width = Math.max(...way.widths) * tight;
    const size = label.size * smaller;
    const { capital, below } = label.measures;
    const half = (size * (capital + below + way.lines.length - 1)) / 2;
    const middle = (top + bottom) / 2;
    const starts = { [-1]: left, 0: (left + right - width) / 2, 1: right - width };
    const kept = /** @type {(-1 | 0 | 1)[]} */ ([...new Set([label.side, 0, -1, 1])]);
    return SHIFTS.map((shift) => middle + shift)
      .flatMap((y) =>
        kept.map((side) => ({ left: starts[side], right: starts[side] + width, top: y - half, bottom: y + half })),
      )
      .find((room) =>
        beyond(room, label.room).every(
          (strip) => !this.obstacles.some((lies) => lies(strip)) && !others.some((other) => meet(strip, other)),
        ),
      );
  }
}

/**
 * Return a label for a printed name, with its measured box.
 *
 * @param {SVGTextElement[]} lines
 * @param {Sent.Point | undefined} city
 * @param {Lettering.Token | undefined} token
 * @param {Sent.Measures} measures
 * @returns {Lettering.Label}
 */
function measured(lines, city, token, measures) {
  const x = city?.[0];
  const size = parseFloat(getComputedStyle(lines[0]).fontSize);
  const half = Math.max(...lines.map((line) => line.getComputedTextLength())) / 2;
  const middle = Number(lines[0].getAttribute("x"));
  const base = Number(lines[0].getAttribute("y"));
  const last = Number(lines[lines.length - 1].getAttribute("y"));
  const room = {
    left: middle - half,
    right: middle + half,
    top: base - size * measures.capital,
    bottom: last + size * measures.below,
  };
  const side = token || (x ?? middle) < room.left ? -1 : (x ?? middle) > room.right ? 1 : 0;
  const capitals = lines[0].classList.contains("country");
  const drawing = { printed: lines, fitted: lines, shown: lines, name: "", size, type: size, base, ways: [] };
  return { ...drawing, city, token, lead: undefined, room, held: room, taken: room, side, capitals, measures };
}

/**
 * Return the merchandise tokens at a city; undefined if there are none.
 *
 * @param {Element} city
 * @returns {Lettering.Token | undefined}
 */
function tokenIn(city) {
  const group = /** @type {SVGGraphicsElement | null} */ (city.querySelector("[id^=tokens-]"));
  if (!group) return undefined;
  const { x, y, width, height } = group.getBBox();
  return { group, digits: group.querySelector("text"), x: x + width / 2, y: y + height / 2, width };
}

/**
 * Return the largest radius of a city's mark, and the font size of the number on it (0 if there is no number).
 *
 * @param {SVGSVGElement} svg
 * @returns {[radius: number, number: number]}
 */
function marksIn(svg) {
  const radii = [...svg.querySelectorAll(".city circle:not(.ring)")].map((mark) => Number(mark.getAttribute("r")));
  return [Math.max(1, ...radii), Number(svg.querySelector(".city .district-number")?.getAttribute("font-size") ?? 0)];
}

/**
 * Return a name broken into two lines, as evenly as possible; an empty result if it cannot be broken.
 *
 * @param {string} name
 */
function halves(name) {
  const breaks = [...name.matchAll(/[ -]/g)].map(({ index = 0 }) => index);
  const pairs = breaks.map((at) => [name.slice(0, at + 1).trim(), name.slice(at + 1)]);
  const longest = (/** @type {string[]} */ pair) => Math.max(...pair.map((line) => line.length));
  return pairs.sort((one, other) => longest(one) - longest(other)).slice(0, 1);
}

/**
 * Compute how names can be broken, the better way first, and how wide their lines would be. All lines are
 * written before any is measured, because otherwise the browser would lay out the whole board each time.
 *
 * @param {Lettering.Label[]} labels whose printed names must be in the page, or they have no width
 */
function draft(labels) {
  const drafts = labels.map((label) => {
    const printed = label.printed.map((line) => line.textContent).join(" ");
    const words = (label.capitals ? label.name.toUpperCase() : label.name) || printed;
    const ways = [[words], ...halves(words)].map((lines) => lines.map((line) => lineBeside(label, line)));
    // A name that was printed in two lines has space for two.
    if (label.printed.length > 1) ways.reverse();
    return ways;
  });
  labels.forEach((label, at) => {
    label.ways = drafts[at].map((texts) => ({
      lines: texts.map((text) => text.textContent ?? ""),
      widths: texts.map((text) => text.getComputedTextLength()),
    }));
  });
  for (const text of drafts.flat(2)) text.remove();
}

/**
 * Return a new text element that looks like the printed name, beside it.
 *
 * @param {Lettering.Label} label
 * @param {string} line
 */
function lineBeside(label, line) {
  const [first] = label.printed;
  const text = /** @type {SVGTextElement} */ (first.cloneNode(false));
  text.textContent = line;
  first.after(text);
  return text;
}

/**
 * Return new text elements for the lines of a name in its position.
 *
 * @param {Lettering.Label} label
 * @param {{lines: string[], widths: number[]}} way how the name is broken into lines
 * @param {Lettering.Box} room the position
 * @param {number} tight the width of the name, as a share of its usual width
 * @param {number} smaller the font size, as a share of the printed one
 */
function drawn(label, way, room, tight, smaller) {
  const size = label.size * smaller;
  return way.lines.map((line, at) => {
    const text = /** @type {SVGTextElement} */ (label.printed[0].cloneNode(false));
    text.textContent = line;
    text.setAttribute("x", String((room.left + room.right) / 2));
    text.setAttribute("y", String(room.top + size * (label.measures.capital + at)));
    if (smaller < 1) text.setAttribute("font-size", String(size));
    if (tight < 1) {
      text.setAttribute("textLength", String(way.widths[at] * tight));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return text;
  });
}

/**
 * Replace the shown lines of a label by others.
 *
 * @param {Lettering.Label} label
 * @param {SVGTextElement[]} lines
 */
export function replace(label, lines) {
  const [first, ...rest] = label.shown;
  if (first === lines[0]) return;
  first.replaceWith(...lines);
  for (const line of rest) line.remove();
  label.shown = lines;
}

/**
 * Return the parts of a rectangle outside another one, with the gap around them.
 *
 * @param {Lettering.Box} room
 * @param {Lettering.Box} known
 * @returns {Lettering.Box[]}
 */
function beyond(room, known) {
  const wide = { ...room, left: room.left - APART, right: room.right + APART };
  const strips = [];
  if (room.left < known.left) strips.push({ ...wide, right: known.left });
  if (room.right > known.right) strips.push({ ...wide, left: known.right });
  if (room.top < known.top) strips.push({ ...wide, top: room.top - APART, bottom: known.top });
  if (room.bottom > known.bottom) strips.push({ ...wide, top: known.bottom, bottom: room.bottom + APART });
  return strips;
}

/**
 * Return whether two boxes overlap.
 *
 * @param {Lettering.Box} one
 * @param {Lettering.Box} other
 */
export const meet = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Return everything on a board that names should not cover, except names.
 *
 * @param {SVGSVGElement} svg
 * @param {Sent.Geometry} geometry
 * @returns {Lettering.Obstacle[]}
 */
function obstacles(svg, geometry) {
  const [width, height] = geometry.size;
  const [figureWidth, figureHeight] = geometry.measures.figure;
  const across = Math.max(...geometry.track.map(([, , wide, high]) => Math.min(wide, high)));
  const inside = { left: across, top: across, right: width - across, bottom: height - across };
  const rings = [...svg.querySelectorAll(".places .ring")];
  const boxes = [...svg.querySelectorAll(".title .cartouche, [id^=tokens-], .water-name, .landmark")];
  return [
    (room) =>
      room.left < inside.left || room.top < inside.top || room.right > inside.right || room.bottom > inside.bottom,
    ...boxes.map((box) => inBox(/** @type {SVGGraphicsElement} */ (box).getBBox())),
    ...rings.map(inRing),
    ...Object.values(geometry.routes).flatMap(({ spaces }) => spaces.map(inSpace(geometry.measures.space))),
    ...Object.values(geometry.cities).map(([x, y]) =>
      inBox(new DOMRect(x - figureWidth / 2, y - LIFT - figureHeight / 2, figureWidth, figureHeight)),
    ),
  ];
}

/** @param {DOMRect} box @returns {Lettering.Obstacle} */
function inBox({ x, y, width, height }) {
  const own = { left: x, top: y, right: x + width, bottom: y + height };
  return (room) => meet(room, own);
}

/** @param {Element} ring */
function inRing(ring) {
  const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(ring.getAttribute(name)));
  return inCircle({ x, y, r });
}

/** @param {{x: number, y: number, r: number}} circle @returns {Lettering.Obstacle} */
export const inCircle =
  ({ x, y, r }) =>
  ({ left, top, right, bottom }) =>
    Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom)) < r;

/**
 * Return whether a box overlaps a space of a route, which may be turned. Two rectangles are apart if a line along an
 * edge of one of them separates them.
 *
 * @param {[number, number]} size the length and width of a space
 * @returns {(space: [number, number, number]) => Lettering.Obstacle}
 */
export const inSpace =
  (size) =>
  ([x, y, degrees]) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [long, wide] = size.map((length) => length / 2);
    return ({ left, top, right, bottom }) => {
      const [dx, dy] = [(left + right) / 2 - x, (top + bottom) / 2 - y];
      const [a, b] = [(right - left) / 2, (bottom - top) / 2];
      const [c, s] = [Math.abs(cos), Math.abs(sin)];
      return (
        Math.abs(dx) < a + long * c + wide * s &&
        Math.abs(dy) < b + long * s + wide * c &&
        Math.abs(dx * cos + dy * sin) < long + a * c + b * s &&
        Math.abs(dy * cos - dx * sin) < wide + a * s + b * c
      );
    };
  };
