// Animations: where they begin and end, when they count as finished, and that the page never waits forever.
import { asked } from "./reader.js";
import { Pictures, Thing, settled } from "./drawing.js";
import assert from "node:assert/strict";
import test from "node:test";

const heard = {};
document.addEventListener = (name, act) => (heard[name] = act);
const { appear, fly, glow, moving, travel } = await import("../../src/whistlestop/web/board/motion.js");

const pictures = new Pictures();

/** Replace timers by those of the test, which run only when the test advances the clock. */
function held(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const later = globalThis.setTimeout;
  // The mocked setTimeout never fires without a delay, so use 0.
  globalThis.setTimeout = (act, wait = 0) => later(act, wait);
  t.after(() => (globalThis.setTimeout = later));
}

/** Run two animation frames, and the timer that follows the second one. */
function shown(t) {
  pictures.next();
  pictures.next();
  t.mock.timers.tick(1);
}

const at = (x, y, width) => ({ x, y, width, height: 60 });
const flights = () => document.body.children.filter((one) => one.words.has("flight"));

test("a card flies after the next picture, from one middle to the other, and is gone", async (t) => {
  held(t);
  const looked = [];
  fly(
    () => (looked.push("from"), at(10, 20, 72)),
    () => (looked.push("to"), at(200, 100, 36)),
    "card-red",
    40,
  );
  assert.ok(moving.value);
  pictures.next();
  assert.deepEqual(looked, []);
  pictures.next();
  t.mock.timers.tick(1);
  assert.deepEqual(looked, ["from", "to"]);
  const [card] = flights();
  assert.equal(card.children[0].getAttribute("href"), "#card-red");
  const [{ frames, timing, land }] = card.animations;
  assert.deepEqual([timing.duration, timing.delay], [250, 40]);
  assert.deepEqual(
    frames.map(({ transform }) => transform),
    ["translate(10px, 26.5px) scale(1)", "translate(182px, 106.5px) scale(0.6)"],
  );
  assert.ok(moving.value);
  land();
  await settled();
  assert.deepEqual(flights(), []);
  assert.ok(!moving.value);
});

test("out of a whole hand comes one card; what is not shown sends none", async (t) => {
  held(t);
  fly(
    () => at(0, 0, 900),
    () => at(50, 50, 72),
    "card-blue",
  );
  fly(
    () => at(0, 0, 0),
    () => at(50, 50, 72),
    "card-blue",
  );
  fly(
    () => undefined,
    () => at(50, 50, 72),
    "card-blue",
  );
  fly(
    () => at(0, 0, 72),
    () => undefined,
    "card-blue",
  );
  shown(t);
  assert.equal(flights().length, 1);
  const [{ frames, land }] = flights()[0].animations;
  assert.match(frames[0].transform, /scale\(1\.6\)$/);
  land();
  await settled();
  assert.ok(!moving.value);
});

test("all places are asked for before anything is changed", (t) => {
  held(t);
  const there = [];
  const place = () => (there.push(flights().length), at(0, 0, 72));
  for (let card = 0; card < 3; card += 1) fly(place, place, "card-red");
  shown(t);
  assert.deepEqual(there, [0, 0, 0, 0, 0, 0]);
  assert.equal(flights().length, 3);
  for (const card of flights()) card.animations[0].land();
  return settled();
});

test("it has landed when the last one has, also one that is taken away", async (t) => {
  held(t);
  const [one, other] = [new Thing("use"), new Thing("use")];
  appear([one, other]);
  assert.deepEqual(
    [one, other].map(({ animations: [{ timing }] }) => timing.delay),
    [0, 90],
  );
  one.animations[0].land();
  await settled();
  assert.ok(moving.value);
  other.animations[0].cancel();
  await settled();
  assert.ok(!moving.value);
});

test("what lands first does not land the others", async (t) => {
  held(t);
  const [one, other] = [new Thing("g"), new Thing("g")];
  glow(one);
  glow(other);
  one.animations[0].land();
  await settled();
  assert.ok(moving.value);
  other.animations[0].land();
  await settled();
  assert.ok(!moving.value);
});

test("nothing is waited for longer than four seconds", (t) => {
  held(t);
  glow(new Thing("g"));
  t.mock.timers.tick(3000);
  glow(new Thing("g"));
  t.mock.timers.tick(3999);
  assert.ok(moving.value);
  t.mock.timers.tick(1);
  assert.ok(!moving.value);
});

test("who looks away has missed it, and nothing moves there or for who asked for stillness", (t) => {
  held(t);
  const piece = new Thing("use");
  appear([piece]);
  assert.ok(moving.value);
  document.hidden = true;
  heard.visibilitychange();
  assert.ok(!moving.value);
  for (const still of [false, true]) {
    document.hidden = !still;
    asked.still = still;
    appear([piece]);
    glow(piece);
    glow(null);
    fly(
      () => at(0, 0, 72),
      () => at(9, 9, 72),
      "card-red",
    );
    travel(
      piece,
      "passenger-1",
      [
        [0, 0],
        [1, 1],
      ],
      1,
    );
    assert.ok(!moving.value);
    assert.equal(piece.animations.length, 1);
  }
  asked.still = false;
  document.hidden = false;
  assert.equal(pictures.due.size, 0);
});

test("a figure travels over every point, and stays nowhere", async (t) => {
  held(t);
  const layer = new Thing("g");
  travel(layer, "passenger-2", [[5, 5]], 1);
  assert.deepEqual(layer.children, []);
  travel(
    layer,
    "passenger-2",
    [
      [0, 14],
      [10, 24],
      [20, 34],
    ],
    1.5,
  );
  const [figure] = layer.children;
  assert.equal(figure.getAttribute("href"), "#passenger-2");
  const [{ frames, land }] = figure.animations;
  assert.deepEqual(
    frames.map(({ transform }) => transform),
    [0, 10, 20].map((xy) => `translate(${xy}px, ${xy}px) scale(1.5)`),
  );
  land();
  await settled();
  assert.deepEqual(layer.children, []);
  assert.ok(!moving.value);
});
