// How news are shown: which cards fly from where, and when readers are notified of their turn.
import { boards, editions, held } from "./reader.js";
import { Pictures, Thing, settled } from "./drawing.js";
import assert from "node:assert/strict";
import test from "node:test";
import { moving } from "../../src/whistlestop/web/board/motion.js";
import { signal } from "../../src/whistlestop/web/html.js";
import { pieceOf } from "../../src/whistlestop/web/table/people/colours.js";
import { tunesOf } from "../../src/whistlestop/web/sound.js";
import { showNews } from "../../src/whistlestop/web/table/news.js";

const EDITION = "germany";
const { geometry } = boards[EDITION];

/** Return a table of two at which the reader has the first seat. `places` has the positions of the elements. */
function playing(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, wait = 0) => later(act, wait);
  const pictures = new Pictures();
  const places = new Map();
  document.querySelector = (selector) => {
    const x = Number(selector.match(/\d+/)?.[0] ?? 9);
    const thing =
      places.get(selector) ??
      Object.assign(new Thing("i"), { getBoundingClientRect: () => ({ x, y: 0, width: 72, height: 47 }) });
    places.set(selector, thing);
    return thing;
  };
  const routes = new Map(
    Object.entries(geometry.routes).map(([code, { spaces }]) => [code, { spaces: spaces.map(() => new Thing("use")) }]),
  );
  const view = {
    geometry,
    routes,
    flying: new Thing("g"),
    standing: new Thing("g"),
    larger: { figures: 1 },
    toWindow: () => ({ x: 300, y: 0, width: 10, height: 10 }),
  };
  const table = {
    id: "any",
    you: { seats: [0] },
    seats: [
      { resigned: false, colour: "red" },
      { resigned: false, colour: "blue" },
    ],
  };
  const trial = signal(null);
  const laid = [];
  const store = {
    facts: held(editions[EDITION]),
    seat: held(0),
    position: held({ seat: 1 }),
    update: held({ table }),
    tunnel: { shown: trial, lay: (entry) => laid.push(entry), finish() {} },
    watchers: new Set(),
    presentation: { arriving: signal(false) },
  };
  const stop = showNews(store, view);
  const [watcher] = store.watchers;
  const happens = (events, before = {}, after = {}) =>
    watcher({ events }, { table, deciding: [1], ...before }, { table, deciding: [1], ...after });
  /** Return the flights that begin now: the card, where it begins and ends, and the delay. */
  const flights = async () => {
    pictures.next();
    pictures.next();
    t.mock.timers.tick(1);
    const cards = document.body.children.filter((one) => one.words.has("flight"));
    const found = cards.map((card) => {
      const [{ frames, timing }] = card.animations;
      const [from, to] = frames.map(({ transform }) => Number(transform.match(/translate\((-?[\d.]+)px/)[1]));
      return [card.children[0].getAttribute("href"), from, to, timing.delay];
    });
    for (const card of cards) card.animations[0].land();
    await settled();
    return found;
  };
  const end = async () => {
    for (const one of [
      ...places.values(),
      view.standing,
      ...view.flying.all(),
      ...[...routes.values()].flatMap(({ spaces }) => spaces),
    ]) {
      for (const { land } of one.animations) land();
    }
    await settled();
  };
  t.after(() => (globalThis.setTimeout = later));
  return { store, view, table, happens, flights, end, stop, trial, laid, places };
}

test("cards fly one after the other: to the reader's hand, or to whoever drew", async (t) => {
  const { happens, flights, end } = playing(t);
  happens([
    { type: "CardDrawn", seat: 0, card: "red", slot: 3 },
    { type: "CardDrawn", seat: 1, card: null, slot: null },
    { type: "TicketsOffered", seat: 1, stacks: ["short", "long"] },
  ]);
  assert.deepEqual(await flights(), [
    ["#card-red", 3, 9, 0],
    ["#card-back", 9, 1, 130],
    ["#ticket-back-short", 9, 1, 260],
    ["#ticket-back-long", 9, 1, 390],
  ]);
  await end();
  assert.ok(!moving.value);
});

test("a sweep takes the cards that lay there, and a refill glows", async (t) => {
  const { happens, flights, end, places } = playing(t);
  const display = ["red", null, "blue", null, null];
  happens([{ type: "DisplaySwept" }, { type: "DisplayRefilled", slot: 2 }], { position: { display } });
  assert.deepEqual(await flights(), [
    ["#card-red", 0, 9, 0],
    ["#card-blue", 2, 9, 0],
  ]);
  const [{ timing }] = places.get('[data-place="slot-2"]').animations;
  assert.equal(timing.delay, 330);
  await end();
});

