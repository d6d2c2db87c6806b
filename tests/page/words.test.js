// Sentences of the page: whose turn it is, what happened, why something is refused, and how the game ended.
import { EDITIONS, LANGUAGES, editions, held, reads } from "./reader.js";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { addCatalogue, either, fill, listed, numberWords, speak, t } from "../../src/whistlestop/web/language/index.js";
import { say } from "../../src/whistlestop/web/names/moves.js";
import { personName } from "../../src/whistlestop/web/names/names.js";
import * as names from "../../src/whistlestop/web/names/names.js";
import { problemWords, reasonWords } from "../../src/whistlestop/web/names/reasons.js";
import { finalRound, sentence, tipHolds, turnTitle } from "../../src/whistlestop/web/names/sentence.js";
import { tell, tellBySeats, tellEntry } from "../../src/whistlestop/web/names/telling.js";
import { cheapestFirst } from "../../src/whistlestop/web/table/turn/payment-order.js";
import { actionWords } from "../../src/whistlestop/web/table/review/words.js";

const { usa, europe, germany } = editions;
const table = {
  state: "playing",
  edition: "usa",
  title: "USA",
  you: { seat: 0 },
  seats: [
    { kind: "person", name: "Ada", resigned: false },
    { kind: "bot", name: "Planner 2", name_of: "planner", resigned: false },
    { kind: "person", name: "Zoë", resigned: false },
  ],
};
const update = (position, legal = [], more = {}) => ({
  table,
  position: { phase: "turn", ...position },
  deciding: [0],
  legal,
  ...more,
});
const legal = (...kinds) => kinds.map((kind) => ({ kind, cards: [], tickets: [] }));

test("sentences are filled as Python fills them", async () => {
  const examples = JSON.parse(await readFile(new URL("../sentences.json", import.meta.url), "utf8"));
  assert.ok(examples.length > 10);
  for (const { language, sentence: text, values, said } of examples) {
    await reads(language);
    assert.equal(fill(text, values), said);
  }
});

test("no tip says that a wild card cannot be the second card where it can", () => {
  for (const [name, holds] of Object.entries({ usa: true, europe: true, switzerland: false, nordic: false })) {
    assert.equal(tipHolds(editions[name], "second_card"), holds, name);
    assert.equal(tipHolds(editions[name], "turn"), true, name);
  }
});

test("cards that will be given as substitutes are counted in sentences", async () => {
  await reads("en");
  const { nordic } = editions;
  const route = names.routeName(nordic, "AND-BER");
  const said = sentence(update({ phase: "substitution", route: "AND-BER", owed: 2 }), nordic);
  assert.equal(said, `${route}: give 2 more cards of any kind.`);
  const claim = (code, ...cards) => names.cardsWords(names.claimCards(nordic, { route: code, cards }));
  assert.equal(claim("AND-BER", ["black", 5]), names.cardsWords([["black", 5]]));
  assert.deepEqual(names.claimCards(nordic, { route: "AND-BER", cards: [["black", 3]] }), [
    ["black", 3],
    ["back", 6],
  ]);
  assert.deepEqual(names.claimCards(nordic, { route: "ARH-KOB", cards: [] }), [["back", 3]]);
  assert.deepEqual(names.claimCards(nordic, { cards: [["red", 1]] }), [["red", 1]]);
  assert.equal(claim("ARH-KOB"), "3\u00a0×\u00a0any card");
});

test("ways to pay are listed with the fewest substitutes first, then with the chosen card", () => {
  const paid = (...cards) => ({ route: "HEL-STO/2", cards });
  const wild = paid(["yellow", 3], ["locomotive", 1]);
  const three = paid(["yellow", 3]);
  assert.deepEqual(cheapestFirst([three, wild], undefined, editions.nordic), [wild, three]);
  assert.deepEqual(cheapestFirst([three, wild], "locomotive", editions.nordic), [wild, three]);
  const red = { route: "DEN-OMA", cards: [["purple", 4]] };
  const mixed = {
    route: "DEN-OMA",
    cards: [
      ["purple", 2],
      ["locomotive", 2],
    ],
  };
  assert.deepEqual(cheapestFirst([mixed, red], undefined, usa), [red, mixed]);
  assert.deepEqual(cheapestFirst([red, mixed], "locomotive", usa), [mixed, red]);
  assert.deepEqual(cheapestFirst([], undefined, usa), []);
});

