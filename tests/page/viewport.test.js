// Zooming and moving a board: what stays under the fingers, the limits, and which gestures are taps.
import { asked } from "./reader.js";
import { Pictures, Thing, resized } from "./drawing.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Viewport } from "../../src/whistlestop/web/board/viewport.js";

const [WIDE, HIGH] = [400, 300];

/** Return a viewport whose sheet is as large as its frame. The frame is at (100, 50) in the window. */
function looking(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pictures = new Pictures();
  const hears = {};
  const frame = Object.assign(new Thing("div"), {
    clientWidth: WIDE,
    clientHeight: HIGH,
    captured: [],
    addEventListener: (name, act) => (hears[name] = act),
    getBoundingClientRect: () => ({ left: 100, top: 50, width: frame.clientWidth, height: frame.clientHeight }),
    setPointerCapture: (id) => frame.captured.push(id),
  });
  const sheet = Object.assign(new Thing("div"), { offsetWidth: WIDE, offsetHeight: HIGH });
  const view = new Viewport(frame, sheet);
  const finger = (name, x, y, pointerId = 1, button = 0) => hears[name]({ clientX: x, clientY: y, pointerId, button });
  const wheel = (deltaY, clientX, clientY, deltaMode = 0) =>
    hears.wheel({ deltaY, clientX, clientY, deltaMode, preventDefault() {} });
  /** Return the point of the sheet, relative to its middle, that is shown at a point of the window. */
  const under = (x, y) => [(x - 300 - view.x) / view.scale, (y - 200 - view.y) / view.scale];
  const taps = [];
  view.onTap = (event) => taps.push(event.pointerId);
  return { view, frame, sheet, finger, wheel, under, taps, pictures, rest: (ms) => t.mock.timers.tick(ms) };
}

const near = (one, other, slack = 1e-9) =>
  one.forEach((value, at) => assert.ok(Math.abs(value - other[at]) < slack, `${one} is not ${other}`));

test("what lies under the wheel's pointer stays there, and no closer than six times", (t) => {
  const { view, wheel, under, pictures } = looking(t);
  const before = under(350, 160);
  wheel(-200, 350, 160);
  assert.ok(view.scale > 1.5 && view.scale < 1.8);
  near(under(350, 160), before);
  // In this mode the wheel counts lines, of which each is worth sixteen pixels.
  const { scale } = view;
  wheel(-10, 350, 160, 1);
  assert.ok(Math.abs(view.scale - scale * Math.exp(160 / 400)) < 1e-9);
  for (let turn = 0; turn < 20; turn += 1) wheel(-300, 350, 160);
  assert.equal(view.scale, 6);
  near(under(350, 160), before);
  for (let turn = 0; turn < 40; turn += 1) wheel(300, 120, 60);
  pictures.next();
  near([view.scale, view.x, view.y], [1, 0, 0]);
});

test("however often it moves, it is placed once a picture", (t) => {
  const { sheet, wheel, pictures } = looking(t);
  wheel(-10, 300, 200);
  const { transform } = sheet.style;
  for (let turn = 0; turn < 30; turn += 1) wheel(-10, 300, 200);
  assert.equal(sheet.style.transform, transform);
  assert.equal(pictures.due.size, 1);
  pictures.next();
  assert.notEqual(sheet.style.transform, transform);
});

test("at rest it is painted sharp, and looks where it looked", (t) => {
  const { view, frame, sheet, wheel, pictures, rest } = looking(t);
  let rested = 0;
  view.onRest = () => (rested += 1);
  wheel(-300, 320, 180);
  pictures.next();
  assert.equal(view.painted, 1);
  assert.ok(frame.classList.contains("moving"));
  assert.ok(frame.classList.contains("closer"));
  rest(100);
  wheel(-300, 320, 180);
  rest(159);
  assert.equal(rested, 0);
  rest(1);
  assert.equal(rested, 1);
  assert.ok(!frame.classList.contains("moving"));
  assert.equal(view.painted, view.scale);
  assert.equal(sheet.style.transform, `translate3d(${view.x}px, ${view.y}px, 0px) scale(${view.scale})`);
});

