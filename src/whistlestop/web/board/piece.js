// A piece cut out of a board, to illustrate a rule. It can show claimed routes, marked places and figures.
import { pointsOf } from "./geometry.js";
import { LIFT } from "./view.js";

/**
 * @typedef {object} Shown
 * @property {string[]} routes the routes that the piece must contain
 * @property {string[]} [places] the places that the piece must contain, with their names
 * @property {Record<string, number>} [owned] route → the number of the colour of the trains on it
 * @property {string[]} [marked] the places with a ring
 * @property {string[]} [path] the routes of a longest path
 * @property {[symbol: string, city: string][]} [figures] the ids of symbols, such as `station-1`, and their cities
 */

/** The margin around routes and places, in board units. */
const ABOUT = 62;
/** The least width and height of a piece, in board units. */
const FEWEST = [420, 220];
/** Cities nearer than this to the edge of the piece are left out. */
const EDGE = 16;
/** Half the usual width of a letter, as a share of the font size. It serves to estimate how wide names are. */
const HALF_LETTER = 0.27;

/**
 * Return a new drawing that shows a piece of a board. The board itself is not changed.
 *
 * @param {SVGSVGElement} board the drawing as the server sends it
 * @param {Sent.Geometry} geometry
 * @param {Shown} shown
 * @param {(code: string) => string} nameOf
 */
export function pieceOf(board, geometry, shown, nameOf) {
  const named = [...board.querySelectorAll(".city")].map((city) => nameIn(city, nameOf));
  const places = new Set(shown.places ?? []);
  const points = [...places].flatMap((code) => pointsOf(geometry, code));
  for (const { code, x, y, half } of named)
    if (places.has(code)) points.push([x - half + ABOUT / 2, y], [x + half - ABOUT / 2, y]);
  for (const code of shown.routes)
    points.push(...geometry.routes[code].spaces.map(([x, y]) => /** @type {Sent.Point} */ ([x, y])));
  const [left, width] = span(
    points.map(([x]) => x),
    FEWEST[0],
    geometry.size[0],
  );
  const [top, height] = span(
    points.map(([, y]) => y),
    FEWEST[1],
    geometry.size[1],
  );
  const inside = (/** @type {number} */ x, /** @type {number} */ y) =>
    x > left + EDGE && x < left + width - EDGE && y > top + EDGE && y < top + height - EDGE;

  const piece = /** @type {SVGSVGElement} */ (board.cloneNode(false));
  piece.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  piece.setAttribute("aria-hidden", "true");
  for (const name of ["width", "height", "role"]) piece.removeAttribute(name);
  for (const layer of board.querySelectorAll(":scope > .map, :scope > .routes, :scope > .places")) {
    piece.append(layer.cloneNode(true));
  }
  piece.querySelector(".map")?.removeAttribute("clip-path");
  for (const route of piece.querySelectorAll("[data-route]")) {
    const code = route.getAttribute("data-route") ?? "";
    const drawn = geometry.routes[code];
    if (!drawn.spaces.some(([x, y]) => x > left && x < left + width && y > top && y < top + height)) route.remove();
    const owner = shown.owned?.[code];
    if (owner) for (const space of route.querySelectorAll("use")) space.setAttribute("href", `#piece-${owner}`);
    route.classList.toggle("longest-path", shown.path?.includes(code) ?? false);
  }
  for (const city of piece.querySelectorAll(".city")) {
    const code = city.id.slice("city-".length);
    if (!inside(...geometry.cities[code])) city.remove();
    const [first, ...rest] = linesOf(city);
    const { name, printed, x, y, half, size } = nameIn(city, nameOf);
    if (first && printed !== name) {
      first.textContent = name;
      for (const line of rest) line.remove();
    }
    // Remove names that do not fit on the piece as a whole.
    const whole = x - half > left && x + half < left + width && y - size > top && y + size / 3 < top + height;
    if (!whole) for (const line of linesOf(city)) line.remove();
    city.classList.toggle("ticket-end", shown.marked?.includes(code) ?? false);
  }
  for (const [symbol, city] of shown.figures ?? []) {
    const figure = document.createElementNS("http://www.w3.org/2000/svg", "use");
    const [x, y] = geometry.cities[city];
    figure.setAttribute("href", `#${symbol}`);
    figure.setAttribute("transform", `translate(${x} ${y - LIFT})`);
    piece.append(figure);
  }
  // An id may occur only once in the page.
  for (const part of piece.querySelectorAll("[id]")) part.removeAttribute("id");
  for (const title of piece.querySelectorAll("title")) title.remove();
  return piece;
}

/**
 * Return the text elements of a city's name, one for each line.
 *
 * @param {Element} city
 */
const linesOf = (city) => [...city.querySelectorAll(":scope > text:not([class])")];

/**
 * Return the name of a city in the reader's language, the printed name, and the approximate position of the name.
 *
 * @param {Element} city
 * @param {(code: string) => string} nameOf
 */
function nameIn(city, nameOf) {
  const lines = linesOf(city);
  const code = city.id.slice("city-".length);
  const words = lines.map((line) => line.textContent ?? "");
  const printed = words.join(" ");
  const name = nameOf(code);
  const longest = name === printed ? Math.max(0, ...words.map((word) => word.length)) : name.length;
  const size = Number(lines[0]?.getAttribute("font-size") ?? city.parentElement?.getAttribute("font-size"));
  return {
    code,
    name,
    printed,
    x: Number(lines[0]?.getAttribute("x")),
    y: Number(lines[0]?.getAttribute("y")),
    half: longest * size * HALF_LETTER,
    size,
  };
}

/**
 * Return where a piece begins along the x or the y axis, and its length. It contains all coordinates, and does not
 * reach beyond the board.
 *
 * @param {number[]} at the coordinates of everything that the piece must contain
 * @param {number} fewest the least length of the piece
 * @param {number} all the length of the board
 * @returns {[from: number, length: number]}
 */
function span(at, fewest, all) {
  const [first, last] = [Math.min(...at) - ABOUT, Math.max(...at) + ABOUT];
  const length = Math.max(fewest, last - first);
  const from = (first + last - length) / 2;
  return [Math.max(0, Math.min(all - length, from)), length];
}
