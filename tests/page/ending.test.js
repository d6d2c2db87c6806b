// The end of a game: the lines of the score sheet, and the scenes of the final scoring.
import { EDITIONS, editions, endings, reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { t } from "../../src/whistlestop/web/language/index.js";
import { bestPaths, lasting, linkedPlaces, sheetLines } from "../../src/whistlestop/web/table/ending/lines.js";
import { lengthOf, scenesOf } from "../../src/whistlestop/web/table/ending/schedule.js";
import { turningPoints } from "../../src/whistlestop/web/table/ending/turning.js";
import { Winner } from "../../src/whistlestop/web/table/ending/winner.js";

const BONUSES = [
  ...["district_points", "attraction_points", "station_points", "longest_path_bonus", "most_tickets_bonus"],
  "doubly_joined_points",
];

/** Return a score sheet. The first seat has `held` tickets, and every further seat one less. */
function sheetOf(facts, seats, held) {
  const codes = Object.keys(facts.tickets);
  const players = Array.from({ length: seats }, (_, seat) => ({
    seat,
    route_points: 40 + seat,
    merchandise: Object.keys(facts.merchandise).length ? 5 + seat : 0,
    tickets: Array.from({ length: Math.max(0, held - seat) }, (_, at) => ({
      ticket: codes[at],
      points: at % 2 ? -3 - at : 6 + at,
    })),
    districts: seat === 0 ? facts.districts.slice(0, 1).map(({ name }) => ({ name })) : [],
    district_points: facts.districts.length ? 2 + seat : 0,
    attraction_points: facts.attraction_points ? seat : 0,
    station_points: facts.stations ? 4 * seat : 0,
    longest_path: 10 + seat,
    longest_path_bonus: seat === 0 ? (facts.longest_path_bonus ?? 0) : 0,
    completed: 2,
    most_tickets_bonus: seat === seats - 1 ? (facts.most_tickets_bonus ?? 0) : 0,
    doubly_joined: facts.doubly_joined.length && seat,
    doubly_joined_points: (seat && facts.doubly_joined[seat - 1]) ?? 0,
  }));
  const total = (player) =>
    player.route_points +
    player.merchandise +
    player.tickets.reduce((sum, { points }) => sum + points, 0) +
    BONUSES.reduce((sum, key) => sum + player[key], 0);
  const totals = players.map(total);
  const winners = [totals.indexOf(Math.max(...totals))];
  return { players, totals, winners, decided_by: null, longest_paths: [["DEN-OMA"]], attractions: [] };
}

/** The facts of a board on which everything gives points. */
const EVERYTHING = {
  ...editions.usa,
  merchandise: editions.germany.merchandise,
  districts: editions.london.districts,
  stations: editions.europe.stations,
  attraction_points: 1,
  longest_path_bonus: 10,
  most_tickets_bonus: 15,
  doubly_joined: [5, 10, 20],
};

await reads("en");
for (const [name, facts] of [...Object.entries(editions), ["everything", EVERYTHING]]) {
  test(`the lines add up to the totals (${name})`, () => {
    const sheet = sheetOf(facts, 3, 5);
    const lines = sheetLines(sheet, facts);
    assert.deepEqual(
      sheet.players.map(({ seat }) => lines.reduce((sum, { points }) => sum + (points[seat] ?? 0), 0)),
      sheet.totals,
    );
    assert.equal(lines[0].kind, "routes");
    assert.equal(lines.filter(({ kind }) => kind === "ticket").length, 5);
    // A player with fewer tickets has neither points nor the name of a ticket in the last lines.
    const last = lines.findLast(({ kind }) => kind === "ticket");
    assert.deepEqual([last.points[0], last.points[2], last.notes[2]], [10, null, undefined]);
    // The sheet has only lines for things that give points on this board.
    assert.equal(
      lines.some(({ kind }) => kind === "stations"),
      Boolean(facts.stations),
    );
    assert.equal(
      lines.some(({ kind }) => kind === "districts"),
      facts.districts.length > 0,
    );
    assert.ok(lines.every(({ label }) => !label.includes("sheet.") && !label.includes("{")));
  });

  test(`the scenes tell all points, in some twenty seconds (${name})`, () => {
    for (const [seats, held] of [
      [2, 1],
      [3, 4],
      [5, 9],
    ]) {
      const sheet = sheetOf(facts, seats, held);
      const scenes = scenesOf(sheetLines(sheet, facts), sheet, facts);
      assert.deepEqual(scenes.at(-1).totals, sheet.totals);
      assert.deepEqual([scenes[0].line, scenes.at(-2).kind, scenes.at(-1).kind], ["routes", "turning", "winner"]);
      assert.ok(lengthOf(scenes) > 15_000 && lengthOf(scenes) < 25_000, String(lengthOf(scenes)));
      const told = scenes.flatMap(({ seat, tickets }) => tickets.map(({ ticket }) => `${seat} ${ticket}`));
      const all = sheet.players.flatMap(({ seat, tickets }) => tickets.map(({ ticket }) => `${seat} ${ticket}`));
      assert.deepEqual(told.sort(), all.sort());
      // Only one player gets the points of a ticket.
      for (const { line, seat, gained } of scenes) {
        if (line === "ticket") assert.ok(gained.every((points, other) => points === 0 || other === seat));
      }
      // If there are many tickets, one scene shows several of them.
      const ofTickets = scenes.filter(({ line }) => line === "ticket");
      assert.ok(ofTickets.length <= 15 + seats, String(ofTickets.length));
      assert.ok(ofTickets.every(({ milliseconds }) => milliseconds > 400));
    }
  });
}

// Recorded games of every edition, with the most players.
for (const [name, { edition, sheet }] of Object.entries(endings)) {
  const facts = editions[edition];

  test(`every point of the sheet comes once, in some twenty seconds (${name})`, () => {
    const scenes = scenesOf(sheetLines(sheet, facts), sheet, facts);
    assert.ok(lengthOf(scenes) >= 15_000 && lengthOf(scenes) <= 25_000, String(lengthOf(scenes)));
    assert.ok(Math.min(...scenes.map(({ milliseconds }) => milliseconds)) > 400);
    assert.deepEqual([scenes[0].line, scenes.at(-2).kind, scenes.at(-1).kind], ["routes", "turning", "winner"]);
    assert.deepEqual(scenes.at(-1).totals, sheet.totals);
    for (const { seat, tickets } of sheet.players) {
      const shown = scenes.filter((scene) => scene.seat === seat).flatMap((scene) => scene.tickets);
      assert.deepEqual(
        shown.map(({ ticket }) => ticket),
        tickets.map(({ ticket }) => ticket),
      );
    }
    const kinds = [...new Set(scenes.flatMap(({ line }) => line ?? []))];
    const order = [
      "routes",
      "merchandise",
      "ticket",
      "districts",
      "attractions",
      "stations",
      "longest_path",
      "most_tickets",
      "doubly_joined",
    ];
    assert.deepEqual(
      kinds,
      order.filter((kind) => kinds.includes(kind)),
    );
    assert.equal(kinds.includes("merchandise"), Object.keys(facts.merchandise).length > 0);
    assert.equal(kinds.includes("districts"), facts.districts.length > 0);
    assert.equal(kinds.includes("longest_path"), Boolean(facts.longest_path_bonus));
    const gained = (kind) =>
      sheet.players.map((_, seat) =>
        scenes.filter(({ line }) => line === kind).reduce((sum, scene) => sum + scene.gained[seat], 0),
      );
    assert.deepEqual(
      gained("ticket"),
      sheet.players.map((player) => player.ticket_points),
    );
    assert.deepEqual(
      gained("routes"),
      sheet.players.map((player) => player.route_points),
    );
  });
}

test("what stays marked is the longest path, and districts that are linked", () => {
  const sheet = sheetOf(editions.usa, 2, 1);
  assert.deepEqual(bestPaths(sheet), [{ seat: 0, routes: ["DEN-OMA"] }]);
  assert.deepEqual(lasting(sheet, editions.usa), ["DEN-OMA"]);
  const own = EDITIONS.map((name) => editions[name]).find(({ districts }) => districts.length);
  const linked = sheetOf(own, 2, 1).players;
  assert.deepEqual(linkedPlaces(linked[0], own), own.districts[0].cities);
  assert.deepEqual(linkedPlaces(linked[1], own), []);
});

const table = { seats: ["Ada", "Ben", "Cleo"].map((name) => ({ name })) };

test("the turning points are the last overtakings, and a lead that was lost", () => {
  const sheet = { winners: [0] };
  const points = (turns, overtakings) => turningPoints({ turns, overtakings }, sheet, table);
  const turns = [{ scores: [5, 0, 0] }, { scores: [5, 9, 0] }];
  const four = [1, 2, 3, 4].map((turn) => ({ turn, seat: 1, passed: 0 }));
  assert.deepEqual(
    points(turns, four).slice(0, 3),
    [2, 3, 4].map((turn) => `Turn ${turn}: Ben overtakes Ada.`),
  );
  assert.match(points(turns, four)[3], /Ben was ahead. The final count decided otherwise/);
  assert.deepEqual(points([{ scores: [9, 1, 1] }], []), ["Ada led on the score track from beginning to end."]);
  assert.deepEqual(points([{ scores: [9, 9, 1] }], []), ["Nobody pulled away on the score track."]);
});

/** Return all texts in the elements that a component returns. */
const wordsOf = (node) =>
  typeof node === "string"
    ? node
    : Array.isArray(node)
      ? node.map(wordsOf).join(" ")
      : node?.props
        ? wordsOf(node.props.children)
        : "";

test("the winners are named with their points, and what decided", () => {
  const words = (more) =>
    wordsOf(Winner({ sheet: { winners: [1], totals: [80, 91, 91], decided_by: null, ...more }, table }));
  assert.match(words({}), /Ben wins! 91 points/);
  assert.match(words({ winners: [1, 2] }), /Ben and Cleo share the victory! 91 points/);
  assert.ok(words({ decided_by: "tickets" }).includes(t("tie.tickets")));
});
