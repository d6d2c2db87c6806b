// The deal of the day: dates, results, the line to share, and a picture that gives nothing away.
import { LANGUAGES, reads } from "./reader.js";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { resultPicture } from "../../src/whistlestop/web/pages/daily/picture.js";
import {
  daily,
  dayWords,
  opponents,
  resultKey,
  resultWords,
  shareLine,
  spanWords,
  speakOfDays,
} from "../../src/whistlestop/web/pages/daily/words.js";

const read = async (language) => {
  await reads(language);
  await speakOfDays();
};
const attempt = (margin, more = {}) => ({
  table: "day-20261127-aaaaaaaaaaa",
  state: "finished",
  place: margin > 0 ? 1 : 2,
  won: margin > 0,
  score: 100,
  margin,
  ...more,
});
const deal = (margin, more) => ({
  day: "2026-11-27",
  edition: "london",
  title: "London",
  bots: ["casual", "skilled"],
  attempt: attempt(margin, more),
});

test("the line to share names the day, the board, the result and the streak", async () => {
  await read("en");
  const begin = "Whistlestop, deal of the day 2026-11-27: London,";
  assert.equal(shareLine(deal(12), 3), `${begin} won by 12 points, 3 days in a row`);
  assert.equal(shareLine(deal(1), 1), `${begin} won by 1 point`);
  assert.equal(shareLine(deal(-2), 0), `${begin} 2 points behind`);
  assert.equal(shareLine(deal(0, { won: true }), 1), `${begin} won, level on points`);
  assert.equal(shareLine(deal(0), 1), `${begin} lost, level on points`);
  assert.equal(shareLine(deal(-50, { state: "given_up" }), 0), `${begin} resigned`);
  await read("de");
  const german = "Whistlestop, Partie des Tages 2026-11-27: London, mit 12 Punkten Vorsprung gewonnen, 3 Tage in Folge";
  assert.equal(shareLine(deal(12), 3), german);
});

test("every state of an attempt has words in every language", async () => {
  const english = JSON.parse(await catalogue("en"));
  for (const language of LANGUAGES) {
    await read(language);
    const words = JSON.parse(await catalogue(language));
    assert.deepEqual(Object.keys(words), Object.keys(english));
    for (const [key, sentence] of Object.entries(words)) {
      const holes = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();
      assert.deepEqual(holes(sentence), holes(english[key]), `${language} ${key}`);
    }
    for (const one of [attempt(3), attempt(-1), attempt(0), attempt(0, { won: true })]) {
      for (const form of ["result", "short"]) assert.notEqual(resultWords(one, form), `${form}.${resultKey(one)}`);
    }
    for (const state of ["playing", "given_up", "late"]) {
      const one = attempt(null, { state, won: false });
      for (const form of ["result", "short"]) assert.notEqual(resultWords(one, form), `${form}.${state}`);
    }
  }
});

const catalogue = (language) =>
  readFile(new URL(`../../src/whistlestop/language/daily/${language}.json`, import.meta.url), "utf8");

test("days are those of UTC, wherever the reader is", async () => {
  await read("en");
  const zone = process.env.TZ;
  for (const place of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    process.env.TZ = place;
    assert.match(dayWords("2026-11-27"), /Friday.*November.*27.*2026/);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  assert.match(spanWords("week", "2026-11-23", "2026-11-29"), /November 23.*29/);
  assert.match(spanWords("month", "2026-11-01", "2026-11-30"), /November 2026/);
  assert.equal(opponents(deal(1)), "Against Casual and Skilled");
  assert.equal(daily("no such key"), "no such key");
});

test("the picture shows scores, and texts cannot add anything to it", async () => {
  await read("en");
  const shown = {
    title: "Deal of the day",
    day: "Friday",
    board: "London",
    bars: [
      { label: '<script>"&', points: 30 },
      { label: "Best bot", points: -5 },
    ],
    result: "won by 35 points",
    streak: "",
    dark: false,
  };
  const drawn = resultPicture(shown);
  assert.ok(!drawn.includes("<script"));
  assert.match(drawn, /&#60;script/);
  const widths = [...drawn.matchAll(/<rect x="236" y="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width));
  assert.deepEqual(widths, [470, 4]);
  assert.notEqual(resultPicture({ ...shown, dark: true }), drawn);
  assert.ok(!drawn.includes("days in a row"));
  assert.match(resultPicture({ ...shown, streak: "3 days in a row" }), /3 days in a row/);
});
