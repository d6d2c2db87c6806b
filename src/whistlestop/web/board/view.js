// A board in the page. It draws places, pieces and marks, and knows no rules. The caller says which pieces lie where
// and what is marked. The drawing has the printed names. names.js replaces them by names in the reader's language.

import { LEGIBLE, figureGrowth, roomBeside, trainGrowth } from "./larger-pieces.js";
import { OfferRings } from "./offers.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far above a city's middle the middles of its figures are, in board units. */
export const LIFT = 16;
/** The font size of the numbers on the score track, in board units. */
const FIELD = 17;
/** The least size of these numbers in pixels at which the track is shown. */
const READ = 9;
/** How much longer and wider than a space the dashed outline of a planned piece is, in board units. */
const ROUND = 5;
/** The gap between a name beside the map and the frame's edge, in pixels. */
const EDGE = 3;

/**
 * @typedef {object} Placed
 * @property {Map<string, number>} owners route → seat
 * @property {string[][]} passengers the cities with passengers, by seat
 * @property {string[][]} stations the cities with stations, by seat
 * @property {Record<string, number | null>} tokens city → the value of its top token; null if none is left
 * @property {number[]} scores the scores, by seat
 * @property {number[]} pieces the numbers of the colours, by seat
 */

/**
 * @typedef {object} Marks codes of routes and of places
 * @property {Iterable<string>} [selectable] routes and places that the reader can choose now
 * @property {Iterable<string>} [highlighted]
 * @property {Iterable<string>} [dimmed]
 * @property {Iterable<string>} [ends] the ends of the reader's tickets
 * @property {Iterable<string>} [way] routes that a ticket still lacks
 * @property {Iterable<string>} [path] routes of the longest path
 * @property {Iterable<string>} [fresh] routes claimed since the reader's turn
 * @property {Iterable<string>} [offered] the ends of tickets on offer, which have rings of their own
 * @property {import("./offers.js").Offered[]} [offers] the tickets on offer, in their order
 * @property {Iterable<string>} [intended] routes that the reader plans to claim
 * @property {Iterable<string>} [tried] routes on which the reader's pieces are shown before they are claimed
 * @property {number} [piece] the number of the reader's colour
 */

const MARK_CLASSES = {
  selectable: "selectable",
  highlighted: "highlighted",
  dimmed: "dimmed",
  ends: "ticket-end",
  way: "way-to-go",
  path: "longest-path",
  fresh: "since-my-turn",
  offered: "offered-end",
  intended: "intended",
  tried: "tried",
};

export class BoardView {
  /**
   * @param {SVGSVGElement} svg the drawing, which the view changes
   * @param {Sent.Geometry} geometry
   */
  constructor(svg, geometry) {
    this.svg = svg;
    this.geometry = geometry;
    /** The font size of the numbers in the cartouche, in board units. */
    this.legend = Number(svg.querySelector(".legend")?.getAttribute("font-size") ?? FIELD);
    /** The part of the drawing that is shown. */
    this.window = this.inside(0);
    this.grown = 1;
    /** The factors by which figures are enlarged and trains are broadened. */
    this.larger = { figures: 1, trains: 1 };
    this.room = roomBeside(geometry);
    /** @type {Placed | undefined} */
    this.placed = undefined;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    // Hide the two thousand shapes from screen readers: the page has the information in words elsewhere.
    svg.setAttribute("aria-hidden", "true");
    svg.removeAttribute("role");
    /** @type {Map<string, {group: Element, spaces: Element[], empty: string[], places: string[]}>} */
    this.routes = new Map();
    for (const group of svg.querySelectorAll("[data-route]")) {
      const spaces = [...group.querySelectorAll("use")];
      const empty = spaces.map((space) => space.getAttribute("href") ?? "");
      const places = spaces.map((space) => space.getAttribute("transform") ?? "");
      this.routes.set(group.getAttribute("data-route") ?? "", { group, spaces, empty, places });
      // The browser would show the English titles as tooltips.
      group.querySelector("title")?.remove();
    }
    svg.querySelectorAll("title").forEach((title) => title.remove());
    /**
     * The names of places; undefined until they are shown in the reader's language.
     *
     * @type {import("./names.js").BoardNames | undefined}
     */
    this.names = undefined;
    this.trying = this.layer("trying");
    // Put this layer below the names.
    svg.querySelector(".places")?.before(this.trying);
    this.standing = this.layer("standing");
    this.markers = svg.querySelector(".markers") ?? this.layer("markers");
    this.offers = new OfferRings(this);
    this.flying = this.layer("flying");
    const discs = [...svg.querySelectorAll("[id^='marker-'] circle")].map((disc) => Number(disc.getAttribute("r")));
    /** A marker's radius, its outline included. */
    this.marker = Math.max(0, ...discs);
    /** @type {Map<string, Element[]>} */
    this.places = new Map();
    for (const code of [...Object.keys(geometry.cities), ...Object.keys(geometry.borders)]) {
      this.places.set(code, []);
    }
    for (const place of svg.querySelectorAll(".city")) {
      this.places.get(place.id.slice("city-".length))?.push(place);
    }
    this.findBorders();
    /**
     * What is shown now, as JSON, by route or by kind of thing. At the beginning no route has an owner.
     *
     * @type {Map<string, string>}
     */
    this.shown = new Map([...this.routes.keys()].map((code) => [code, "null"]));
    /**
     * Elements with a mark, by the mark's class.
     *
     * @type {Map<string, Set<Element>>}
     */
    this.marked = new Map(Object.values(MARK_CLASSES).map((name) => [name, new Set()]));
  }

