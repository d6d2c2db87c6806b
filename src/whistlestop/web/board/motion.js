// Animations of moves. They run on top of a table that is already up to date, so that players need not wait for them.
import { signal } from "../html.js";
import { mayMove } from "../settings.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 200;
const APPEARING = 90;
/**
 * The largest scale of a card at the start of its flight. A flight may start at a whole hand, which is much larger
 * than a card.
 */
const LARGEST = 1.6;

/** Milliseconds after the start of the last animation until all of them count as finished. */
const LONGEST = 4000;

/** Whether any animation is still running. */
export const moving = signal(false);
/** A token for each animation that is still running. */
const aloft = /** @type {Set<object>} */ (new Set());
/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience;

/** Register a new animation. Return the function to call when it has ended. */
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

// Browsers suspend animations in a hidden page, so do not wait for them there.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) landAll();
});

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function run(element, frames, timing) {
  return element.animate(frames, { fill: "backwards", easing: "cubic-bezier(.3,.7,.3,1)", ...timing });
}

/**
 * Return a promise that is fulfilled when an animation has finished or was cancelled.
 *
 * @param {Animation} animation
 */
const over = (animation) =>
  animation.finished.then(
    () => {},
    () => {},
  );

/** @typedef {() => DOMRect | undefined} Somewhere returns a rectangle in the window; undefined if there is none */

/**
 * The animations to start next. Each function measures where its animation begins and ends. Then it returns the
 * function that starts the animation.
 *
 * @type {(() => () => void)[]}
 */
let waiting = [];

/**
 * Start an animation after the page has been painted, so that the reader sees the new state first.
 *
 * @param {() => () => void} look measures, and returns the function that starts the animation
 */
function afterwards(look) {
  // The page is drawn in the first frame, and is on the screen after the second one.
  if (waiting.push(look) === 1) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(depart)));
}

/** Measure for all waiting animations before any starts. Otherwise the browser would lay out the page for each one. */
function depart() {
  const departing = waiting.map((look) => look());
  waiting = [];
  for (const begin of departing) begin();
}

/**
 * Let a card fly from one place in the window to another.
 *
 * @param {Somewhere} from
 * @param {Somewhere} to
 * @param {string} symbol the id of the card's symbol, such as `card-red`
 * @param {number} [delay] milliseconds
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
 * Let a card fly between two rectangles. The promise is fulfilled when the card has landed.
 *
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {string} symbol
 * @param {number} delay
 */
async function launch(from, to, symbol, delay) {
  // An element that is not shown has an empty rectangle, from which no card can fly.
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

/** Remove the cards in flight. The next person at this device must not see them. */
export function removeFlights() {
  for (const card of document.querySelectorAll(".flight")) card.remove();
}

/**
 * Let pieces appear one after the other.
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
 * Fade a new element in once, so that the reader notices it.
 *
 * @param {Element | null} element
 * @param {number} [delay]
 */
export function glow(element, delay = 0) {
  if (!element || !mayMove()) return;
  over(run(element, [{ opacity: 0.15 }, { opacity: 1 }], { duration: STEP + 50, delay })).then(setOut());
}

/**
 * Let a figure travel over points of the board. It is removed at the end.
 *
 * @param {Element} layer the layer of the board to draw on
 * @param {string} symbol the id of the figure's symbol, such as `passenger-1`
 * @param {Sent.Point[]} points
 * @param {number} scale how much larger the figure is than its symbol
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
