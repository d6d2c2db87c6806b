// The scenes of the final scoring on the map: an SVG over the board, which is removed after the last scene.
import { pointsOf } from "../../board/geometry.js";

const SVG = "http://www.w3.org/2000/svg";
/** The share of a scene's time in which things move. For the rest, they stand still. */
const MOVING = 0.62;
/** The gap between markers on one field, in board units. It is smaller if the field is too small. */
const APART = 1;
/** How much larger markers are while they race. */
const LARGER = 1.5;

export class Stage {
  /**
   * @param {import("../../board/view.js").BoardView} view
   * @param {number[]} pieces for each seat, the number of its colour
   */
  constructor(view, pieces) {
    this.view = view;
    this.geometry = view.geometry;
    this.pieces = pieces;
    this.host = document.createElement("div");
    this.host.className = "ending-stage";
    this.host.setAttribute("aria-hidden", "true");
    this.svg = make("svg", { class: "drawing" });
    this.scenery = make("g", {});
    this.markers = pieces.map((piece) => make("use", { href: `#marker-${piece}` }));
    this.svg.append(this.scenery, ...this.markers);
    this.host.append(this.svg);
    view.svg.parentElement?.append(this.host);
    view.svg.classList.add("telling");
    this.fit();
    this.place(pieces.map(() => 0));
  }

  /** Show the same part of the board as the board's own SVG. On a small screen, the score track is left out. */
  fit() {
    this.svg.setAttribute("viewBox", this.view.svg.getAttribute("viewBox") ?? "");
    this.svg.classList.toggle("trackless", this.view.svg.classList.contains("trackless"));
  }

  /** Remove the scenes, and show the board as before. */
  close() {
    this.view.svg.classList.remove("telling");
    this.host.remove();
  }

  /** Remove what the last scene has drawn. */
  clear() {
    this.fit();
    this.scenery.replaceChildren();
  }

  /**
   * Add an SVG group in a seat's colour, with more class names, and return it.
   *
   * @param {number} seat
   * @param {string} [more]
   */
  group(seat, more = "") {
    const group = make("g", { class: `by-${this.pieces[seat]} ${more}` });
    this.scenery.append(group);
    return group;
  }

  /**
   * Show a ticket: its ends, and the routes that join them or, if it failed, the gap between them.
   *
   * @param {number} seat
   * @param {Sent.Ticket} ticket
   * @param {Sent.TicketWay} way
   * @param {number} points
   * @param {number} milliseconds
   */
  ticket(seat, ticket, way, points, milliseconds) {
    const group = this.group(seat, points > 0 ? "told-done" : "told-failed");
    const starts = pointsOf(this.geometry, ticket.origin);
    const goals = ticket.options.flatMap(([goal]) => pointsOf(this.geometry, goal));
    const trails = this.trails(way.routes.length ? way.routes : way.missing);
    // If no path was open any more, draw the gap as a straight line.
    const lines = trails.length ? trails : [[starts[0], goals[0]]];
    if (points > 0) this.draw(group, lines, milliseconds);
    else group.append(make("path", { class: "told-gap", d: path(lines) }));
    const line = lines[0];
    // A ticket can have several goals. If it is completed, show only the one that was reached.
    const ends = points > 0 ? [line[0], line[line.length - 1]] : [...starts, ...goals];
    group.append(...ends.map(([cx, cy]) => make("circle", { class: "told-end", cx, cy, r: 15 })));
    const [x, y] = line.length > 2 ? line[Math.floor(line.length / 2)] : middle(line);
    group.append(...this.badge(points, x, y));
  }

  /**
   * Show the longest path, with a train that runs along it.
   *
   * @param {number} seat
   * @param {string[]} routes
   * @param {number} milliseconds
   */
  walk(seat, routes, milliseconds) {
    const [points] = this.trails(routes);
    if (!points) return;
    const group = this.group(seat, "told-done");
    this.draw(group, [points], milliseconds, "linear");
    const train = make("use", { href: `#piece-${this.pieces[seat]}` });
    group.append(train);
    const steps = lengths(points);
    const whole = steps[steps.length - 1] || 1;
    let turned = 0;
    const frames = points.map(([x, y], at) => {
      const [nx, ny] = points[at + 1] ?? points[at];
      const [bx, by] = at + 1 < points.length ? [x, y] : points[at - 1];
      const angle = (Math.atan2(ny - by, nx - bx) * 180) / Math.PI;
      // Turn the shorter way round, so that the train does not spin.
      turned += ((((angle - turned) % 360) + 540) % 360) - 180;
      return { transform: `translate(${x}px, ${y}px) rotate(${turned}deg) scale(1.5)`, offset: steps[at] / whole };
    });
    train.animate(frames, { duration: milliseconds * MOVING, fill: "forwards" });
  }

  /**
   * Show the routes of several completed tickets of a seat at once.
   *
   * @param {number} seat
   * @param {string[][]} ways for each ticket, the codes of its routes
   * @param {number} milliseconds
   */
  linked(seat, ways, milliseconds) {
    const trails = ways.flatMap((routes) => this.trails(routes));
    this.draw(this.group(seat, "told-done"), trails, milliseconds);
  }

