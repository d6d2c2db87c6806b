// What a table puts away by itself: hints that were followed, and what was open when the game ends.
import "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { hintFollowed, hints, needsHint } from "../../src/whistlestop/web/settings.js";
import { TableStore } from "../../src/whistlestop/web/table/store/store.js";

test("a hint goes when it was followed twice, and comes back when hints are switched on", () => {
  assert.ok(needsHint("turn"));
  hintFollowed("turn");
  assert.ok(needsHint("turn"));
  hintFollowed("turn");
  assert.ok(!needsHint("turn"));
  assert.ok(needsHint("keep"));
  assert.equal(JSON.parse(localStorage.getItem("whistlestop.hints-followed")).turn, 2);
  hints.value = false;
  assert.ok(!needsHint("keep"));
  hints.value = true;
  assert.ok(needsHint("turn"));
});

test("a ticket stays open from turn to turn, and not into the ending", () => {
  const at = (phase, seat) => ({
    position: { phase, seat, players: [{}, {}] },
    table: { you: { seat: 0 }, moves: 1 },
    version: 1,
    legal: [],
  });
  const store = new TableStore("any");
  store.selection.value = { kind: "ticket", ticket: "A-B" };
  store.settle(at("turn", 0), at("turn", 1));
  assert.equal(store.selection.value.kind, "ticket");
  store.settle(at("turn", 1), at("over", 1));
  assert.equal(store.selection.value, null);
  store.close();
});