test("the sentence says what one can do", async () => {
  await reads("en");
  const says = (...about) => sentence(update(...about), usa);
  assert.equal(says({}, legal("draw")), "Your turn: draw cards.");
  assert.equal(says({}, legal("draw", "tickets")), "Your turn: draw cards or tickets.");
  assert.equal(says({}, legal("draw", "claim")), "Your turn: draw cards or claim a route.");
  assert.equal(says({}, legal("draw", "claim", "tickets")), "Your turn: draw cards, claim a route, or draw tickets.");
  assert.equal(says({}, legal("pass")), "There is nothing you can do: pass.");
  assert.equal(says({ phase: "second_card" }), "Draw your second card.");
  const kept = [
    { kind: "keep", tickets: ["a", "b", "c"] },
    { kind: "keep", tickets: ["a", "b"] },
  ];
  assert.match(says({ phase: "keep" }, kept), /at least 2\./);
  assert.equal(says({ phase: "over" }), "The game is over.");
  assert.match(says({ phase: "placement", route: "DEN-OMA" }), /^Denver–Omaha is yours/);
  const journey = { phase: "journey", journey: { city: "DEN" } };
  assert.match(says(journey, legal("go")), /Denver: choose where to/);
  assert.match(says(journey, legal("go", "stop")), /Denver: travel on, or stop/);
  const asking_cards = [usa.colours[0], usa.locomotive];
  const tunnel = [{ phase: "surcharge", tunnel: { due: 2 } }, [], { asking_cards }];
  assert.match(says(...tunnel), new RegExp(`2 more cards: ${names.cardName(usa.colours[0])}`));
});

test("the sentence says whom one waits for", async () => {
  await reads("en");
  const says = (deciding, position = {}, past = false) => sentence(update(position, [], { deciding }), usa, past);
  assert.equal(says([2]), "It is Zoë’s turn.");
  assert.equal(says([1]), "Planner 2 is thinking…");
  // In a replay no bot is thinking, and the reader's own turn is described like that of any other player.
  assert.equal(says([1], {}, true), "It is Planner 2’s turn.");
  assert.equal(says([0], {}, true), "It is Ada’s turn.");
  assert.equal(says([1, 2], { phase: "opening_keep" }), "Planner 2 and Zoë are choosing tickets.");
  const resigned = { ...table, seats: [{ ...table.seats[0], resigned: true }, ...table.seats.slice(1)] };
  assert.equal(sentence({ ...update({}), table: resigned }, usa), "It is Ada’s turn.");
  const open = { ...table, state: "open", seats: [table.seats[0], { kind: "open" }, { kind: "open" }] };
  assert.equal(sentence({ ...update({}), table: open }, usa), "Waiting for 2 more players.");
  assert.equal(finalRound({ phase: "turn", last_turns: 1 }), "Final round: 1 turn left");
  assert.equal(finalRound({ phase: "over", last_turns: 1 }), "");
  assert.match(turnTitle(update({})), /Ada/);
});

test("names that nobody chose are in the reader's language", async () => {
  await reads("de");
  assert.equal(names.playerName(table, 1), "Planer 2");
  assert.equal(names.playerName(table, 0), "Ada");
  // A person's name is not translated, even if it is the name of a bot.
  assert.equal(personName("Random", null), "Random");
  assert.equal(personName("Random 2", "random"), "Zufall 2");
  assert.equal(names.placeName(europe, "KOB"), "Kopenhagen");
  assert.equal(names.printedPlace(europe, "KOB"), "København");
  // On a board that a player has written, places keep their names.
  assert.equal(names.placeName({ ...europe, own: true }, "KOB"), "København");
  await reads("en");
  assert.equal(names.playerName({ seats: [{}] }, 0), "open seat");
});

