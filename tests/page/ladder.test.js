// The ladder: ratings, seasons, and how a game has changed the ratings, in words.
import { LANGUAGES, reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { addCatalogue, t } from "../../src/whistlestop/web/language/index.js";
import {
  changeWords,
  leadWords,
  playerOnLadder,
  ratingWords,
  seasonWords,
} from "../../src/whistlestop/web/pages/ladder/words.js";

const read = async (language) => {
  await reads(language);
  await addCatalogue("ladder/");
};
const changes = [
  { seat: 0, player: "a", before: 1500, after: 1586, uncertainty: 490 },
  { seat: 1, player: "b", before: 1500, after: 1414, uncertainty: 490 },
  { seat: 2, player: "c", before: 12, after: -3, uncertainty: 490 },
];
const names = ["Ada", "Ben", "Cleo"];

test("ratings are plain numbers", async () => {
  await read("en");
  assert.equal(ratingWords({ rating: 1586, uncertainty: 492 }), "1586\u00a0±\u00a0492");
  assert.equal(ratingWords({ rating: -3, uncertainty: 60 }), "−3\u00a0±\u00a060");
  assert.equal(
    changeWords(changes, (seat) => names[seat]),
    "Ladder: Ada 1586 (+86) · Ben 1414 (−86) · Cleo −3 (−15)",
  );
  assert.equal(leadWords(45), "+45.0");
  assert.equal(leadWords(-2.5), "−2.5");
  assert.equal(leadWords(0), "0.0");
});

test("bots and people without a name have names in the reader's language", async () => {
  await read("de");
  assert.equal(playerOnLadder({ name: "Ada", bot: null }), "Ada");
  assert.equal(playerOnLadder({ name: "", bot: null }), "Spieler");
  assert.equal(playerOnLadder({ name: "", bot: "beginner" }), "Anfänger");
});

test("every language says everything", async () => {
  for (const language of LANGUAGES) {
    await read(language);
    assert.match(seasonWords("2026-Q4"), /4/);
    assert.match(seasonWords("2026-Q4"), /2026/);
    const words = changeWords(changes, (seat) => names[seat]);
    for (const part of ["Ada", "1586", "+86"]) assert.ok(words.includes(part), `${language}: ${part}`);
    assert.match(t("ladder.own", { n: 12, rating: "1586 ± 492" }), /1586 ± 492.*12/);
  }
});
