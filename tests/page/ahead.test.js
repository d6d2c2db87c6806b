// The reader's plans: whose they are, when they are requested again, and what is sent.
import { held } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Ahead } from "../../src/whistlestop/web/table/ahead/plans.js";
import {
  conditionsWith,
  MOST,
  planWith,
  raised,
  toggled,
  untilWith,
  wordsOf,
} from "../../src/whistlestop/web/table/ahead/steps.js";
import { keepTyped, typedPlan } from "../../src/whistlestop/web/table/ahead/typed.js";

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

const EMPTY = {
  marked: [],
  steps: [],
  claims: [],
  until: "once",
  turns: 0,
  conditions: [],
  dropped: [],
  stopped: null,
};
const kept = (more) => ({ ...EMPTY, ...more });
const claim = (words) => ({ kind: "claim", route: words.split(" ")[1], words });
const draw = (words) => ({ kind: "draw", card: words === "draw deck" ? null : words.split(" ")[1], words });
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
  const steps = [claim("claim DEN-OMA"), claim("claim CHI-PIT with 3 black"), draw("draw blue"), draw("draw deck")];
  ahead.kept.value = kept({ marked: ["DEN-OMA", "LAX-PHX"], steps });
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
  ahead.kept.value = kept({ steps: [draw("draw deck")] });
  ahead.heard(before, update(entry(1, "CardDrawn")));
  assert.deepEqual(sent, []);
  for (const heard of [entry(0, "RouteClaimed"), entry(1, "TakenBack"), null]) {
    answers(kept({ steps: [claim("claim DEN-OMA")] }));
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

test("marks are put there and taken away, the others staying", async (t) => {
  const { ahead, sent, answers, store } = planning(t);
  const steps = [
    [{ marked: ["DEN-OMA"] }, "DEN-OMA"],
    [{ marked: ["DEN-OMA", "CHI-PIT"] }, "CHI-PIT"],
    [{ marked: ["CHI-PIT"] }, "DEN-OMA"],
  ];
  for (const [change, code] of steps) {
    answers(kept(change));
    await ahead.toggleMark(code);
    assert.deepEqual(sent.splice(0), [[PATH, change]]);
    assert.deepEqual(ahead.kept.value, kept(change));
  }
  answers({ code: "illegal_action" }, 422);
  await ahead.keep({ plan: { steps: ["draw deck"], until: "once" } });
  assert.deepEqual(store.refused, ["illegal_action"]);
  assert.deepEqual(ahead.kept.value, kept({ marked: ["CHI-PIT"] }));
});

test("a plan that stopped without a move is asked for, and one that was seen is forgotten", async (t) => {
  const { ahead, sent, answers, table } = planning(t);
  const stopped = { why: "closed", route: "DEN-OMA" };
  answers(kept({ stopped }));
  ahead.heard({ table }, { table, entry: null });
  await new Promise(setImmediate);
  assert.deepEqual(ahead.kept.value.stopped, stopped);
  answers(kept());
  await ahead.keep({ seen: true });
  assert.deepEqual(sent, [[PATH], [PATH, { seen: true }]]);
  assert.deepEqual(ahead.kept.value, kept());
});

test("claims come first, the deck comes last, and what is there goes", () => {
  let steps = [];
  const all = ["draw deck", "draw blue", "claim DEN-OMA", "draw red", "claim CHI-PIT with 3 black"];
  for (const words of all) steps = toggled(steps, words);
  assert.deepEqual(steps, ["claim DEN-OMA", "claim CHI-PIT with 3 black", "draw blue", "draw red", "draw deck"]);
  assert.deepEqual(wordsOf(kept({ steps: steps.map((words) => ({ words })) })), steps);
  assert.deepEqual(toggled(steps, "draw blue"), [...steps.slice(0, 2), "draw red", "draw deck"]);
  assert.ok(all.length < MOST);
});

test("a step moves up by one place, whatever it is", () => {
  const steps = ["claim DEN-OMA", "draw blue", "draw deck"];
  assert.deepEqual(raised(steps, "draw deck"), ["claim DEN-OMA", "draw deck", "draw blue"]);
  assert.deepEqual(raised(steps, "draw blue"), ["draw blue", "claim DEN-OMA", "draw deck"]);
  assert.deepEqual(raised(steps, "claim DEN-OMA"), steps);
  assert.deepEqual(raised(steps, "draw red"), steps);
  assert.deepEqual(steps, ["claim DEN-OMA", "draw blue", "draw deck"]);
});

test("of two quick changes the second is made from what the first one led to", async (t) => {
  const { ahead, sent, answers } = planning(t);
  const add = (words) => ahead.change(({ steps }) => ({ plan: { steps: toggled(wordsOf({ steps }), words) } }));
  answers(kept({ steps: [draw("draw blue")] }));
  const first = add("draw blue");
  const second = first.then(() => answers(kept()));
  const last = add("draw deck");
  await Promise.all([first, second, last]);
  assert.deepEqual(sent, [
    [PATH, { plan: { steps: ["draw blue"] } }],
    [PATH, { plan: { steps: ["draw blue", "draw deck"] } }],
  ]);
});

test("a step that needs more cards is not for one turn", () => {
  assert.equal(untilWith("once", false), "once");
  assert.equal(untilWith("once", true), "claimed");
  assert.equal(untilWith("claimed", false), "claimed");
  assert.equal(untilWith("all_claimed", true), "all_claimed");
});

test("a change of a plan keeps its turns and conditions", () => {
  const conditions = [{ when: "pieces", pieces: 9, card: "" }];
  const plans = kept({ steps: [draw("draw deck")], until: "claimed", turns: 3, conditions });
  const sent = { steps: ["draw deck"], until: "claimed", turns: 3, conditions };
  assert.deepEqual(planWith(plans), sent);
  assert.deepEqual(planWith(plans, { steps: ["draw red"] }), { ...sent, steps: ["draw red"] });
  // Of a plan for one turn, the server chooses the number of turns.
  assert.deepEqual(planWith(kept(), { until: "claimed" }), { steps: [], until: "claimed", conditions: [] });
});

test("a plan has at most one condition of each kind", () => {
  const pieces = { when: "pieces", pieces: 9 };
  assert.deepEqual(conditionsWith([], "pieces", { pieces: 9 }), [pieces]);
  const both = conditionsWith([pieces], "rival", {});
  assert.deepEqual(both, [pieces, { when: "rival" }]);
  assert.deepEqual(conditionsWith(both, "pieces", { pieces: 4 }), [{ when: "rival" }, { when: "pieces", pieces: 4 }]);
  assert.deepEqual(conditionsWith(both, "rival", null), [pieces]);
});

const FACTS = { cards: { kinds: { red: 12, blue: 12, locomotive: 14 } } };

test("a plan can be typed, and what is not typed stays", () => {
  const plans = kept({ steps: [draw("draw deck")], until: "claimed", turns: 3, conditions: [{ when: "ticket" }] });
  const typed = (words, now = plans) => typedPlan(words, now, FACTS);
  const read = (words, now) => {
    const { plan, unread } = typed(words, now);
    assert.equal(unread, "");
    return plan;
  };
  assert.equal(typed("draw red"), null);
  assert.equal(typed(""), null);
  assert.deepEqual(read("Plan stop"), { steps: [], until: "once" });
  assert.deepEqual(read("plan"), planWith(plans));
  const steps = ["claim DEN-OMA with 4 purple", "draw red"];
  assert.deepEqual(read("plan claim DEN-OMA with 4 purple;  else: draw   red ; until all; for 12"), {
    ...planWith(plans, { steps, until: "all_claimed", turns: 12 }),
    language: "en",
  });
  const conditions = [
    { when: "ticket" },
    { when: "pieces", pieces: 7 },
    { when: "card", card: "red" },
    { when: "rival" },
  ];
  assert.deepEqual(read("plan until 7; until RED; until taken"), planWith(plans, { conditions }));
  const once = { steps: ["draw deck"], until: "claimed", turns: 2, conditions: [] };
  assert.deepEqual(read("plan for 2", kept({ steps: [draw("draw deck")] })), once);
  for (const wrong of ["until doomsday", "for 21", "for 0", "for ever", "until", "for"]) {
    assert.equal(typed(`plan draw red; ${wrong}`).unread, wrong);
  }
  // What is no setting is a step. The server refuses those that it does not know.
  assert.deepEqual(read("plan dance").steps, ["dance"]);
});

test("typed words about plans go to the plans, and a setting that makes no sense is refused", async (t) => {
  const { ahead, sent, answers, store } = planning(t, { store: { facts: held(FACTS) } });
  store.ahead = ahead;
  answers(kept());
  assert.equal(keepTyped(store, "draw red"), null);
  assert.equal(await keepTyped(store, "plan draw red"), true);
  const plan = { steps: ["draw red"], until: "once", conditions: [], language: "en" };
  assert.deepEqual(sent, [[PATH, { plan }]]);
  assert.equal(await keepTyped(store, "plan for ever"), false);
  assert.deepEqual(store.refused, ["unread_plan"]);
  assert.equal(sent.length, 1);
});
