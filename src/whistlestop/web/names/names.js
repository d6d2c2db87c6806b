// What boards, cards, cities, routes, tickets and players are called, in the reader's language. The server
// gives a name in English where nobody chose one.
import { listed, localPlace, t, tOr } from "../language/index.js";

/**
 * A board in the reader's language; one that somebody wrote keeps its name.
 *
 * @param {{name: string, title: string, own: boolean}} facts
 */
export const editionTitle = (facts) => (facts.own ? facts.title : tOr(`edition_title.${facts.name}`, facts.title));

/**
 * What a table is called: as its board.
 *
 * @param {{edition: string, title: string}} table
 */
export const tableTitle = (table) => tOr(`edition_title.${table.edition}`, table.title);

/**
 * Somebody's name; one that nobody chose, in the reader's language.
 *
 * @param {string} name
 * @param {string | null} [of] what it was made of, if nobody chose it
 */
export const personName = (name, of) =>
  of ? `${tOr(`given.${of}`, name.slice(0, of.length))}${name.slice(of.length)}` : name;

/** @param {string} card */
export const cardName = (card) => tOr(`card.${card}`, card);

/** @param {string} stack */
export const stackName = (stack) => tOr(`stack.${stack}`, stack);

/**
 * A city or a country, as the reader's language calls it.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function placeName(facts, code) {
  const printed = printedPlace(facts, code);
  return facts.own ? printed : localPlace(facts.name, code, printed);
}

/**
 * @param {Sent.Facts} facts
 * @param {string} code
 * @returns {string} as its board is printed
 */
export const printedPlace = (facts, code) => (facts.cities[code] ?? facts.countries[code])?.name ?? code;

/**
 * So many of what a player has to build with; an edition of one's own may have its own word for it.
 *
 * @param {Sent.Facts} facts
 * @param {number} n
 */
export const pieceCount = (facts, n) => tOr(`pieces.${facts.piece_name}`, `${n} × ${facts.piece_name}`, { n });

/**
 * The same after a word like `with`, which some languages decline for.
 *
 * @param {Sent.Facts} facts
 * @param {number} n
 */
export const withPieces = (facts, n) => tOr(`pieces.${facts.piece_name}.many`, `${n} × ${facts.piece_name}`, { n });

/**
 * With the code that commands take.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export const typedPlace = (facts, code) => `${placeName(facts, code)} (${code})`;

/**
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export const typedRoute = (facts, code) => `${routeName(facts, code)} (${code})`;

/**
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function routeName(facts, code) {
  const route = facts.routes[code];
  return `${placeName(facts, route.a)}–${placeName(facts, route.b)}`;
}

/**
 * A route with what it takes: `Denver–Omaha, 4 purple`.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function routeWords(facts, code) {
  const route = facts.routes[code];
  const parts = [t("route.spaces", { n: route.length, colour: cardName(route.colour ?? "grey") })];
  if (route.ferry) parts.push(t("route.ferry", { n: route.ferry, wild: cardName(facts.locomotive) }));
  if (route.tunnel) parts.push(t("route.tunnel"));
  return parts.join(", ");
}

/**
 * Of tracks that a reader cannot tell apart, the first.
 *
 * @param {Sent.Facts} facts
 * @param {string[]} codes
 */
export function withoutTwins(facts, codes) {
  const known = new Set();
  return codes.filter((code) => {
    const words = `${routeName(facts, code)} ${routeWords(facts, code)}`;
    return !known.has(words) && known.add(words);
  });
}

/**
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function ticketName(facts, code) {
  const ticket = facts.tickets[code];
  const goals = ticket.options.map(([goal, points]) =>
    ticket.options.length > 1 ? `${placeName(facts, goal)} (${points})` : placeName(facts, goal),
  );
  return `${placeName(facts, ticket.origin)}–${goals.join(" / ")}`;
}

/**
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function ticketPoints(facts, code) {
  const values = facts.tickets[code].options.map(([, points]) => points);
  const least = Math.min(...values);
  const most = Math.max(...values);
  return least === most ? String(least) : `${least}–${most}`;
}

/** @param {Sent.Cards} cards */
export const cardsWords = (cards) =>
  listed(cards.map(([card, n]) => tOr(`cards.${card}`, t("cards.some", { n, card: cardName(card) }), { n })));

/**
 * Tickets of one stack.
 *
 * @param {[string, number]} some
 */
export const stackWords = ([stack, n]) => t("stack.some", { n, stack: stackName(stack) });

/** @param {[string, number][]} mix */
export const stacksWords = (mix) => listed(mix.map(stackWords));

/**
 * @param {Sent.Table} table
 * @param {number} seat
 */
export const playerName = (table, seat) =>
  personName(table.seats[seat]?.name ?? "", table.seats[seat]?.name_of) || t("seat.open");

/**
 * When a bot stands in for somebody away.
 *
 * @param {number | null} seconds null: never
 */
export const standinWords = (seconds) =>
  tOr(`standin.after_${seconds ?? 0}`, t("standin.after_seconds", { n: seconds ?? 0 }));

/**
 * Who has won.
 *
 * @param {number[]} seats
 * @param {Sent.Table} table
 */
export const winnersWords = (seats, table) => t("finale.winner", { n: seats.length, name: playerNames(table, seats) });

/**
 * Several players, named.
 *
 * @param {Sent.Table} table
 * @param {number[]} seats
 */
export const playerNames = (table, seats) => listed(seats.map((seat) => playerName(table, seat)));

/**
 * The time to think, with how much of it.
 *
 * @param {Sent.PaceKind} kind
 * @param {number} amount
 */
export const paceWords = (kind, amount) => (kind === "none" ? t("pace.none") : t(`managing.${kind}`, { n: amount }));

/**
 * Whether a person plays in a seat who is not there.
 *
 * @param {Sent.Seat} seat
 */
export const isAway = ({ kind, present, standin, resigned }) => kind === "person" && !present && !standin && !resigned;