  /**
   * Return the drawing's rectangle without a strip of this width at every edge, in board units.
   *
   * @param {number} edge
   */
  inside(edge) {
    const [right, bottom] = this.geometry.size.map((size) => size - edge);
    return { left: edge, top: edge, right, bottom };
  }

  /**
   * Leave the score track out if the frame is too small to read it. Return the width of the shown part divided by its
   * height.
   *
   * @param {number} width the width of the frame, in pixels
   * @param {number} height the height of the frame
   */
  fitInto(width, height) {
    const [wide, high] = this.geometry.size;
    const small = Math.min(width / wide, height / high) * FIELD < READ;
    const across = Math.max(...this.geometry.track.map(([, , fieldWide, fieldHigh]) => Math.min(fieldWide, fieldHigh)));
    this.window = this.inside(small ? across : 0);
    const { left, top, right, bottom } = this.window;
    this.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.svg.classList.toggle("trackless", small);
    const unit = Math.min(width / wide, height / high);
    const larger = (/** @type {number} */ size) => String(Math.max(1, LEGIBLE / (size * unit)));
    this.svg.style.setProperty("--track-digits", larger(FIELD));
    this.svg.style.setProperty("--legend", larger(this.legend));
    return (right - left) / (bottom - top);
  }

  /**
   * Return the box in which names may stand. That is the shown part of the board. If the score track is left out, it
   * is also the rest of the frame.
   *
   * @param {{width: number, height: number}} frame in pixels
   * @param {number} unit pixels of a board's unit
   * @returns {Lettering.Box}
   */
  aroundMap({ width, height }, unit) {
    if (!this.svg.classList.contains("trackless")) return this.window;
    const { left, top, right, bottom } = this.window;
    const beside = Math.max(0, (width - 2 * EDGE) / unit - (right - left)) / 2;
    const above = Math.max(0, (height - 2 * EDGE) / unit - (bottom - top)) / 2;
    return { left: left - beside, top: top - above, right: right + beside, bottom: bottom + above };
  }

  /** Add the border points to their countries. The id of a border point is that of a route, which ends there. */
  findBorders() {
    for (const border of this.svg.querySelectorAll(".border")) {
      const name = border.id.slice("border-".length);
      for (const [code, route] of Object.entries(this.geometry.routes)) {
        if (code.replaceAll("/", "-") === name) this.places.get(route.ends[1])?.push(border);
      }
    }
  }

