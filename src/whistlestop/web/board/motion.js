// What moves: always laid over a table that is already up to date, so that nobody has to wait for it.
import { mayMove } from "../settings.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 200;
const APPEARING = 90;
/** How much larger than in flight a card may be when it sets out: from a whole hand, it is one card all the same. */
const LARGEST = 1.6;

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function run(element, frames, timing) {
  return element.animate(frames, { fill: "backwards", easing: "cubic-bezier(.3,.7,.3,1)", ...timing });
}

/** @typedef {() => DOMRect | undefined} Somewhere in the window */

/**
 * What sets out next: each is asked where it begins and ends, and then begins.
 *
 * @type {(() => () => void)[]}
 */
let waiting = [];

/**
 * Something for later than the next picture: first the reader sees how things stand now.
 *
 * @param {() => () => void} look
 */
function afterwards(look) {
  // One frame to draw how things stand, and another one to bring that to the screen.
  if (waiting.push(look) === 1) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(depart)));
}

/** Places are asked for before anything is changed: else the browser would lay out the page for each. */
function depart() {
  const departing = waiting.map((look) => look());
  waiting = [];
  for (const begin of departing) begin();
}

/**
 * A card flies from one place to another.
 *
 * @param {Somewhere} from
 * @param {Somewhere} to
 * @param {string} symbol `card-red`
 * @param {number} [delay]
 */
export function fly(from, to, symbol, delay = 0) {
  if (!mayMove()) return;
  afterwards(() => {
    const [start, end] = [from(), to()];
    return () => launch(start, end, symbol, delay);
  });
}

/**
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {string} symbol
 * @param {number} delay
 */
function launch(from, to, symbol, delay) {
  // What is not shown has no place to fly from.
  if (!from?.width || !to) return;
  const card = document.createElementNS(SVG, "svg");
  card.setAttribute("class", "flight");
  card.setAttribute("viewBox", "0 0 120 78");
  card.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  card.append(use);
  document.body.append(card);
  const width = 72;
  const height = 47;
  const place = (/** @type {DOMRect} */ box, /** @type {number} */ scale) =>
    `translate(${box.x + box.width / 2 - width / 2}px, ${box.y + box.height / 2 - height / 2}px) scale(${scale})`;
  run(
    card,
    [
      { transform: place(from, Math.min(LARGEST, Math.max(0.5, from.width / width))), opacity: 1 },
      { transform: place(to, 0.6), opacity: 0.85 },
    ],
    { duration: STEP + 50, delay },
  ).finished.then(
    () => card.remove(),
    () => card.remove(),
  );
}

/**
 * Pieces appear one by one.
 *
 * @param {Element[]} spaces
 */
export function appear(spaces) {
  if (!mayMove()) return;
  spaces.forEach((space, at) => {
    run(space, [{ opacity: 0 }, { opacity: 1 }], { duration: STEP, delay: at * APPEARING });
  });
}

/**
 * Something new catches the eye once.
 *
 * @param {Element | null} element
 * @param {number} [delay]
 */
export function glow(element, delay = 0) {
  if (!element || !mayMove()) return;
  run(element, [{ opacity: 0.15 }, { opacity: 1 }], { duration: STEP + 50, delay });
}

/**
 * A figure travels over points of the board.
 *
 * @param {Element} layer
 * @param {string} symbol `passenger-1`
 * @param {Sent.Point[]} points
 */
export function travel(layer, symbol, points) {
  if (!mayMove() || points.length < 2) return;
  const figure = document.createElementNS(SVG, "use");
  figure.setAttribute("href", `#${symbol}`);
  layer.append(figure);
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y - 14}px)` }));
  figure
    .animate(frames, { duration: STEP + 50, easing: "ease-in-out" })
    .finished.then(
      () => figure.remove(),
      () => figure.remove(),
    );
}
