// Hints disappear when the reader has followed them.
import "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { hintFollowed, hints, needsHint } from "../../src/whistlestop/web/settings.js";

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