test("while it moves it comes nearer: what perspective makes of it is the place it shall have", (t) => {
  const { view, wheel, pictures } = looking(t);
  wheel(-300, 380, 120);
  pictures.next();
  const [x, y, z, painted] = view
    .transform()
    .match(/-?[\d.]+(?:e-?\d+)?/g)
    .slice(1)
    .map(Number);
  // In perspective, depth enlarges the sheet and its distance from the middle by the same factor.
  const larger = 1000 / (1000 - z);
  near([larger * painted, larger * x, larger * y], [view.scale, view.x, view.y]);
});

test("dragged, it goes along and leaves no gap", (t) => {
  const { view, frame, finger, wheel, pictures, taps } = looking(t);
  wheel(-400 * Math.LN2, 300, 200);
  pictures.next();
  finger("pointerdown", 300, 200);
  finger("pointermove", 330, 190);
  pictures.next();
  near([view.scale, view.x, view.y], [2, 30, -10]);
  assert.deepEqual(frame.captured, [1]);
  finger("pointermove", 2000, -2000);
  pictures.next();
  near([view.x, view.y], [WIDE / 2, -HIGH / 2]);
  finger("pointerup", 2000, -2000);
  assert.deepEqual(taps, []);
});

test("a finger that hardly moves taps; another button does not", (t) => {
  const { view, finger, taps } = looking(t);
  finger("pointerdown", 300, 200);
  finger("pointermove", 303, 203);
  finger("pointerup", 303, 203);
  assert.deepEqual(taps, [1]);
  finger("pointerdown", 300, 200, 1, 2);
  finger("pointerup", 300, 200, 1, 2);
  // The pointer may have been pressed outside of the board, or the system may have cancelled it.
  finger("pointerup", 300, 200, 9);
  finger("pointerdown", 300, 200, 3);
  finger("pointercancel", 300, 200, 3);
  assert.deepEqual(taps, [1]);
  assert.deepEqual([view.x, view.y], [0, 0]);
});

test("two fingers hold what is between them, and are no tap", (t) => {
  const { view, finger, under, taps, pictures } = looking(t);
  finger("pointerdown", 280, 200, 1);
  finger("pointerdown", 320, 200, 2);
  const [left, right] = [under(280, 200), under(320, 200)];
  // The events of two fingers arrive one after the other.
  for (let apart = 20; apart <= 60; apart += 0.25) {
    finger("pointermove", 300 - apart, 200, 1);
    finger("pointermove", 300 + apart, 200, 2);
  }
  near([view.scale], [3]);
  near(under(240, 200), left, 0.5);
  near(under(360, 200), right, 0.5);
  finger("pointerup", 240, 200, 1);
  finger("pointerup", 360, 200, 2);
  pictures.next();
  assert.deepEqual(taps, []);
  near([view.scale], [3]);
});

test("buttons come closer to the middle and show the whole, smoothly if things may move", (t) => {
  const { view, sheet, rest } = looking(t);
  view.zoom(2);
  assert.deepEqual([view.scale, view.x, view.y], [2, 0, 0]);
  assert.equal(sheet.animations.filter(({ timing }) => timing.duration > 100).length, 1);
  rest(1000);
  asked.still = true;
  view.whole();
  assert.deepEqual([view.scale, view.painted], [1, 2]);
  assert.equal(sheet.animations.filter(({ timing }) => timing.duration > 100).length, 1);
  asked.still = false;
  rest(1000);
  assert.equal(view.painted, 1);
});

test("in a larger window there is still no gap", (t) => {
  const { view, frame, finger, wheel, pictures } = looking(t);
  wheel(-400 * Math.LN2, 300, 200);
  finger("pointerdown", 300, 200);
  finger("pointermove", 2000, 200);
  pictures.next();
  assert.equal(view.x, WIDE / 2);
  let rested = 0;
  view.onRest = () => (rested += 1);
  frame.clientWidth = 700;
  resized();
  assert.equal(view.x, (2 * WIDE - 700) / 2);
  assert.equal(rested, 1);
  view.close();
  resized();
  assert.equal(rested, 1);
});
