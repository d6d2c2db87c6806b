// The names of boards, cards, cities, routes, tickets and players in the reader's language. If nobody has chosen a
// name, the server sends an English one, which is translated here.
import { listed, localPlace, t, tOr } from "../language/index.js";

/**
 * Return the title of an edition in the reader's language. An edition that a player has written keeps its own title.
 *
 * @param {{name: string, title: string, own?: boolean}} facts
 */
export const editionTitle = (facts) => (facts.own ? facts.title : tOr(`edition_title.${facts.name}`, facts.title));

/**
 * Return the title of a table, which is that of its edition.
 *
 * @param {{edition: string, title: string}} table
 */
export const tableTitle = (table) => tOr(`edition_title.${table.edition}`, table.title);

/**
 * Return a player's name as it is displayed. A name that the player has not chosen is translated.
 *
 * @param {string} name
 * @param {string | null} [of] the word that a name begins with if the server has made it, such as a bot's name
 */
export const personName = (name, of) =>
  of ? `${tOr(`given.${of}`, name.slice(0, of.length))}${name.slice(of.length)}` : name;

/**
 * Return the name of a kind of card in the reader's language.
 *
 * @param {string} card
 */
export const cardName = (card) => tOr(`card.${card}`, card);

/**
 * Return the name of a stack of tickets in the reader's language.
 *
 * @param {string} stack
 */
export const stackName = (stack) => tOr(`stack.${stack}`, stack);

/**
 * Return the name of a city or a country in the reader's language. Boards that players have written keep their names.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function placeName(facts, code) {
  const printed = printedPlace(facts, code);
  return facts.own ? printed : localPlace(facts.board, code, printed);
}

/**
 * Return the name of a city or a country as it is printed on the board; the code if the board does not have it.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 * @returns {string}
 */
export const printedPlace = (facts, code) => (facts.cities[code] ?? facts.countries[code])?.name ?? code;

/**
 * Return a number of pieces in words, such as "5 trains". An edition file may have its own word for pieces.
 *
 * @param {Sent.Facts} facts
 * @param {number} n
 */
export const pieceCount = (facts, n) => tOr(`pieces.${facts.piece_name}`, `${n} × ${facts.piece_name}`, { n });

/**
 * Return a number of pieces in words, in the form that follows a word like "with". Some languages decline it.
 *
 * @param {Sent.Facts} facts
 * @param {number} n
 */
export const withPieces = (facts, n) => tOr(`pieces.${facts.piece_name}.many`, `${n} × ${facts.piece_name}`, { n });

/**
 * Return the name of a place and its code, which commands accept.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export const typedPlace = (facts, code) => `${placeName(facts, code)} (${code})`;

/**
 * Return the name of a route and its code, which commands accept.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export const typedRoute = (facts, code) => `${routeName(facts, code)} (${code})`;

/**
 * Return the name of a route, which consists of the names of its ends.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function routeName(facts, code) {
  const route = facts.routes[code];
  return `${placeName(facts, route.a)}–${placeName(facts, route.b)}`;
}

/**
 * Return what it takes to claim a route: its length and colour, such as "4 purple", and whether it is a ferry or a
 * tunnel.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function routeWords(facts, code) {
  const route = facts.routes[code];
  const parts = [t("route.spaces", { n: route.length, colour: cardName(route.colour ?? "grey") })];
  if (route.ferry) parts.push(t("route.ferry", { n: route.ferry, wild: cardName(facts.locomotive) }));
  if (route.tunnel) parts.push(t("route.tunnel"));
  if (route.substitute) parts.push(t("route.substitute", { n: route.substitute.cards }));
  return parts.join(", ");
}

/**
 * Return the cards of a claim. Those that have to be given as substitutes afterwards are backs.
 *
 * @param {Sent.Facts} facts
 * @param {{route?: string, cards: Sent.Cards}} claim
 * @returns {Sent.Cards}
 */
export function claimCards(facts, { route, cards }) {
  const { length, substitute } = facts.routes[route ?? ""] ?? {};
  const missing = length - cards.reduce((sum, [, n]) => sum + n, 0);
  return substitute && missing > 0 ? [...cards, ["back", missing * substitute.cards]] : cards;
}

/**
 * Return the routes without those whose name and words are the same as those of an earlier one.
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
 * Return the name of a ticket: its origin and destinations. Each of several destinations has its points behind it.
 *
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
 * Return the points of a ticket, or their range if it has several destinations.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
export function ticketPoints(facts, code) {
  const values = facts.tickets[code].options.map(([, points]) => points);
  const least = Math.min(...values);
  const most = Math.max(...values);
  return least === most ? String(least) : `${least}–${most}`;
}

/**
 * Return a list of cards in words.
 *
 * @param {Sent.Cards} cards
 */
export const cardsWords = (cards) =>
  listed(
    cards.map(([card, n]) =>
      tOr(`cards.${card}`, t("cards.some", { n, card: cardName(card) }), { n }).replaceAll(" × ", "\u00a0×\u00a0"),
    ),
  );

/**
 * Return the cards of a claim in words, with those that have to be given afterwards.
 *
 * @param {Sent.Facts} facts
 * @param {{route?: string, cards: Sent.Cards}} claim
 */
export const claimWords = (facts, claim) => cardsWords(claimCards(facts, claim));

/**
 * Return a number of tickets of one stack in words.
 *
 * @param {[string, number]} some
 */
export const stackWords = ([stack, n]) => t("stack.some", { n, stack: stackName(stack) });

/**
 * Return numbers of tickets of several stacks in words.
 *
 * @param {[string, number][]} mix
 */
export const stacksWords = (mix) => listed(mix.map(stackWords));

/**
 * Return the name of the player in a seat, or the words for an open seat.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
export const playerName = (table, seat) =>
  personName(table.seats[seat]?.name ?? "", table.seats[seat]?.name_of) || t("seat.open");

/**
 * Say after what time a bot stands in for an absent player.
 *
 * @param {number | null} seconds null or 0 if no bot does
 */
export const standinWords = (seconds) =>
  tOr(`standin.after_${seconds ?? 0}`, t("standin.after_seconds", { n: seconds ?? 0 }));

/**
 * Return who has played a seat to the end. If the seat's player has given up, this is a bot: the name says for whom.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
export function playedBy(table, seat) {
  const { resigned, bot } = table.seats[seat] ?? {};
  const name = playerName(table, seat);
  return resigned && bot ? t("finale.stand_in", { bot: personName(bot, bot), name }) : name;
}

/**
 * Return the sentence that says who has won.
 *
 * @param {number[]} seats
 * @param {Sent.Table} table
 */
export const winnersWords = (seats, table) =>
  t("finale.winner", { n: seats.length, name: listed(seats.map((seat) => playedBy(table, seat))) });

/**
 * Return a list of the names of several players.
 *
 * @param {Sent.Table} table
 * @param {number[]} seats
 */
export const playerNames = (table, seats) => listed(seats.map((seat) => playerName(table, seat)));

/**
 * Return the time that players have to think, in words.
 *
 * @param {Sent.PaceKind} kind
 * @param {number} amount minutes for the game or days for a turn, depending on the kind
 */
export const paceWords = (kind, amount) => (kind === "none" ? t("pace.none") : t(`pace_amount.${kind}`, { n: amount }));

/**
 * Return whether the person in a seat is absent. It is false if a bot stands in, or if the person has resigned.
 *
 * @param {Sent.Seat} seat
 */
export const isAway = ({ kind, present, standin, resigned }) => kind === "person" && !present && !standin && !resigned;