  /**
   * Draw a ring around each place that scores.
   *
   * @param {number} seat
   * @param {string[]} codes
   */
  ring(seat, codes) {
    const group = this.group(seat, "told-places");
    const points = codes.flatMap((code) => pointsOf(this.geometry, code));
    group.append(...points.map(([cx, cy]) => make("circle", { class: "told-place", cx, cy, r: 19 })));
  }

  /**
   * Move the markers field by field along the score track.
   *
   * @param {number[]} before the score of each seat
   * @param {number[]} after the score of each seat
   * @param {number} milliseconds
   */
  race(before, after, milliseconds) {
    this.place(after);
    after.forEach((total, seat) => {
      const step = Math.sign(total - before[seat]);
      if (!step) return;
      const frames = [];
      for (let field = before[seat]; field !== total + step; field += step) {
        const [x, y] = this.field(seat, field);
        frames.push({ transform: `translate(${x}px, ${y}px) scale(${LARGER})` });
      }
      this.markers[seat].animate(frames, { duration: milliseconds * MOVING, easing: "cubic-bezier(.4,.1,.3,1)" });
    });
  }

  /**
   * Put each seat's marker on the field of its score.
   *
   * @param {number[]} totals
   */
  place(totals) {
    totals.forEach((total, seat) => {
      const [x, y] = this.field(seat, total);
      this.markers[seat].setAttribute("transform", `translate(${x} ${y}) scale(${LARGER})`);
    });
  }

  /**
   * Return the point of the board at which a seat's marker stands for a score.
   *
   * @param {number} seat
   * @param {number} points
   * @returns {Sent.Point}
   */
  field(seat, points) {
    const { track } = this.geometry;
    const [left, top, width, height] = track[((points % track.length) + track.length) % track.length];
    const size = 2 * this.view.marker * LARGER;
    const count = this.pieces.length;
    const apart = Math.min(size + APART, Math.max(6, Math.max(width, height) - size) / Math.max(1, count - 1));
    const aside = (seat - (count - 1) / 2) * apart;
    return [left + width / 2 + (width >= height ? aside : 0), top + height / 2 + (width < height ? aside : 0)];
  }

  /**
   * Draw lines that grow from their first points.
   *
   * @param {Element} group
   * @param {Sent.Point[][]} trails
   * @param {number} milliseconds
   * @param {string} [easing]
   */
  draw(group, trails, milliseconds, easing = "ease-in-out") {
    const d = path(trails);
    const lines = ["told-casing", "told-line"].map((name) => make("path", { class: name, d, pathLength: 1 }));
    group.append(...lines);
    for (const line of lines) {
      line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: milliseconds * MOVING, easing });
    }
  }

  /**
   * Return the elements of a badge with points, such as +4, at a point of the board.
   *
   * @param {number} points
   * @param {number} x
   * @param {number} y
   */
  badge(points, x, y) {
    const words = points > 0 ? `+${points}` : `−${-points}`;
    const wide = 26 + 17 * words.length;
    const text = make("text", { class: "told-points", x, y: y + 12 });
    text.textContent = words;
    return [make("rect", { class: "told-badge", x: x - wide / 2, y: y - 24, width: wide, height: 48, rx: 24 }), text];
  }

  /**
   * Return the points along routes. A new trail begins at each route that does not continue the
   * route before it.
   *
   * @param {string[]} routes
   * @returns {Sent.Point[][]}
   */
  trails(routes) {
    const drawn = routes.map((code) => this.geometry.routes[code]);
    /** @type {Sent.Point[][]} */
    const found = [];
    let here = "";
    drawn.forEach(({ ends, spaces }, at) => {
      if (!ends.includes(here)) {
        const next = drawn[at + 1]?.ends ?? [];
        here = next.includes(ends[0]) && !next.includes(ends[1]) ? ends[1] : ends[0];
        found.push([]);
      }
      const points = found[found.length - 1];
      const along = spaces.map(([x, y]) => /** @type {Sent.Point} */ ([x, y]));
      if (ends[0] !== here) along.reverse();
      if (!points.length) points.push(this.nearest(here, along[0]));
      here = ends[0] === here ? ends[1] : ends[0];
      points.push(...along, this.nearest(here, along[along.length - 1]));
    });
    return found;
  }

  /**
   * Return the point of a place that is nearest to another point. A country has several points.
   *
   * @param {string} code
   * @param {Sent.Point} beside
   * @returns {Sent.Point}
   */
  nearest(code, [x, y]) {
    const away = (/** @type {Sent.Point} */ [px, py]) => Math.hypot(px - x, py - y);
    return pointsOf(this.geometry, code).reduce((best, point) => (away(point) < away(best) ? point : best));
  }
}

/**
 * Return a new SVG element.
 *
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function make(name, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Return the `d` of an SVG path along some lines.
 *
 * @param {Sent.Point[][]} trails
 */
const path = (trails) => trails.map((points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`).join("");

/** @param {Sent.Point[]} line with two points */
const middle = ([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2];

/**
 * Return the distance of each point from the first one, measured along the line.
 *
 * @param {Sent.Point[]} points
 */
function lengths(points) {
  let sum = 0;
  return points.map(([x, y], at) => {
    const [bx, by] = points[at - 1] ?? [x, y];
    sum += Math.hypot(x - bx, y - by);
    return sum;
  });
}