test("a claim puts down every piece, and its cards fly to the first one", async (t) => {
  const { happens, flights, view, end } = playing(t);
  const [code] = Object.entries(geometry.routes).find(([, { spaces }]) => spaces.length === 3);
  happens([
    {
      type: "RouteClaimed",
      seat: 1,
      route: code,
      cards: [
        ["red", 2],
        ["blue", 1],
      ],
    },
  ]);
  assert.deepEqual(
    (await flights()).map(([card, from, to]) => [card, from, to]),
    [
      ["#card-red", 1, 269],
      ["#card-blue", 1, 269],
    ],
  );
  assert.deepEqual(
    view.routes.get(code).spaces.map(({ animations }) => animations.length),
    [1, 1, 1],
  );
  happens([{ type: "RouteClaimed", seat: 1, route: "nowhere", cards: [["red", 2]] }]);
  assert.deepEqual(await flights(), []);
  await end();
});

test("a passenger goes along a route towards the city, from either end", async (t) => {
  const { happens, view, table, end } = playing(t);
  const towns = Object.entries(geometry.routes).filter(
    ([, { ends, spaces }]) => spaces.length > 1 && ends.every((one) => one in geometry.cities),
  );
  const [code, { ends, spaces }] = towns[0];
  for (const city of ends) {
    view.flying.replaceChildren();
    happens([{ type: "PassengerMoved", seat: 1, route: code, city }]);
    const [figure] = view.flying.children;
    assert.equal(figure.getAttribute("href"), `#passenger-${pieceOf(table, 1)}`);
    const points = figure.animations[0].frames.map(({ transform }) => transform.match(/-?[\d.]+/g).map(Number));
    const [x, y] = geometry.cities[city];
    const away = points.map(([px, py]) => Math.hypot(px - x, py + 14 - y));
    assert.deepEqual(
      away,
      [...away].sort((one, other) => other - one),
      `${code} to ${city}`,
    );
    assert.equal(points.length, spaces.length + 1);
    assert.ok(away.at(-1) < 1e-9);
    await end();
  }
});

test("the turn is told once what led to it has landed, and to nobody else", async (t) => {
  const { happens, flights, store, table, end } = playing(t);
  happens([{ type: "CardDrawn", seat: 1, card: null, slot: null }], {}, { deciding: [0] });
  assert.ok(store.presentation.arriving.value);
  await flights();
  await end();
  assert.ok(!store.presentation.arriving.value);
  for (const [before, after] of [
    [{}, { deciding: [1] }],
    [{ deciding: [0, 1] }, { deciding: [0] }],
  ]) {
    happens([{ type: "CardDrawn", seat: 1, card: null, slot: null }], before, after);
    assert.ok(!store.presentation.arriving.value);
    await flights();
  }
  table.seats[0].resigned = true;
  happens([{ type: "CardDrawn", seat: 1, card: null, slot: null }], {}, { deciding: [0] });
  assert.ok(!store.presentation.arriving.value);
  await flights();
});

test("a tunnel is laid out for all but those who have to pay more, and its cards fly", async (t) => {
  const { happens, flights, trial, laid, stop, store } = playing(t);
  happens([], {}, { position: { phase: "surcharge" }, legal: [{}] });
  assert.deepEqual(laid, []);
  happens([], {}, { position: { phase: "surcharge" }, legal: [] });
  happens([], {}, { position: { phase: "turn" }, legal: [{}] });
  assert.equal(laid.length, 2);
  const tried = { still: false, turned: 0, entered: { seat: 1, cards: [["red", 2]] }, cards: ["red", "blue", "red"] };
  trial.value = tried;
  assert.deepEqual(await flights(), [
    ["#card-red", 1, 9, 0],
    ["#card-back", 9, 0, 0],
    ["#card-back", 9, 1, 130],
    ["#card-back", 9, 2, 260],
  ]);
  trial.value = { ...tried, turned: 1 };
  trial.value = { ...tried, still: true };
  assert.deepEqual(await flights(), []);
  stop();
  assert.equal(store.watchers.size, 0);
  trial.value = { ...tried };
  assert.deepEqual(await flights(), []);
});

test("each kind of event has its own tune, and events together play it once", () => {
  const tunes = (...types) => tunesOf(types.map((type) => ({ type })));
  assert.deepEqual(tunes("RouteClaimed", "PassengerMoved", "PassengerMoved", "JourneyEnded"), ["claim", "passenger"]);
  assert.deepEqual(tunes("TicketsAnswered", "TicketsKept", "TicketsKept"), ["kept"]);
  assert.deepEqual(tunes("TurnPassed", "DisplayRefilled"), []);
  const alone = ["CardDrawn", "TicketsOffered", "TicketsKept", "RouteClaimed", "TunnelLeft", "StationBuilt"];
  alone.push("PassengerPlaced", "MerchandiseCollected", "DeckReshuffled", "FinalRound", "GameOver");
  assert.equal(new Set(alone.flatMap((type) => tunes(type))).size, alone.length);
});
