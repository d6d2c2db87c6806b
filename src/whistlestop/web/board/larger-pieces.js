// Pieces on a small board. Figures are drawn larger than the rest of the board, and trains broader, as long as they
// cover nothing beside them.

/** The smallest font size of names and numbers on the board, in pixels of the screen. */
export const LEGIBLE = 11.1;
/** The wanted height of figures and breadth of trains, in pixels of the screen. */
const FIGURE = 17;
const TRAIN = 8.5;
/** The largest factors by which figures and trains may grow. Otherwise they would hide the map. */
const FIGURE_MOST = 1.8;
const TRAIN_MOST = 1.45;
/** How much broader a train is than the space below it, in board units. See LARGER in drawing/art/pieces.py. */
const BROADER = 2.4;
/** The gap between trains side by side, in board units. */
const APART = 0.8;

/** @typedef {{x: number, y: number, cos: number, sin: number, route: string}} Space cos, sin: of its angle */

/**
 * Return the factor by which stations and passengers are enlarged.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} unit pixels of a board's unit
 */
export const figureGrowth = ({ measures }, unit) => within(FIGURE / (measures.figure[1] * unit), FIGURE_MOST);

/**
 * Return the factor by which trains are broadened if nothing is beside them.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} unit pixels of a board's unit
 */
export const trainGrowth = ({ measures }, unit) => within(TRAIN / ((measures.space[1] + BROADER) * unit), TRAIN_MOST);

/**
 * Return a factor between 1 and `most`. It is rounded to a twentieth, so that not every change of the window's size
 * changes the pieces.
 *
 * @param {number} wanted
 * @param {number} most
 */
const within = (wanted, most) => Math.round(Math.min(most, Math.max(1, wanted)) * 20) / 20;

/**
 * Return the largest factor by which the trains of each route may be broadened. Trains of two routes side by side
 * share the gap between them.
 *
 * @param {Sent.Geometry} geometry
 * @returns {Map<string, number>} route → factor
 */
export function roomBeside(geometry) {
  const [long, wide] = geometry.measures.space;
  const broad = (wide + BROADER) / 2;
  const spaces = Object.entries(geometry.routes).flatMap(([route, drawn]) =>
    drawn.spaces.map(([x, y, degrees]) => ({ ...turned(degrees), x, y, route })),
  );
  /** @type {Map<string, number>} */
  const room = new Map(Object.keys(geometry.routes).map((route) => [route, TRAIN_MOST]));
  for (const one of spaces) {
    for (const other of spaces) {
      if (one.route === other.route || Math.hypot(one.x - other.x, one.y - other.y) > 2 * long) continue;
      const gap = between(one, other, long / 2, broad);
      if (gap === null) continue;
      const most = Math.max(1, (broad + (gap - APART) / 2) / broad);
      room.set(one.route, Math.min(most, room.get(one.route) ?? most));
    }
  }
  return room;
}

/** @param {number} degrees */
function turned(degrees) {
  const turn = (degrees * Math.PI) / 180;
  return { cos: Math.cos(turn), sin: Math.sin(turn) };
}

/**
 * Return the gap between the trains on two spaces, measured across the first space; null if they are not side by side.
 *
 * @param {Space} one
 * @param {Space} other
 * @param {number} half half the length of a space
 * @param {number} broad half the breadth of a train
 */
function between(one, other, half, broad) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const along = Math.abs(one.cos * other.cos + one.sin * other.sin);
  const across = Math.abs(one.cos * other.sin - one.sin * other.cos);
  const ahead = Math.abs(dx * one.cos + dy * one.sin) - half - along * half - across * broad;
  if (ahead >= 0) return null;
  return Math.abs(dy * one.cos - dx * one.sin) - broad - across * half - along * broad;
}
