// Which puzzles were tried, and which one comes next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, nextPuzzle, starsOf, withTried } from "../../src/whistlestop/web/table/puzzle/choosing.js";

const puzzles = ["usa-a", "usa-b", "usa-c", "london-a"].map((id) => ({
  id,
  edition: id.slice(0, id.indexOf("-")),
  difficulty: 1,
}));

test("the stars are as many as the difficulty, five in all", () => {
  assert.deepEqual(starsOf(1), [true, false, false, false, false]);
  assert.deepEqual(starsOf(5), [true, true, true, true, true]);
});

test("the first result of a puzzle stays", () => {
  const once = withTried({}, "usa-a", false);
  assert.deepEqual(once, { "usa-a": false });
  assert.equal(withTried(once, "usa-a", true), once);
  assert.deepEqual(withTried(once, "usa-b", true), { "usa-a": false, "usa-b": true });
});

test("the next puzzle is on the same board, and was not tried", () => {
  assert.equal(nextPuzzle(puzzles, puzzles[0], {}), "usa-b");
  assert.equal(nextPuzzle(puzzles, puzzles[0], { "usa-b": false }), "usa-c");
  assert.equal(nextPuzzle(puzzles, puzzles[2], { "usa-c": true }), "usa-a");
  assert.equal(nextPuzzle(puzzles, puzzles[2], { "usa-a": true, "usa-b": true }), null);
  assert.equal(nextPuzzle(puzzles, puzzles[3], {}), null);
});

test("results are counted", () => {
  assert.deepEqual(countsOf(puzzles, { "usa-a": true, "london-a": false, "old-x": true }), {
    all: 4,
    tried: 2,
    right: 1,
  });
});