test("no line ends between a number of cards and their name", async () => {
  await reads("de");
  assert.equal(names.cardsWords([["orange", 3]]), "3\u00a0×\u00a0Orange");
  const pay = { kind: "pay", cards: [["orange", 3]] };
  assert.ok(actionWords(usa, pay).endsWith(" 3\u00a0×\u00a0Orange"));
  // What can be typed has ordinary spaces.
  assert.ok(say(usa, pay).endsWith(" 3 × Orange"));
  await reads("en");
});

test("a bot wins that has played on for a player who gave up", async () => {
  const [ada, planner, zoe] = table.seats;
  const left = { ...table, seats: [{ ...ada, resigned: true, bot: "casual" }, planner, zoe] };
  assert.equal(names.winnersWords([0], table), "Ada wins!");
  assert.equal(names.winnersWords([0], left), "Casual (for Ada) wins!");
  assert.equal(names.winnersWords([0, 2], left), "Casual (for Ada) and Zoë share the victory!");
  assert.equal(names.playerName(left, 0), "Ada");
  await reads("de");
  assert.equal(names.winnersWords([0], left), "Hobbyspieler (für Ada) gewinnt!");
  await reads("en");
});

for (const language of LANGUAGES) {
  test(`every ticket and route has a name (${language})`, async () => {
    await reads(language);
    for (const facts of EDITIONS.map((name) => editions[name])) {
      for (const [code, { origin, options }] of Object.entries(facts.tickets)) {
        const name = names.ticketName(facts, code);
        for (const place of [origin, ...options.map(([goal]) => goal)])
          assert.ok(name.includes(names.placeName(facts, place)), code);
        const values = options.map(([, points]) => points);
        const said = names.ticketPoints(facts, code).split("–").map(Number);
        assert.deepEqual([said[0], said[said.length - 1]], [Math.min(...values), Math.max(...values)]);
      }
      for (const [code, route] of Object.entries(facts.routes)) {
        assert.equal(
          names.routeName(facts, code),
          `${names.placeName(facts, route.a)}–${names.placeName(facts, route.b)}`,
        );
        const words = names.routeWords(facts, code);
        assert.ok(words.startsWith(String(route.length)), words);
        assert.equal(words.includes(t("route.tunnel")), Boolean(route.tunnel));
        assert.doesNotMatch(words, /\{|route\./);
      }
      for (const card of Object.keys(facts.cards.kinds)) assert.notEqual(names.cardName(card), "");
    }
  });

  test(`numbers and lists are those of the language (${language})`, async () => {
    await reads(language);
    assert.equal(listed([]), "");
    assert.equal(listed(["a"]), "a");
    assert.match(listed(["a", "b", "c"]), /^a, b\P{L}+\p{L}+ c$/u);
    assert.notEqual(either(["a", "b"]), listed(["a", "b"]));
    assert.equal(numberWords(-3), "−3");
    assert.equal(numberWords(1234567), new Intl.NumberFormat(language).format(1234567));
  });
}

test("tracks that a reader cannot tell apart are one", () => {
  const alike = (facts, code) => names.withoutTwins(facts, [code, `${code}/2`]);
  const twins = Object.keys(usa.routes).filter((code) => `${code}/2` in usa.routes);
  const [same] = twins.filter((code) => usa.routes[code].colour === usa.routes[`${code}/2`].colour);
  const [other] = twins.filter((code) => usa.routes[code].colour !== usa.routes[`${code}/2`].colour);
  assert.deepEqual(alike(usa, same), [same]);
  assert.deepEqual(alike(usa, other), [other, `${other}/2`]);
});

test("tickets drawn and kept in a turn name their player once", async () => {
  const drawn = { type: "TicketsOffered", seat: 2, stacks: [usa.stacks[0], usa.stacks[0], usa.stacks[0]] };
  const kept = { type: "TicketsKept", seat: 2, kept: null, kept_stacks: ["a", "a"], returned_stacks: ["a"] };
  const [one] = Object.keys(usa.tickets);
  for (const code of LANGUAGES) {
    await reads(code);
    const line = [tell(drawn, table, usa), tell(kept, table, usa, true)].join(" ");
    assert.equal(line.split("Zoë").length, 2, line);
    assert.match(line, /3.*2/);
    const own = tell({ ...kept, kept: [one] }, table, usa, true);
    assert.ok(own.includes(names.ticketName(usa, one)) && !own.includes("Zoë"), own);
  }
});

test("of opening tickets every player has a line", async () => {
  await reads("en");
  const kept = (seat) => ({ type: "TicketsKept", seat, kept: null, kept_stacks: ["a", "a"], returned_stacks: ["a"] });
  const last = { number: 9, seat: 1, events: [{ type: "TicketsAnswered", seat: 1 }, ...[0, 1, 2].map(kept)] };
  assert.deepEqual(tellBySeats(last, table, usa), [
    { seat: 1, words: "Planner 2 has chosen tickets." },
    { seat: 0, words: "Ada keeps 2 tickets of 3." },
    { seat: 1, words: "Planner 2 keeps 2 tickets of 3." },
    { seat: 2, words: "Zoë keeps 2 tickets of 3." },
  ]);
  const first = {
    number: 1,
    seat: null,
    events: [
      { type: "GameStarted", starter: 0 },
      { type: "TicketsOffered", seat: 0, stacks: ["a"] },
    ],
  };
  assert.deepEqual(
    tellBySeats(first, table, usa).map(({ seat }) => seat),
    [null, 0],
  );
  // All events of any other move are in one line.
  const claim = { number: 10, seat: 2, events: [{ type: "TurnPassed", seat: 2 }, { type: "GameOver" }] };
  assert.deepEqual(tellBySeats(claim, table, usa), [{ seat: 2, words: tellEntry(claim, table, usa).join(" ") }]);
});

test("what happened is told in sentences", async () => {
  await reads("en");
  // Compare texts without regard to no-break spaces.
  const told = (event, facts = usa) => tell({ seat: 2, ...event }, table, facts)?.replaceAll("\u00a0", " ") ?? null;
  const red = names.cardName("red");
  assert.equal(told({ type: "CardDrawn", card: null, slot: null }), "Zoë: a card from the deck.");
  assert.equal(told({ type: "CardDrawn", card: "red", slot: null }), `Zoë: ${red} from the deck.`);
  assert.equal(told({ type: "CardDrawn", card: "red", slot: 2 }), `Zoë: ${red} from the display.`);
  const claimed = {
    type: "RouteClaimed",
    route: "DEN-OMA",
    cards: [
      ["red", 3],
      ["locomotive", 1],
    ],
    points: 7,
  };
  const cards = names.cardsWords(claimed.cards).replaceAll("\u00a0", " ");
  assert.equal(told(claimed), `Zoë claims Denver–Omaha with ${cards}: 7 points.`);
  assert.match(told({ ...claimed, points: 1 }), /: 1 point\.$/);
  const hidden = { type: "TicketsKept", kept: null, kept_stacks: ["a"], returned_stacks: ["a", "a"] };
  assert.equal(told(hidden), "Zoë keeps 1 ticket of 3.");
  const [one, two] = Object.keys(usa.tickets);
  const tickets = `${names.ticketName(usa, one)} and ${names.ticketName(usa, two)}`;
  assert.equal(told({ ...hidden, kept: [one, two] }), `Zoë keeps ${tickets}.`);
  assert.match(told({ ...hidden, kept: [], kept_stacks: [] }), new RegExp(t("log.none")));
  assert.match(told({ type: "TakenBack", entries: [3, 4] }), /returns by 2 moves/);
  // Stacks are named only if the edition has several.
  const [stack] = germany.stacks;
  const offered = { type: "TicketsOffered", stacks: [stack, stack] };
  assert.ok(told(offered, germany).includes(names.stackWords([stack, 2]).replaceAll("\u00a0", " ")));
  assert.doesNotMatch(told({ type: "TicketsOffered", stacks: [usa.stacks[0]] }), /\(/);
  // Additional time is given in the unit of the pace.
  assert.match(told({ type: "PaceChanged", pace: "days", amount: 3, added: 172800 }), /2 days more/);
  assert.match(told({ type: "PaceChanged", pace: "minutes", amount: 9, added: 60 }), /1 minute more/);
  // Events before the start have a name, because seats are shuffled.
  assert.match(tell({ type: "SeatTaken", seat: 0, name: "Planner", name_of: "planner" }, table, usa), /^Planner/);
  assert.equal(told({ type: "SomethingNewer" }), null);
  const events = [{ type: "SomethingNewer" }, { type: "GameOver" }];
  assert.deepEqual(tellEntry({ events }, table, usa), [t("log.GameOver")]);
  // The sentence about the second card of a turn continues the one about the first card.
  for (const card of [
    { card: null, slot: null },
    { card: "blue", slot: null },
    { card: "blue", slot: 2 },
  ]) {
    const drawn = { events: [{ type: "CardDrawn", seat: 0, ...card }] };
    const [[first], [second]] = [tellEntry(drawn, table, usa), tellEntry(drawn, table, usa, true)];
    assert.match(second, /^Then /);
    assert.equal(first, second.replace(/^Then/, `${table.seats[0].name}:`));
  }
});

test("why something is refused is said with names of the reader's language", async () => {
  await reads("de");
  const store = { facts: held(europe), update: held({ table }) };
  const reason = (code, values) => reasonWords({ code, values, message: "in English." }, store);
  assert.ok(reason("not_your_turn", { seats: [1, 2] }).includes("Planer 2 und Zoë"));
  assert.ok(
    reason("unknown_card", { word: "lila", kinds: ["red", "blue"] }).includes(
      `${names.cardName("red")} und ${names.cardName("blue")}`,
    ),
  );
  const cards = reason("cards", { route: "KOB-STO", number: 2, colours: [], instead: "locomotive" });
  assert.ok(cards.includes("Kopenhagen–Stockholm"));
  assert.ok(cards.includes(either([names.cardName("grey"), names.cardName("locomotive")])), cards);
  // A code that the page does not know is shown in English.
  assert.equal(reason("newer_than_this", {}), "In English.");
  const problem = (code, details = {}) => ({ code, details, message: "in English." });
  assert.equal(problemWords(problem("newer_than_this")), "In English.");
  assert.equal(problemWords(problem("offline")), t("error.offline"));
  // Cases of a code have their own sentences. For an unknown case, the sentence of the code is used.
  assert.equal(problemWords(problem("still_there", { case: "host" })), t("error.still_there.host"));
  assert.equal(problemWords(problem("still_there", { case: "newer" })), t("error.still_there"));
  assert.ok(problemWords(problem("wrong_number_of_seats", { fewest: 2, most: 5 })).includes("2"));
  assert.ok(problemWords(problem("not_your_turn", { seats: [2] }), store).includes("Zoë"));
  const illegal = problem("illegal_action", { reason: "unknown_card", values: { word: "lila", kinds: ["red"] } });
  assert.ok(problemWords(illegal, store).includes("lila"));
});

test("sentences that are added while the language loads are there afterwards", async () => {
  await reads("fr");
  const spoken = speak();
  await Promise.all([addCatalogue("me/"), spoken]);
  assert.equal(t("me.all"), "Toutes les parties");
  await reads("en");
  assert.equal(t("me.all"), "All games");
  assert.notEqual(t("review.title"), "review.title");
});
