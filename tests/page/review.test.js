// The words and the curves of a review.
import { editions, reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { ticketName } from "../../src/whistlestop/web/names/names.js";
import { stepAt } from "../../src/whistlestop/web/table/ending/charts.js";
import { knownChances, openChances } from "../../src/whistlestop/web/table/review/chances.js";
import { withVerdicts } from "../../src/whistlestop/web/table/review/making.js";
import {
  actionWords,
  briefWords,
  isMistake,
  placesOf,
  planWords,
  pointsWords,
  sharedWords,
  signOf,
  verdictWords,
} from "../../src/whistlestop/web/table/review/words.js";

/** Return a reviewed move. */
const moved = (seat, chance, chances) => ({ seat, chances, judgement: chance === null ? null : { chance } });

const MOVES = [moved(0, 0.6, [0.55, 0.45]), moved(1, 0.3, [0.6, 0.4]), moved(1, null, [0.7, 0.3])];

test("chances with all cards open end with the result", () => {
  assert.deepEqual(
    openChances(MOVES, null, 2).map((row) => row.map(Math.round)),
    [
      [55, 45],
      [60, 40],
      [70, 30],
    ],
  );
  assert.deepEqual(openChances(MOVES, [1], 2).at(-1), [0, 100]);
  assert.deepEqual(openChances(MOVES, [0, 1], 2).at(-1), [50, 50]);
});

test("chances that players knew stay until their next decision", () => {
  assert.deepEqual(knownChances(MOVES, [0], 2), [
    [60, 50],
    [60, 30],
    [60, 30],
    [100, 0],
  ]);
});

test("deeper verdicts take the place of the earlier ones", () => {
  const [first, second] = [0, 1].map((move) => ({ move, judgement: { deeper: false } }));
  const deeper = { move: 1, judgement: { deeper: true } };
  assert.deepEqual(withVerdicts([first, second], [deeper]), [first, deeper]);
  assert.deepEqual(withVerdicts([first, second], []), [first, second]);
});

test("a press beside the lines of a chart belongs to the first or last step", () => {
  assert.equal(stepAt(0, 50), 0);
  assert.equal(stepAt(1, 50), 49);
  const steps = Array.from({ length: 101 }, (_, at) => stepAt(at / 100, 50));
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  assert.equal(new Set(steps).size, 50);
  assert.equal(stepAt(0.5, 1), 0);
  assert.equal(stepAt(0.5, 0), 0);
});

test("verdicts have words, and mistakes have signs and losses", async () => {
  await reads("en");
  const judged = (verdict) => ({ verdict, loss: 0.25, loss_error: 0.06 });
  assert.equal(verdictWords(judged("best")), "The best choice.");
  assert.equal(verdictWords(judged("good")), "A good choice.");
  assert.equal(verdictWords(judged("blunder")), "A blunder: the chance to win is lower by 25% (±\u00a06%).");
  assert.equal(
    verdictWords({ ...judged("mistake"), loss_error: null }),
    "A mistake: the chance to win is lower by 25%.",
  );
  assert.deepEqual(
    ["best", "good", "unclear", "inaccuracy", "mistake", "blunder"].map((verdict) => [
      signOf(verdict),
      isMistake(verdict),
    ]),
    [
      ["", false],
      ["", false],
      ["!?", false],
      ["?!", true],
      ["?", true],
      ["??", true],
    ],
  );
  assert.equal(isMistake(undefined), false);
});

test("points have a sign, and an error if there is one", async () => {
  await reads("en");
  assert.equal(pointsWords(11.6, 2.7), "+12 ±\u00a03");
  assert.equal(pointsWords(-3.2, 0), "−3");
  assert.equal(pointsWords(-0.2, null), "0");
  assert.equal(sharedWords(0.5, null), "50%");
});

test("a plan names the cards to collect", async () => {
  await reads("en");
  const claim = {
    kind: "claim",
    route: "DEN-KAN",
    cards: [["red", 4]],
  };
  assert.equal(planWords(editions.usa, []), "");
  assert.equal(
    planWords(editions.usa, [
      { action: claim, missing: [["red", 3]] },
      { action: { kind: "draw", card: null }, missing: [] },
    ]).replaceAll("\u00a0", " "),
    "Then: collect 3 red, claim Denver–Kansas City with 4 red; draw deck",
  );
});

test("tickets are named", async () => {
  await reads("en");
  const tickets = Object.keys(editions.usa.tickets).slice(0, 2);
  const keep = { kind: "keep", tickets };
  const [one, two] = tickets.map((code) => ticketName(editions.usa, code));
  assert.equal(actionWords(editions.usa, keep), `keep ${one} and ${two}`);
  assert.deepEqual(
    placesOf(editions.usa, keep),
    tickets.flatMap((code) => {
      const { origin, options } = editions.usa.tickets[code];
      return [origin, options[0][0]];
    }),
  );
  assert.equal(actionWords(editions.usa, { kind: "pass" }), "pass");
});

test("the better action is said in a few words", async () => {
  await reads("en");
  assert.equal(briefWords(editions.usa, "blunder", { kind: "draw", card: "red" }), "?? Better: draw red");
});

test("the board highlights what an action is about", () => {
  assert.deepEqual(placesOf(editions.usa, { kind: "claim", route: "DEN-KAN", cards: [] }), ["DEN-KAN"]);
  assert.deepEqual(placesOf(editions.usa, { kind: "station", city: "PAR", cards: [] }), ["PAR"]);
  assert.deepEqual(placesOf(editions.usa, { kind: "passenger", city: null }), []);
  assert.deepEqual(placesOf(editions.usa, { kind: "pass" }), []);
});
