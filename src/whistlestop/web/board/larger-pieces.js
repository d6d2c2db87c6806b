// Pieces where the board is small: figures are drawn larger than the board is, and trains broader, as far
// as they cover nothing that lies beside them.

/** No name, digit or number on the board is smaller than this, in pixels of the screen. */
export const LEGIBLE = 11.1;
/** So high figures should be, and so broad trains, in pixels of the screen. */
const FIGURE = 17;
const TRAIN = 8.5;
/** They grow no more than so many times: a map full of them must still be a map. */
const FIGURE_MOST = 1.8;
const TRAIN_MOST = 1.45;
/** How much broader a train is drawn than the space below it: LARGER of drawing/art/pieces.py. */
const BROADER = 2.4;
/** What is left free between trains side by side. */
const APART = 0.8;

/** @typedef {{x: number, y: number, cos: number, sin: number, route: string}} Space */

/**
 * How much larger than drawn stations and passengers are.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} unit pixels of a board's unit
 */
export const figureGrowth = ({ measures }, unit) => within(FIGURE / (measures.figure[1] * unit), FIGURE_MOST);

/**
 * How much broader than drawn trains are where nothing is beside them.
 *
 * @param {Sent.Geometry} geometry
 * @param {number} unit pixels of a board's unit
 */
export const trainGrowth = ({ measures }, unit) => within(TRAIN / ((measures.space[1] + BROADER) * unit), TRAIN_MOST);

/**
 * Steps of a twentieth: while the window is drawn larger little by little, little changes.
 *
 * @param {number} wanted
 * @param {number} most
 */
const within = (wanted, most) => Math.round(Math.min(most, Math.max(1, wanted)) * 20) / 20;

/**
 * How much broader than drawn the trains of each route may be: two side by side share what is between them.
 *
 * @param {Sent.Geometry} geometry
 * @returns {Map<string, number>}
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
 * How far the trains on two spaces are apart, looked at across the first one; null: they are not side by side.
 *
 * @param {Space} one
 * @param {Space} other
 * @param {number} half the length of a space
 * @param {number} broad half as broad as a train
 */
function between(one, other, half, broad) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const along = Math.abs(one.cos * other.cos + one.sin * other.sin);
  const across = Math.abs(one.cos * other.sin - one.sin * other.cos);
  const ahead = Math.abs(dx * one.cos + dy * one.sin) - half - along * half - across * broad;
  if (ahead >= 0) return null;
  return Math.abs(dy * one.cos - dx * one.sin) - broad - across * half - along * broad;
}