  /**
   * Add a new layer on top of the drawing and return it.
   *
   * @param {string} name
   */
  layer(name) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    this.svg.append(group);
    return group;
  }

  /**
   * @param {string} symbol
   * @param {number} x
   * @param {number} y
   */
  use(symbol, x, y) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${symbol}`);
    use.setAttribute("transform", `translate(${x} ${y})`);
    return use;
  }

  /** Return how far above a city the middles of its figures are. Enlarged figures keep their feet in place. */
  get lift() {
    return LIFT + ((this.larger.figures - 1) * this.geometry.measures.figure[1]) / 2;
  }

  /**
   * Return the rectangles that figures cover.
   *
   * @returns {Lettering.Box[]}
   */
  get figureRooms() {
    const [wide, high] = this.geometry.measures.figure.map((size) => size * this.larger.figures);
    const { passengers, stations } = this.placed ?? { passengers: [], stations: [] };
    /** @type {Map<string, number>} */
    const most = new Map();
    for (const standing of [passengers.flat(), stations.flat()]) {
      for (const city of standing)
        most.set(city, Math.max(most.get(city) ?? 0, standing.filter((other) => other === city).length));
    }
    return [...most].map(([city, n]) => {
      const [x, y] = this.geometry.cities[city];
      return {
        left: x - (n * wide) / 2,
        right: x + (n * wide) / 2,
        top: y - this.lift - high / 2,
        bottom: y - this.lift + high / 2,
      };
    });
  }

  /**
   * Show pieces, figures, tokens and scores.
   *
   * @param {Placed} placed
   */
  show(placed) {
    const { owners, passengers, pieces, scores, stations } = placed;
    this.placed = placed;
    for (const [code, { group, spaces, empty, places }] of this.routes) {
      const owner = owners.get(code);
      const owned = owner === undefined ? "" : `owned-by-${owner + 1}`;
      const broader = Math.min(this.larger.trains, this.room.get(code) ?? 1);
      if (!this.changed(code, owner === undefined ? null : [owner, pieces[owner], broader])) continue;
      for (const name of [...group.classList]) if (name.startsWith("owned-by-")) group.classList.remove(name);
      if (owned) group.classList.add(owned);
      spaces.forEach((space, at) => {
        space.setAttribute("href", owner === undefined ? empty[at] : `#piece-${pieces[owner]}`);
        const scaled = owner === undefined || broader === 1 ? "" : `scale(1 ${broader.toFixed(3)})`;
        space.setAttribute("transform", places[at] + scaled);
      });
    }
    if (this.changed("standing", { passengers, pieces, stations, larger: this.larger.figures })) {
      this.standing.replaceChildren(
        ...this.figures("station", stations, pieces),
        ...this.figures("passenger", passengers, pieces),
      );
    }
    for (const [city, value] of Object.entries(placed.tokens)) {
      if (!this.changed(`tokens ${city}`, value)) continue;
      const tokens = this.svg.querySelector(`#tokens-${CSS.escape(city)}`);
      if (!tokens) continue;
      tokens.classList.toggle("dimmed", value === null);
      const text = tokens.querySelector("text");
      if (text) text.textContent = value === null ? "" : String(value);
    }
    if (this.changed("scores", { pieces, scores })) this.showScores(scores, pieces);
  }

  /**
   * Return whether a value differs from the one shown now, and save it. Only changed parts are painted again.
   *
   * @param {string} what
   * @param {unknown} value
   */
  changed(what, value) {
    const words = JSON.stringify(value);
    if (this.shown.get(what) === words) return false;
    this.shown.set(what, words);
    return true;
  }

  /**
   * @param {string} kind
   * @param {string[][]} rows
   * @param {number[]} pieces
   */
  figures(kind, rows, pieces) {
    /** @type {Map<string, number[]>} */
    const seats = new Map();
    rows.forEach((cities, seat) => {
      for (const city of cities) seats.set(city, [...(seats.get(city) ?? []), seat]);
    });
    return [...seats].flatMap(([city, here]) => {
      const [x, y] = this.geometry.cities[city];
      const { figures } = this.larger;
      const apart = this.geometry.measures.figure[0] * figures;
      return here.map((seat, at) => {
        const figure = this.use(`${kind}-${pieces[seat]}`, x + (at - (here.length - 1) / 2) * apart, y - this.lift);
        if (figures > 1) figure.setAttribute("transform", `${figure.getAttribute("transform")}scale(${figures})`);
        return figure;
      });
    });
  }

  /**
   * @param {number[]} scores
   * @param {number[]} pieces
   */
  showScores(scores, pieces) {
    /** @type {Map<number, number[]>} */
    const fields = new Map();
    scores.forEach((score, seat) => {
      const field = ((score % 100) + 100) % 100;
      fields.set(field, [...(fields.get(field) ?? []), seat]);
    });
    const drawn = [...fields].flatMap(([field, seats]) => {
      const [left, top, width, height] = this.geometry.track[field];
      // Markers stand side by side if the field is long enough. Otherwise they overlap.
      const room = Math.max(width, height) - 2 * this.marker - 2;
      const apart = Math.min(2 * this.marker + 1, room / Math.max(1, seats.length - 1));
      return seats.map((seat, at) => {
        const aside = (at - (seats.length - 1) / 2) * apart;
        const dx = width >= height ? aside : 0;
        const dy = width <= height ? aside : 0;
        return this.use(`marker-${pieces[seat]}`, left + width / 2 + dx, top + height / 2 + dy);
      });
    });
    this.markers.replaceChildren(...drawn);
  }

  /** @param {Marks} marks */
  mark(marks) {
    for (const [kind, name] of /** @type {[keyof typeof MARK_CLASSES, string][]} */ (Object.entries(MARK_CLASSES))) {
      const codes = [...(marks[kind] ?? [])];
      const wanted = new Set(codes.flatMap((code) => this.elements(code)));
      const marked = /** @type {Set<Element>} */ (this.marked.get(name));
      for (const element of marked) if (!wanted.has(element)) element.classList.remove(name);
      for (const element of wanted) if (!marked.has(element)) element.classList.add(name);
      this.marked.set(name, wanted);
    }
    this.offers.show(marks.offers ?? []);
    this.tryPieces([...(marks.tried ?? [])], marks.piece);
  }

  /**
   * Show translucent pieces with a dashed outline on routes that nobody has claimed.
   *
   * @param {string[]} codes
   * @param {number | undefined} piece the number of a colour
   */
  tryPieces(codes, piece) {
    if (!this.changed("trying", [codes, piece, this.larger.trains])) return;
    const pieces = codes.flatMap((code) => {
      const broader = Math.min(this.larger.trains, this.room.get(code) ?? 1);
      return (this.routes.get(code)?.places ?? []).map((place) => this.triedPiece(place, broader, `piece-${piece}`));
    });
    this.trying.replaceChildren(...pieces);
  }

  /**
   * Return a translucent piece with a dashed outline.
   *
   * @param {string} place the transform of the space below it
   * @param {number} broader the factor by which the trains of the route are broadened
   * @param {string} symbol
   */
  triedPiece(place, broader, symbol) {
    const [long, wide] = this.geometry.measures.space;
    const size = { width: long + ROUND, height: (wide + ROUND) * broader };
    const outline = (/** @type {string} */ name) => {
      const line = document.createElementNS(SVG, "rect");
      const edges = { class: name, x: -size.width / 2, y: -size.height / 2, rx: ROUND, ...size };
      for (const [attribute, value] of Object.entries(edges)) line.setAttribute(attribute, String(value));
      return line;
    };
    const train = this.use(symbol, 0, 0);
    train.setAttribute("transform", `scale(1 ${broader})`);
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("transform", place);
    group.append(outline("tried-ground"), train, outline("tried-line"));
    return group;
  }

  /**
   * Return the elements of a route or of a place.
   *
   * @param {string} code the code of the route or place
   * @returns {Element[]}
   */
  elements(code) {
    const route = this.routes.get(code);
    return route ? [route.group] : (this.places.get(code) ?? []);
  }

  /** Return how many pixels a unit of the board is. */
  unit() {
    return this.svg.getBoundingClientRect().width / (this.window.right - this.window.left) || 1;
  }

  /**
   * Set the factor by which the marks of cities are enlarged.
   *
   * @param {number} times
   */
  grow(times) {
    this.grown = times;
    this.svg.style.setProperty("--grown", String(times));
  }

  /**
   * Draw figures and trains large enough to be distinguished.
   *
   * @param {number} unit pixels of a board's unit
   */
  enlarge(unit) {
    this.larger = { figures: figureGrowth(this.geometry, unit), trains: trainGrowth(this.geometry, unit) };
    if (this.placed) this.show(this.placed);
  }

  /**
   * Return the point of the board at a point of the window, in board units.
   *
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{x: number, y: number, unit: number}} unit: the pixels of a board unit
   */
  at(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const { left, top } = this.window;
    const unit = this.unit();
    return { x: left + (clientX - box.left) / unit, y: top + (clientY - box.top) / unit, unit };
  }

  /**
   * Return where a point of the board is in the window, as an empty rectangle in CSS pixels.
   *
   * @param {number} x
   * @param {number} y
   */
  toWindow(x, y) {
    const box = this.svg.getBoundingClientRect();
    const { left, top } = this.window;
    const unit = this.unit();
    return new DOMRect(box.left + (x - left) * unit, box.top + (y - top) * unit, 0, 0);
  }
}
