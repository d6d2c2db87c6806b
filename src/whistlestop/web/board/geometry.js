// Where things lie on a board, in board units.

/**
 * Return the points of a city (one), or of a country (all its border points).
 *
 * @param {Sent.Geometry} geometry
 * @param {string} code
 * @returns {Sent.Point[]}
 */
export function pointsOf(geometry, code) {
  return code in geometry.cities ? [geometry.cities[code]] : (geometry.borders[code] ?? []);
}

/**
 * Return the code of the route whose spaces are nearest to a point; null if none is within reach.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @param {number} reach the greatest distance
 * @param {(code: string) => number} handicap added to the distance, so that usable routes are preferred
 * @returns {string | null}
 */
export function routeAt(geometry, x, y, reach, handicap) {
  let best = null;
  let nearest = reach;
  for (const [code, route] of Object.entries(geometry.routes)) {
    const extra = handicap(code);
    for (const [sx, sy, degrees] of route.spaces) {
      const away = distanceToSpace(geometry.measures.space[0], x - sx, y - sy, degrees) + extra;
      if (away < nearest) {
        nearest = away;
        best = code;
      }
    }
  }
  return best;
}

/**
 * Return the distance from a point, given relative to the middle of a space, to the line along the space.
 *
 * @param {number} length the length of the space
 * @param {number} dx
 * @param {number} dy
 * @param {number} degrees by which the space is turned
 */
function distanceToSpace(length, dx, dy, degrees) {
  const turn = (degrees * Math.PI) / 180;
  const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
  const aside = dy * Math.cos(turn) - dx * Math.sin(turn);
  return Math.hypot(Math.max(0, along - length / 2), aside);
}

/**
 * Return the code of the city nearest to a point; null if none is within reach.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {Iterable<string>} [among] the cities to choose from; without it, all
 * @returns {string | null}
 */
export function cityAt(geometry, x, y, reach, among = Object.keys(geometry.cities)) {
  let best = null;
  let nearest = reach;
  for (const code of among) {
    for (const [cx, cy] of pointsOf(geometry, code)) {
      const away = Math.hypot(x - cx, y - cy);
      if (away < nearest) {
        nearest = away;
        best = code;
      }
    }
  }
  return best;
}
