// What the page derives from an update without a request: turns, risks, the use of stations, and moves taken back.
import { asked, colours, editions, held } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { moving } from "../../src/whistlestop/web/board/motion.js";
import { COLOURS, coloursHere, pieceOf } from "../../src/whistlestop/web/table/people/colours.js";
import { marksOf, routesFor } from "../../src/whistlestop/web/table/board/marks.js";
import { Pacing } from "../../src/whistlestop/web/table/store/pacing.js";
import { byTurns, goneOf, lastTurns, sinceTurnOf, standing } from "../../src/whistlestop/web/table/log/turns.js";

let number = 0;
/** Return an entry of the log with a seat and events of some types. */
const entry = (seat, ...types) => ({
  number: (number += 1),
  move: "draw",
  seat,
  events: types.map((type) => ({ type })),
});
const said = (seat) => ({ ...entry(seat, "Said"), move: null });

test("the last turn of everybody has all of its moves", () => {
  const log = [
    entry(0, "TicketsKept"),
    entry(1, "TicketsKept"),
    entry(0, "CardDrawn"),
    said(1),
    entry(0, "CardDrawn"),
    entry(1, "TicketsOffered"),
    entry(1, "TicketsKept"),
  ];
  const turns = lastTurns(log);
  assert.deepEqual(turns.get(0), [log[2], log[4]]);
  assert.deepEqual(turns.get(1), [log[5], log[6]]);
});

test("the log has a line for every turn, and one for what comes between", () => {
  const log = [
    entry(0, "TicketsKept"),
    entry(1, "TicketsKept"),
    entry(1, "CardDrawn"),
    entry(1, "CardDrawn"),
    entry(0, "CardDrawn"),
    said(1),
    entry(0, "CardDrawn"),
    entry(1, "TicketsOffered"),
    entry(1, "TicketsKept"),
    said(0),
    said(0),
  ];
  const numbers = byTurns(log).map((entries) => entries.map((one) => log.indexOf(one)));
  assert.deepEqual(numbers, [[0], [1], [2, 3], [4], [5], [6], [7, 8], [9], [10]]);
  assert.deepEqual(byTurns([]), []);
});

test("opening tickets are no part of the first turn", () => {
  const log = [entry(1, "TicketsKept"), entry(0, "TicketsKept"), entry(0, "RouteClaimed")];
  assert.deepEqual(lastTurns(log).get(0), [log[2]]);
});

test("what happened since one's own move, or in the newest turn", () => {
  const log = [entry(0, "CardDrawn"), entry(1, "CardDrawn"), said(0), entry(1, "CardDrawn")];
  assert.deepEqual(sinceTurnOf(log, 0), log.slice(1));
  assert.deepEqual(sinceTurnOf(log, 1), []);
  assert.deepEqual(sinceTurnOf(log, null), log.slice(1));
  assert.deepEqual(sinceTurnOf([], null), []);
});

test("what was taken back is no part of the game", () => {
  const first = entry(0, "CardDrawn");
  const gone = entry(1, "CardDrawn");
  const asking = entry(1, "TakeBackAsked");
  const back = { ...entry(1), events: [{ type: "TakenBack", entries: [gone.number] }] };
  const log = [first, gone, asking, entry(0, "TakeBackAnswered"), back];
  assert.deepEqual([...goneOf(log)], [gone.number]);
  assert.deepEqual(standing(log), [first]);
});

test("colours are the drawings', in their order", () => assert.deepEqual(COLOURS, colours));

test("those at one device get colours that nobody has", () => {
  const seats = [
    { kind: "me" },
    { kind: "here", colour: "red" },
    { kind: "here", colour: "red" },
    { kind: "bot" },
    { kind: "here" },
  ];
  assert.deepEqual(coloursHere(seats, "blue"), [null, "red", "yellow", null, "black"]);
  assert.deepEqual(coloursHere(seats, undefined), [null, "red", "blue", null, "yellow"]);
  const six = Array.from({ length: 6 }, () => ({ kind: "here" }));
  assert.deepEqual(coloursHere(six, undefined), [...COLOURS, null]);
  const table = { seats: [{ colour: "black" }, { colour: null }] };
  assert.deepEqual(
    [0, 1, 2].map((seat) => pieceOf(table, seat)),
    [4, 2, 3],
  );
});

/** Return the store of a table with the board of Europe. The first seat is the reader's. */
function europe({ players, tickets = [], ...position }) {
  const facts = editions.europe;
  const me = { tickets, offer: [], ...players[0] };
  const all = { phase: "turn", discards: {}, display: [], deck: 50, ...position, players };
  return {
    facts: held(facts),
    position: held(all),
    update: held({ position: all, ways: {}, table: { seats: players.map(() => ({ colour: "black" })) } }),
    seat: held(0),
    me: held(me),
    legal: held([]),
    selection: held(null),
    pointed: held(null),
    keeping: held([]),
    coached: held([]),
    path: held([]),
    fresh: held([]),
    claims: held(new Map()),
    stations: held(new Map()),
    mayDecide: held(true),
    ahead: { routes: [] },
  };
}

