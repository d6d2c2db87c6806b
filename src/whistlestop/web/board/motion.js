// What moves: always laid over a table that is already up to date, so that nobody has to wait for it.
import { signal } from "../html.js";
import { mayMove } from "../settings.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 200;
const APPEARING = 90;
/** How much larger than in flight a card may be when it sets out: from a whole hand, it is one card all the same. */
const LARGEST = 1.6;

/** Whatever has not landed by then, in milliseconds after the last thing set out, is not waited for. */
const LONGEST = 4000;

/** Whether anything has not landed yet. */
export const moving = signal(false);
/** What has not, each by a sign of its own. */
const aloft = /** @type {Set<object>} */ (new Set());
/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience;

/** Something sets out; to be called when it has landed. */
function setOut() {
  const sign = {};
  aloft.add(sign);
  moving.value = true;
  clearTimeout(patience);
  patience = setTimeout(landAll, LONGEST);
  return () => {
    aloft.delete(sign);
    if (aloft.size === 0) landAll();
  };
}

function landAll() {
  clearTimeout(patience);
  aloft.clear();
  moving.value = false;
}

// Where nobody looks, nothing moves on.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) landAll();
});

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function run(element, frames, timing) {
  return element.animate(frames, { fill: "backwards", easing: "cubic-bezier(.3,.7,.3,1)", ...timing });
}

/**
 * Until an animation has ended, whichever way.
 *
 * @param {Animation} animation
 */
const over = (animation) =>
  animation.finished.then(
    () => {},
    () => {},
  );

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
  const land = setOut();
  afterwards(() => {
    const [start, end] = [from(), to()];
    return () => launch(start, end, symbol, delay).then(land);
  });
}

/**
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {string} symbol
 * @param {number} delay
 */
async function launch(from, to, symbol, delay) {
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
  await over(
    run(
      card,
      [
        { transform: place(from, Math.min(LARGEST, Math.max(0.5, from.width / width))), opacity: 1 },
        { transform: place(to, 0.6), opacity: 0.85 },
      ],
      { duration: STEP + 50, delay },
    ),
  );
  card.remove();
}

/** Take away the cards that are on their way: somebody else looks at the page now. */
export function removeFlights() {
  for (const card of document.querySelectorAll(".flight")) card.remove();
}

/**
 * Pieces appear one by one.
 *
 * @param {Element[]} spaces
 */
export function appear(spaces) {
  if (!mayMove()) return;
  const pieces = spaces.map((space, at) =>
    over(run(space, [{ opacity: 0 }, { opacity: 1 }], { duration: STEP, delay: at * APPEARING })),
  );
  Promise.all(pieces).then(setOut());
}

/**
 * Something new catches the eye once.
 *
 * @param {Element | null} element
 * @param {number} [delay]
 */
export function glow(element, delay = 0) {
  if (!element || !mayMove()) return;
  over(run(element, [{ opacity: 0.15 }, { opacity: 1 }], { duration: STEP + 50, delay })).then(setOut());
}

/**
 * A figure travels over points of the board.
 *
 * @param {Element} layer
 * @param {string} symbol `passenger-1`
 * @param {Sent.Point[]} points
 * @param {number} scale how much larger than drawn it is
 */
export function travel(layer, symbol, points, scale) {
  if (!mayMove() || points.length < 2) return;
  const figure = document.createElementNS(SVG, "use");
  figure.setAttribute("href", `#${symbol}`);
  layer.append(figure);
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y - 14}px) scale(${scale})` }));
  over(figure.animate(frames, { duration: STEP + 50, easing: "ease-in-out" }))
    .then(() => figure.remove())
    .then(setOut());
}
