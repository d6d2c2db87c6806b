// Use the map by keyboard: an arrow key goes to the next route in its direction.

/** @type {Record<string, Sent.Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** How much more a distance across the arrow's direction counts than one along it. */
const ASIDE = 3;

/**
 * Return the middle of a route, in board units.
 *
 * @param {Sent.Geometry} geometry
 * @param {string} code
 * @returns {Sent.Point}
 */
export function middleOf(geometry, code) {
  const { spaces } = geometry.routes[code];
  const [first, last] = [spaces[Math.floor((spaces.length - 1) / 2)], spaces[Math.floor(spaces.length / 2)]];
  return [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
}

/**
 * Return the next route in the direction of an arrow key; without `from`, the route nearest to `start`.
 *
 * @param {Sent.Geometry} geometry
 * @param {string[]} among the codes of the routes to choose from
 * @param {string | null} from the code of the present route
 * @param {string} key the name of an arrow key, such as `ArrowLeft`
 * @param {Sent.Point} start the point from which the first route is searched
 * @returns {string | null} `from` if no route lies in that direction
 */
export function nextRoute(geometry, among, from, key, start) {
  const [ax, ay] = DIRECTIONS[key];
  const [x, y] = from ? middleOf(geometry, from) : start;
  let best = from;
  let nearest = Infinity;
  for (const code of among) {
    if (code === from) continue;
    const [ox, oy] = middleOf(geometry, code);
    const [dx, dy] = [ox - x, oy - y];
    const along = dx * ax + dy * ay;
    const across = Math.abs(dx * ay - dy * ax);
    // Accept up to 45 degrees to each side. So some key reaches every route.
    if (from && (along <= 0 || across > along)) continue;
    const away = from ? along + ASIDE * across : Math.hypot(dx, dy);
    if (away < nearest) [best, nearest] = [code, away];
  }
  return best;
}