/** Return two routes that follow one another, and a ticket between the places at their far ends. */
function pathOfEurope() {
  const { routes, tickets } = editions.europe;
  const at = (place) => Object.entries(routes).filter(([, { a, b }]) => a === place || b === place);
  for (const [code, { origin, options }] of Object.entries(tickets)) {
    const goals = options.map(([goal]) => goal);
    for (const [first, { a, b }] of at(origin)) {
      const middle = a === origin ? b : a;
      const [second] = at(middle).find(([, route]) => goals.includes(route.a) || goals.includes(route.b)) ?? [];
      if (second) return { code, first, second, middle, goal: goals[0] };
    }
  }
  throw new Error("there is no such ticket");
}

test("what is pointed out is what the reader is about", () => {
  const { code, first, second, goal } = pathOfEurope();
  const { origin } = editions.europe.tickets[code];
  const store = europe({ players: [{ hand: {}, routes: [] }], tickets: [code] });
  assert.deepEqual(marksOf(store).ends, [origin, goal]);
  store.pointed = held(first);
  assert.deepEqual(marksOf(store).highlighted, [first]);
  store.claims = held(
    new Map([
      [first, [{ cards: [["red", 2]] }]],
      [second, [{ cards: [["blue", 1]] }]],
    ]),
  );
  store.selection = held({ kind: "routes" });
  assert.deepEqual(marksOf(store).selectable, [first, second]);
  store.selection = held({ kind: "card", card: "blue" });
  assert.deepEqual(marksOf(store).selectable, [second]);
  assert.deepEqual(routesFor(store, "red"), [first]);
  // The chosen route shows the reader's pieces. A route that cannot be claimed does not.
  store.selection = held({ kind: "route", route: second });
  assert.deepEqual([marksOf(store).tried, marksOf(store).piece], [[second], 4]);
  store.claims = held(new Map());
  assert.deepEqual(marksOf(store).tried, []);
  // While the reader points at a ticket, only that ticket is marked, with the routes that it lacks.
  store.pointed = held(code);
  store.update.value.ways = { [code]: { pieces: 3, routes: [first, second] } };
  assert.deepEqual(marksOf(store).way, [first, second]);
  // Completed tickets are not marked.
  store.pointed = held(null);
  store.update.value.ways = { [code]: { pieces: 0, routes: [] } };
  assert.deepEqual(marksOf(store).ends, []);
});

test("tickets on offer that one does not mean to keep are faint", () => {
  const codes = Object.keys(editions.europe.tickets).slice(0, 3);
  const store = europe({ players: [{ hand: {}, routes: [] }] });
  store.me.value.offer = codes;
  const faint = () => marksOf(store).offers.map((offer) => offer.faint);
  assert.deepEqual(faint(), [false, false, false]);
  store.keeping = held([codes[0], codes[2]]);
  assert.deepEqual(faint(), [false, true, false]);
  store.pointed = held(codes[1]);
  assert.deepEqual(faint(), [true, false, true]);
});

/** Return a table at which another player moves. `taken` lists the versions of the updates that are shown. */
function paced(more = {}) {
  const taken = [];
  const tunnel = { waits: false, begin: () => false, finish() {} };
  const store = { seat: held(0), acting: false, tunnel, take: (update) => taken.push(update.version), ...more };
  let version = 0;
  const update = (others = {}) => ({
    version: (version += 1),
    entry: { seat: 1 },
    table: { bot_pace: "natural" },
    ...others,
  });
  return { pacing: new Pacing(store), taken, update, store };
}

test("the next move is shown when the last one has landed", () => {
  const { pacing, taken, update } = paced();
  pacing.receive(update());
  assert.deepEqual(taken, [1]);
  moving.value = true;
  pacing.receive(update());
  pacing.receive(update());
  assert.deepEqual(taken, [1]);
  moving.value = false;
  assert.deepEqual(taken, [1, 2, 3]);
  pacing.stop();
});

test("nobody waits for what moves who has chosen not to, acts, or has fallen behind", () => {
  const impatient = [
    ({ pacing, update }) => pacing.receive(update({ table: { bot_pace: "instant" } })),
    ({ pacing, update }) => pacing.receive(update({ entry: { seat: 0 } })),
    ({ pacing, update }) => pacing.receive(update({ log: [] })),
    ({ pacing, update, store }) => {
      store.acting = true;
      pacing.receive(update());
    },
    ({ pacing, update }) => [1, 2, 3, 4].forEach(() => pacing.receive(update())),
    ({ pacing, update }) => {
      asked.still = true;
      pacing.receive(update());
    },
    ({ pacing, update }) => {
      document.hidden = true;
      pacing.receive(update());
    },
    ({ pacing, update }) => {
      pacing.receive(update());
      pacing.flush();
    },
  ];
  for (const happens of impatient) {
    moving.value = true;
    const table = paced();
    happens(table);
    assert.ok(table.taken.length > 0, String(happens));
    table.pacing.stop();
    moving.value = false;
    asked.still = false;
    document.hidden = false;
  }
});
