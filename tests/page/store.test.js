// The parts of a table's store: their state, how updates change it, and who is notified.
import { reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { effect } from "../../src/whistlestop/web/html.js";
import { ReplayStore } from "../../src/whistlestop/web/table/store/replay-store.js";
import { TableStore } from "../../src/whistlestop/web/table/store/store.js";

// The sentences of refusals are there, so that no test sees a request for them.
await reads("en");

const fetching = globalThis.fetch;

/** Return an update of a game of two in which the reader has the first seat. */
function updated(version, { phase = "turn", seat = 1, by = 1, table = {}, ...more } = {}) {
  return {
    version,
    entry: { number: version, seat: by, events: [] },
    table: { state: "playing", moves: version, you: { seat: 0 }, seats: [{ resigned: true }, {}], ...table },
    position: { phase, seat, players: [{ routes: [] }, { routes: [] }] },
    legal: [],
    ...more,
  };
}

/** Return a table's store. `sent` lists its requests, and `answer` answers them. */
function opened(t, made = new TableStore("any")) {
  const sent = [];
  const answers = [];
  globalThis.fetch = async (path, { body } = {}) => {
    sent.push([path, body && JSON.parse(body)]);
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next ?? new Response("{}");
  };
  t.after(() => {
    made.close();
    globalThis.fetch = fetching;
  });
  const answer = (data, status = 200) => answers.push(new Response(JSON.stringify(data), { status }));
  const lost = () => answers.push(new TypeError("lost"));
  return { store: made, sent, answer, lost };
}

const claim = { kind: "claim", words: "claim A-B 1 red", route: "A-B" };

test("the game keeps what an update leaves out, and the log grows by entries", (t) => {
  const { store } = opened(t);
  store.take(updated(1, { log: [{ number: 1, events: [] }], legal: [claim], ways: { W: null } }));
  store.take(updated(2, { position: null, legal: undefined }));
  assert.equal(store.position.value.phase, "turn");
  assert.deepEqual(store.legal.value, [claim]);
  assert.deepEqual([...store.claims.value.keys()], ["A-B"]);
  assert.deepEqual(store.update.value.ways, { W: null });
  assert.deepEqual(
    store.log.value.map((entry) => entry.number),
    [1, 2],
  );
  // An update of the same version replaces the state without news. An update of an older version is ignored.
  store.take(updated(2, { table: { title: "new" } }));
  assert.equal(store.update.value.table.title, "new");
  store.take(updated(1));
  assert.equal(store.update.value.version, 2);
  assert.equal(store.log.value.length, 2);
});

test("missing updates are asked for, and a log is taken whatever is missing", (t) => {
  const { store } = opened(t);
  let asked = 0;
  store.connection.live = { again: () => (asked += 1), close() {} };
  store.take(updated(1));
  store.take(updated(3));
  assert.deepEqual([asked, store.update.value.version], [1, 1]);
  store.take(updated(5, { log: [] }));
  assert.deepEqual([asked, store.update.value.version], [1, 5]);
});

test("signals change together, then the plans hear of it, and last the watchers", (t) => {
  const { store } = opened(t);
  store.take(updated(1, { log: [] }));
  store.choice.pickUp({ kind: "route", route: "A-B" });
  const told = [];
  const stop = effect(() => void told.push([store.update.value.version, store.selection.value?.kind]));
  store.ahead.heard = (before, after) => told.push(["plans", before.version, after.version]);
  store.watchers.add((entry, before, after) => told.push([entry.number, before.version, after.version]));
  store.take(updated(2, { seat: 0 }));
  stop();
  assert.deepEqual(told, [
    [1, "route"],
    [2, undefined],
    ["plans", 1, 2],
    [2, 1, 2],
  ]);
});

test("what was missed while the connection was lost is told to no watcher", (t) => {
  const { store } = opened(t);
  const told = [];
  store.watchers.add((entry) => told.push(entry.number));
  store.take(updated(1, { log: [] }));
  store.connection.returning = true;
  store.take(updated(2, { position: null }));
  store.take(updated(3, { position: null }));
  assert.deepEqual(told, [1]);
  store.take(updated(4));
  store.take(updated(5, { position: null }));
  assert.deepEqual(told, [1, 4, 5]);
});

test("a ticket stays open from turn to turn, and not into the ending", (t) => {
  const { store } = opened(t);
  store.take(updated(1, { seat: 0 }));
  store.choice.pickUp({ kind: "ticket", ticket: "A-B" });
  store.take(updated(2, { seat: 1 }));
  assert.equal(store.selection.value.kind, "ticket");
  assert.ok(!store.presentation.witnessed);
  store.take(updated(3, { seat: 1, phase: "over" }));
  assert.equal(store.selection.value, null);
  assert.ok(store.presentation.witnessed);
});

test("tickets chosen to keep are forgotten with another offer only", (t) => {
  const { store } = opened(t);
  const offered = (version, offer) => {
    const update = updated(version);
    update.position.players[0].offer = offer;
    store.take(update);
  };
  offered(1, ["A", "B"]);
  for (const code of ["A", "B", "A"]) store.choice.toggleKept(code);
  offered(2, ["A", "B"]);
  assert.deepEqual(store.keeping.value, ["B"]);
  offered(3, undefined);
  assert.deepEqual(store.keeping.value, []);
});

test("the server says why a route or city cannot be had, and only then", async (t) => {
  const { store, sent, answer } = opened(t, new TableStore("any", 0));
  store.take(updated(1, { legal: [claim] }));
  sent.length = 0;
  await store.chooseRoute("A-B", "red");
  assert.deepEqual(store.selection.value, { kind: "route", route: "A-B", card: "red" });
  assert.deepEqual(sent, []);
  answer({ code: "cards" });
  await store.chooseRoute("C-D");
  assert.deepEqual(store.reason.value, { code: "cards", about: "C-D" });
  answer({ code: "no_stations" });
  await store.chooseStation("C");
  assert.deepEqual(store.reason.value, { code: "no_stations", about: "C" });
  assert.deepEqual(
    sent.map(([path]) => path),
    ["/api/tables/any/why?route=C-D&seat=0", "/api/tables/any/why?city=C&seat=0"],
  );
  store.drop();
  assert.deepEqual([store.selection.value, store.reason.value], [null, null]);
});

test("one action at a time is sent, again with the same id if the answer is lost", async (t) => {
  const { store, sent, answer, lost } = opened(t);
  store.take(updated(1));
  store.choice.pickUp({ kind: "card", card: "red" });
  lost();
  answer({ version: 1 });
  const first = store.act("draw red");
  assert.ok(store.acting);
  assert.equal(await store.act("draw blue"), false);
  assert.equal(await first, true);
  assert.equal(sent.length, 2);
  assert.equal(sent[0][1].id, sent[1][1].id);
  assert.equal(sent[0][1].action, "draw red");
  assert.deepEqual([store.acting, store.selection.value], ["", null]);
});

test("an update with the reader's move ends the action before its answer is there", (t) => {
  const { store } = opened(t);
  store.take(updated(1));
  store.choice.pickUp({ kind: "card", card: "red" });
  store.requests.acting = "some-id";
  store.take(updated(2, { by: 1 }));
  assert.equal(store.acting, "some-id");
  store.take(updated(3, { by: 0 }));
  assert.deepEqual([store.acting, store.selection.value], ["", null]);
});

test("an entry that is no move does not end the action", (t) => {
  const { store } = opened(t);
  store.take(updated(1));
  store.requests.acting = "some-id";
  const update = updated(2, { by: 0 });
  store.take({ ...update, entry: { ...update.entry, move: null } });
  assert.equal(store.acting, "some-id");
});

test("an action that the coach warns of is sent only if the reader is sure", async (t) => {
  const { store, sent, answer } = opened(t);
  store.take(updated(1));
  store.choice.pickUp({ kind: "card", card: "red" });
  const asked = [];
  store.advice.objection = async (...given) => asked.push(given) > 0;
  assert.equal(await store.act("draw red", "de"), false);
  assert.deepEqual([asked, sent.length, store.acting], [[["draw red", "de"]], 0, ""]);
  assert.equal(store.selection.value.kind, "card");
  answer({ version: 1 });
  assert.equal(await store.act("draw red", "de", true), true);
  store.advice.objection = async () => false;
  answer({ version: 1 });
  assert.equal(await store.act("draw red"), true);
  assert.deepEqual([asked.length, sent.length], [1, 2]);
});

test("a refusal stays until the game goes on, and longer if what failed can be tried again", async (t) => {
  const { store, answer } = opened(t);
  store.take(updated(1, { legal: [claim] }));
  const refusal = { error: { code: "not_your_turn", message: "", details: {} } };
  answer(refusal, 409);
  assert.equal(await store.act("draw red"), false);
  assert.ok(store.problem.value);
  store.take(updated(2, { legal: [claim], table: { moves: 1 } }));
  assert.ok(store.problem.value);
  store.take(updated(3, { legal: [claim] }));
  assert.equal(store.problem.value, null);
  answer(refusal, 409);
  await store.act(claim.words);
  store.take(updated(4, { legal: [claim] }));
  assert.ok(store.problem.value);
  store.requests.dismiss();
  assert.equal(store.problem.value, null);
  answer(refusal, 409);
  assert.equal(await store.ask("chat", { text: "hello" }), null);
  assert.ok(store.problem.value);
});

test("a replay shows moments with the log up to them, and steps forward to its watchers", (t) => {
  const { store } = opened(t, new ReplayStore("any"));
  const told = [];
  store.watchers.add((entry) => told.push(entry.number));
  store.show(updated(1, { legal: [claim] }), null);
  store.hold([1, 2, 3].map((number) => ({ number, events: [] })));
  assert.deepEqual([store.readonly, store.legal.value, store.seat.value], [true, [], 0]);
  store.show(updated(2), 1);
  assert.deepEqual([store.eyes.value, store.seat.value], [1, 1]);
  assert.equal(store.log.value.length, 2);
  store.show(updated(1), 1);
  store.show(updated(3), 1);
  assert.equal(store.log.value.length, 3);
  assert.deepEqual(told, [2]);
});
