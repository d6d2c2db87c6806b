// Marks on the map for the tickets on offer. Each ticket has a colour and a letter, which its card shows, too. Its
// ends get a ring and a disc with the letter.

import { pointsOf } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
/** The number of accent colours. Further tickets use them again, with further letters. */
const ACCENTS = 5;
/** The radius of a letter's disc in pixels. */
const DISC = 9;
/** The smallest radius of this disc in board units. */
const SMALLEST = 11;
/** The distance between two rings around the same place, in board units. */
const RINGS_APART = 5;
/** The number of directions in which a letter may stand beside its place. */
const WAYS = 16;

/** @typedef {{ends: string[], faint: boolean}} Offered a ticket on offer; ends: the codes of its places */
/** @typedef {{x: number, y: number, r: number}} Disc */

/** @param {number} at the position in the offer, from 0 */
export const letterOf = (at) => String.fromCharCode(65 + at);

/**
 * Return the CSS class of a ticket's accent colour.
 *
 * @param {number} at the position in the offer, from 0
 */
export const accentOf = (at) => `offer-${letterOf(at % ACCENTS).toLowerCase()}`;

export class OfferRings {
  /** @param {import("./view.js").BoardView} view the view of a board that is in the page */
  constructor(view) {
    this.view = view;
    this.layer = view.layer("offers");
    /** @type {Offered[]} */
    this.offered = [];
    this.drawn = "";
    this.watcher = new ResizeObserver(() => this.show(this.offered));
    this.watcher.observe(view.svg);
  }

  close() {
    this.watcher.disconnect();
    this.layer.remove();
  }

  /** @param {Offered[]} offered */
  show(offered) {
    this.offered = offered;
    const radius = Math.max(SMALLEST, DISC / this.view.unit());
    const wanted = JSON.stringify([offered.map(({ ends }) => ends), radius.toFixed(1), this.view.grown]);
    if (wanted !== this.drawn) {
      this.drawn = wanted;
      this.layer.replaceChildren(...this.groups(offered, radius));
    }
    offered.forEach(({ faint }, at) => this.layer.children[at].classList.toggle("faint", faint));
  }

  /**
   * Return a new SVG group for each ticket, with its rings and letters.
   *
   * @param {Offered[]} offered
   * @param {number} radius the radius of a letter's disc, in board units
   */
  groups(offered, radius) {
    /** @type {Map<string, number>} */
    const rings = new Map();
    const taken = offered.length ? this.obstacles() : { boxes: [], discs: [] };
    return offered.map(({ ends }, at) => {
      const group = element("g", { class: `offer-mark ${accentOf(at)}` });
      for (const points of ends.map((code) => pointsOf(this.view.geometry, code))) {
        points.forEach(([x, y], which) => {
          const key = `${x} ${y}`;
          const before = rings.get(key) ?? 0;
          rings.set(key, before + 1);
          const ring = this.ringAt(x, y) + RINGS_APART * before;
          group.append(element("circle", { class: "offer-ring", cx: x, cy: y, r: ring }));
          // A country has rings at all of its border points, but only one letter. The letters of different tickets
          // stand at different border points.
          if (which !== at % points.length) return;
          const disc = this.besides(x, y, ring, radius, taken);
          taken.discs.push(disc);
          const letter = element("text", { x: disc.x, y: disc.y + radius * 0.46, "font-size": radius * 1.3 });
          letter.textContent = letterOf(at);
          group.append(element("circle", { class: "offer-disc", cx: disc.x, cy: disc.y, r: radius }), letter);
        });
      }
      return group;
    });
  }

  /**
   * Return the radius of the first ring for a ticket, just outside the ring that the drawing has at the place.
   *
   * @param {number} x
   * @param {number} y
   */
  ringAt(x, y) {
    const rings = [...this.view.svg.querySelectorAll(".places .ring")];
    const own = rings.find((ring) => Math.hypot(value(ring, "cx") - x, value(ring, "cy") - y) < 1);
    return own ? value(own, "r") * this.view.grown + 1 : SMALLEST;
  }

  /** Return what letters should not hide: names as boxes, and the spaces of routes and places as discs. */
  obstacles() {
    const { cities, borders, routes } = this.view.geometry;
    const names = /** @type {NodeListOf<SVGGraphicsElement>} */ (
      this.view.svg.querySelectorAll(".city > text, .country")
    );
    const spaces = Object.values(routes).flatMap((route) => route.spaces.map(([x, y]) => ({ x, y, r: 12 })));
    const places = [...Object.values(cities), ...Object.values(borders).flat()].map(([x, y]) => ({ x, y, r: 14 }));
    return { boxes: [...names].map((name) => name.getBBox()), discs: /** @type {Disc[]} */ ([...spaces, ...places]) };
  }

  /**
   * Return the disc for a letter: on the edge of its ring, in the direction in which it hides the least.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} ring
   * @param {number} radius
   * @param {{boxes: DOMRect[], discs: Disc[]}} taken
   * @returns {Disc}
   */
  besides(x, y, ring, radius, { boxes, discs }) {
    const { left, top, right, bottom } = this.view.window;
    const away = ring + radius * 0.8;
    const hidden = (/** @type {Disc} */ disc) => {
      const edge = Math.max(
        left + radius - disc.x,
        top + radius - disc.y,
        disc.x + radius - right,
        disc.y + radius - bottom,
        0,
      );
      const names = boxes.map((box) => {
        const across = Math.min(disc.x + radius, box.x + box.width) - Math.max(disc.x - radius, box.x);
        const down = Math.min(disc.y + radius, box.y + box.height) - Math.max(disc.y - radius, box.y);
        return across > 0 && down > 0 ? across * down : 0;
      });
      const others = discs.map(
        (other) => Math.max(0, radius + other.r - Math.hypot(other.x - disc.x, other.y - disc.y)) ** 2,
      );
      return 1000 * edge + 4 * sum(names) + sum(others);
    };
    const ways = Array.from({ length: WAYS }, (_, way) => {
      const turn = (2 * Math.PI * way) / WAYS;
      const disc = { x: x + Math.sin(turn) * away, y: y - Math.cos(turn) * away, r: radius };
      return { disc, cost: hidden(disc) };
    });
    return ways.reduce((best, way) => (way.cost < best.cost ? way : best)).disc;
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, one) => total + one, 0);

/** @param {Element} of @param {string} name */
const value = (of, name) => Number(of.getAttribute(name));

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, given] of Object.entries(attributes)) made.setAttribute(name, String(given));
  return made;
}
