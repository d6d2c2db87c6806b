// How wide words are in the type of the drawings: what is set to fit has to know.
import { signal } from "../html.js";

const SIZE = 100;
const FAMILY = "'Whistlestop Text', 'Barlow Semi Condensed', 'Arial Narrow', sans-serif";

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const known = new Map();
/** Until the fonts have loaded, a fallback is measured; callers then measure again. */
const arrived = signal(false);
document.fonts
  .load(`${SIZE}px ${FAMILY}`)
  .catch(() => [])
  .then(() => {
    known.clear();
    arrived.value = true;
  });

/**
 * The width of a line, as a share of the type's size.
 *
 * @param {string} words
 */
export function widthOf(words) {
  arrived.value;
  const found = known.get(words);
  if (found !== undefined) return found;
  pen.font = `${SIZE}px ${FAMILY}`;
  const width = pen.measureText(words).width / SIZE;
  known.set(words, width);
  return width;
}
