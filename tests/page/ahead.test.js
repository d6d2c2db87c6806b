// The reader's plans: whose they are, when they are requested again, and what is sent.
import { held } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Ahead } from "../../src/whistlestop/web/table/ahead/plans.js";

const fetching = globalThis.fetch;

/** Return the plans at a table of two at which the reader has the first seat. `sent` lists the page's requests. */
function planning(t, more = {}) {
  const table = {
    state: "playing",
    you: { seat: 0 },
    seats: [{ resigned: false }, { resigned: false }],
    ...more.table,
  };
  const store = {
    id: "any",
    readonly: false,
    update: held({ table }),
    position: held({ players: [{ routes: [] }, { routes: ["LAX-PHX"] }] }),
    mayDecide: held(false),
    seated: (path) => `${path}?as=0`,
    refused: [],
    refuse: (error) => store.refused.push(error.code),
    ...more.store,
  };
  const sent = [];
  let answer = new Response("{}");
  globalThis.fetch = async (path, { method, body } = {}) => {
    sent.push(method ? [path, JSON.parse(body)] : [path]);
    return answer;
  };
  t.after(() => (globalThis.fetch = fetching));
  const answers = (data, status = 200) => (answer = new Response(JSON.stringify(data), { status }));
  return { ahead: new Ahead(store), store, table, sent, answers };
}

const kept = (more) => ({ marked: [], claims: [], dropped: [], ...more });
const PATH = "/api/tables/any/ahead?as=0";

test("who plays plans, while others decide", (t) => {
  assert.ok(planning(t).ahead.waiting);
  assert.ok(!planning(t, { store: { mayDecide: held(true) } }).ahead.waiting);
  assert.ok(planning(t, { store: { mayDecide: held(true) } }).ahead.active);
  assert.ok(!planning(t, { store: { position: held(null) } }).ahead.waiting);
  for (const not of [
    { store: { readonly: true } },
    { store: { update: held(null) } },
    { table: { state: "over" } },
    { table: { you: { seat: null } } },
    { table: { seats: [{ resigned: true }, { resigned: false }] } },
  ]) {
    assert.ok(!planning(t, not).ahead.active, JSON.stringify(not));
  }
});

test("marked and planned routes are shown once each, as long as nobody owns them", (t) => {
  const { ahead } = planning(t);
  ahead.kept.value = kept({ marked: ["DEN-OMA", "LAX-PHX"], claims: [{ route: "DEN-OMA" }, { route: "CHI-PIT" }] });
  assert.deepEqual(ahead.routes, ["DEN-OMA", "CHI-PIT"]);
});

test("it is asked for anew where it may have changed, and only there", async (t) => {
  const { ahead, sent, answers, table } = planning(t);
  const update = (entry) => ({ table, entry });
  const entry = (seat, ...types) => ({ seat, events: types.map((type) => ({ type })) });
  const before = update(entry(1));
  answers(kept({ marked: ["DEN-OMA"] }));
  ahead.heard(null, update(entry(1, "CardDrawn")));
  assert.deepEqual(sent.splice(0), [[PATH]]);
  await new Promise(setImmediate);
  assert.deepEqual(ahead.kept.value.marked, ["DEN-OMA"]);
  ahead.heard(before, update(entry(1, "CardDrawn")));
  // Without plans, a move of the reader changes nothing.
  ahead.heard(before, update(entry(0, "RouteClaimed")));
  assert.deepEqual(sent, []);
  ahead.kept.value = kept({ claims: [{ route: "DEN-OMA", words: "claim DEN-OMA with 4 purple" }] });
  ahead.heard(before, update(entry(1, "CardDrawn")));
  assert.deepEqual(sent, []);
  for (const heard of [entry(0, "RouteClaimed"), entry(1, "TakenBack"), null]) {
    answers(kept({ claims: [{ route: "DEN-OMA", words: "" }] }));
    ahead.heard(before, update(heard));
    assert.deepEqual(sent.splice(0), [[PATH]], JSON.stringify(heard));
    await new Promise(setImmediate);
  }
});

test("what cannot be asked for now stays as it is, and nothing is left after the game", async (t) => {
  const { ahead, sent, answers, table, store } = planning(t);
  ahead.kept.value = kept({ marked: ["DEN-OMA"] });
  answers({ code: "gone" }, 503);
  await ahead.look();
  assert.deepEqual(ahead.kept.value.marked, ["DEN-OMA"]);
  assert.deepEqual(store.refused, []);
  sent.length = 0;
  table.state = "over";
  ahead.heard({ table }, { table, entry: null });
  assert.deepEqual([ahead.kept.value, sent], [kept(), []]);
});

test("marks and plans are put there and taken away, the others staying", async (t) => {
  const { ahead, sent, answers, store } = planning(t);
  const claim = (words) => ({ route: words.split(" ")[1], words });
  const [one, other] = ["claim DEN-OMA with 4 purple", "claim CHI-PIT with 3 black"];
  const steps = [
    [() => ahead.toggleMark("DEN-OMA"), { marked: ["DEN-OMA"] }, kept({ marked: ["DEN-OMA"] })],
    [() => ahead.toggleMark("CHI-PIT"), { marked: ["DEN-OMA", "CHI-PIT"] }, kept({ marked: ["DEN-OMA", "CHI-PIT"] })],
    [() => ahead.toggleMark("DEN-OMA"), { marked: ["CHI-PIT"] }, kept({ marked: ["CHI-PIT"] })],
    [() => ahead.togglePlan(one), { claims: [one] }, kept({ claims: [claim(one)] })],
    [() => ahead.togglePlan(other), { claims: [one, other] }, kept({ claims: [claim(one), claim(other)] })],
    [() => ahead.togglePlan(one), { claims: [other] }, kept({ claims: [claim(other)] })],
  ];
  for (const [act, change, then] of steps) {
    answers(then);
    await act();
    assert.deepEqual(sent.splice(0), [[PATH, change]]);
    assert.deepEqual(ahead.kept.value, then);
  }
  answers({ code: "too_many_plans" }, 422);
  await ahead.togglePlan(one);
  assert.deepEqual(store.refused, ["too_many_plans"]);
  assert.deepEqual(ahead.kept.value.claims, [claim(other)]);
});
