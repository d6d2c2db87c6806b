// Moves as they can be typed. They must be the words that the server can read, as another test checks.
import { EDITIONS, LANGUAGES, editions, reads, said } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { say } from "../../src/whistlestop/web/names/moves.js";
import { bestJourneysFirst } from "../../src/whistlestop/web/table/turn/journey-order.js";

for (const language of LANGUAGES) {
  test(`moves are worded as they are understood (${language})`, async () => {
    await reads(language);
    for (const [name, { actions, words }] of Object.entries(said)) {
      assert.deepEqual(
        actions.map((action) => say(editions[name], action)),
        words[language],
      );
    }
  });
}

test("every kind of move is among them", () => {
  const kinds = new Set(Object.values(said).flatMap(({ actions }) => actions.map(({ kind }) => kind)));
  const some = ["keep", "draw", "tickets", "claim", "station", "withdraw", "pay", "passenger", "move", "go", "stop"];
  for (const kind of some) assert.ok(kinds.has(kind), kind);
  assert.ok(EDITIONS.length >= 6);
});

test("passengers set out where the best journeys begin", () => {
  const starts = ["AUG", "BER", "CHE", "DRE"].map((city) => ({ city }));
  const best = { AUG: { points: 3, exact: true }, BER: { points: 14, exact: false }, DRE: { points: 3, exact: true } };
  assert.deepEqual(
    bestJourneysFirst(starts, best).map(({ city }) => city),
    ["BER", "AUG", "DRE", "CHE"],
  );
  assert.deepEqual(bestJourneysFirst(starts, {}), starts);
});
