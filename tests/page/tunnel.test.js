// The cards that are revealed for a tunnel, one after the other, and how long the table waits for them.
import { asked, held } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Pacing } from "../../src/whistlestop/web/table/store/pacing.js";
import { TunnelTrial } from "../../src/whistlestop/web/table/turn/tunnel-trial.js";

const CARDS = ["red", "blue", "locomotive"];

/** Return an update in which the second seat has entered a tunnel. */
function tried(version, { cards = CARDS, ...more } = {}) {
  const events = [
    { type: "TunnelEntered", seat: 1, route: "A-B", cards: [["red", 2]] },
    ...cards.map((card) => ({ type: "TunnelCardRevealed", card, asks: card !== "blue" })),
    { type: "SurchargeDue", seat: 1, number: 2 },
  ];
  const table = { bot_pace: "natural", seats: [{ kind: "me" }, { kind: "bot" }] };
  return { version, entry: { number: version, seat: 1, events }, position: {}, table, ...more };
}

const drawn = (version) => ({ ...tried(version), entry: { number: version, seat: 1, events: [] } });

/** Return a table that shows a board. `taken` lists the versions of the updates that are shown. */
function table(context, more = {}) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const taken = [];
  const store = { seat: held(0), update: held({ version: 1 }), board: {}, acting: "", drop() {}, ...more };
  store.take = (update) => {
    taken.push(update.version);
    store.update = held(update);
  };
  store.tunnel = new TunnelTrial(store);
  store.pacing = new Pacing(store);
  const turned = () => store.tunnel.shown.value?.turned;
  return { store, taken, turned, tick: (time) => context.mock.timers.tick(time) };
}

test("three cards, one by one, then what they mean, and then the table knows", (context) => {
  const { store, taken, turned, tick } = table(context);
  store.pacing.receive(tried(2));
  for (const card of [0, 1, 2, 3]) {
    assert.equal(turned(), card);
    assert.deepEqual(taken, []);
    tick(500);
  }
  assert.ok(store.tunnel.shown.value.answered);
  // An update that arrives meanwhile is shown afterwards.
  store.pacing.receive(drawn(3));
  assert.deepEqual(taken, []);
  tick(700);
  assert.deepEqual(taken, [2, 3]);
  assert.equal(store.tunnel.shown.value, null);
});

test("it waits three seconds at most, whatever moves", (context) => {
  const { store, taken, tick } = table(context);
  store.pacing.receive(tried(2));
  for (let time = 0; time < 3000; time += 50) tick(50);
  assert.deepEqual(taken, [2]);
});

test("whoever does not want to wait, or has fallen behind, has all at once", (context) => {
  const impatient = [
    ({ store }) => store.tunnel.finish(),
    ({ store }) => store.pacing.flush(),
    ({ store }) => [3, 4, 5, 6].forEach((version) => store.pacing.receive(drawn(version))),
    ({ store }) => store.pacing.receive({ ...drawn(3), log: [] }),
  ];
  for (const happens of impatient) {
    const here = table(context);
    here.store.pacing.receive(tried(2));
    assert.deepEqual(here.taken, []);
    happens(here);
    assert.equal(here.taken[0], 2, String(happens));
    context.mock.timers.reset();
  }
});

test("nobody waits where nothing can be shown, or may move", (context) => {
  const still = { ...tried(2), version: 2 };
  const cases = [
    [still, { board: undefined }],
    [tried(2, { cards: [] }), {}],
    [tried(2, { position: null }), {}],
    [{ ...still, table: { ...still.table, bot_pace: "instant" } }, {}],
  ];
  for (const [update, more] of cases) {
    const { store, taken } = table(context, more);
    store.pacing.receive(update);
    assert.deepEqual(taken, [2]);
    context.mock.timers.reset();
  }
  asked.still = true;
  const { store, taken } = table(context);
  store.pacing.receive(tried(2));
  assert.deepEqual(taken, [2]);
  asked.still = false;
});

test("cards that nobody waits for go by themselves", (context) => {
  const { store, tick } = table(context);
  store.tunnel.lay(tried(2).entry);
  assert.equal(store.tunnel.shown.value.turned, 3);
  assert.ok(!store.tunnel.waits);
  tick(4000);
  assert.equal(store.tunnel.shown.value, null);
});
