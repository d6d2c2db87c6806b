// What the board highlights, depending on what the reader is doing.
import { pieceOf } from "../people/colours.js";
import { currentJourney } from "../turn/journey-steps.js";
import { ofKind } from "../store/game.js";

/**
 * Return the places that a ticket can lead to.
 *
 * @param {Sent.Facts} facts
 * @param {string} ticket
 */
export const goalsOf = (facts, ticket) => facts.tickets[ticket].options.map(([goal]) => goal);

/**
 * Return the place where a ticket begins, and those that it can lead to.
 *
 * @param {Sent.Facts} facts
 * @param {string} ticket
 */
export const endsOf = (facts, ticket) => [facts.tickets[ticket].origin, ...goalsOf(facts, ticket)];

/** @typedef {{selectable: string[], highlighted: string[], ends: string[], way: string[], tried: string[]}} Gathered */

/**
 * Return everything that the board highlights now.
 *
 * @param {Furnished} store
 * @returns {import("../../board/view.js").Marks}
 */
export function marksOf(store) {
  const facts = store.facts.value;
  const update = store.update.value;
  if (!facts || !update?.position) return {};
  const marks = {
    selectable: /** @type {string[]} */ ([]),
    highlighted: /** @type {string[]} */ ([]),
    ends: /** @type {string[]} */ ([]),
    way: /** @type {string[]} */ ([]),
    tried: /** @type {string[]} */ ([]),
    piece: store.seat.value === null ? undefined : pieceOf(update.table, store.seat.value),
    path: store.path.value,
    fresh: store.fresh.value.map((event) => event.route),
    ...offersOf(/** @type {Begun} */ (store), facts),
    intended: store.ahead.routes,
  };
  const begun = /** @type {Begun} */ (store);
  markChoices(begun, marks);
  markTickets(begun, facts, begun.update.value, marks);
  const pointed = store.pointed.value;
  for (const place of [...store.coached.value, ...(pointed ? [pointed] : [])]) {
    if (place in facts.routes || place in facts.cities) marks.highlighted.push(place);
  }
  return marks;
}

/**
 * Return the ends of the offered tickets. If the reader points at one, or else has chosen some, the others are
 * faint.
 *
 * @param {Begun} store
 * @param {Sent.Facts} facts
 */
function offersOf(store, facts) {
  /** @type {string[]} */
  const codes = store.me.value?.offer ?? [];
  const pointed = store.pointed.value;
  const chosen = pointed && codes.includes(pointed) ? [pointed] : store.keeping.value;
  const offers = codes.map((code) => ({
    ends: endsOf(facts, code),
    faint: chosen.length > 0 && !chosen.includes(code),
  }));
  return { offers, offered: offers.flatMap(({ ends }) => ends) };
}

/**
 * Add the marks for what the reader can choose or has chosen, and for a journey under way.
 *
 * @param {Begun} store
 * @param {Gathered} marks
 */
function markChoices(store, marks) {
  const legal = store.legal.value;
  const selection = store.selection.value;
  for (const action of legal) {
    if (action.kind === "passenger" && action.city) marks.selectable.push(action.city);
  }
  const { position } = store.update.value;
  if (position.route) marks.highlighted.push(position.route);
  const way = currentJourney(store);
  if (way) marks.selectable.push(...ofKind(way.legal, "go").map(({ route }) => route));
  const journey = way?.journey ?? position.journey;
  if (journey) marks.highlighted.push(journey.city, ...journey.routes);
  if (!selection) return;
  if (selection.kind === "routes") marks.selectable.push(...store.claims.value.keys());
  if (selection.kind === "card") marks.selectable.push(...routesFor(store, selection.card));
  if (selection.kind === "route") marks.highlighted.push(selection.route);
  if (selection.kind === "route" && store.claims.value.has(selection.route)) marks.tried.push(selection.route);
  if (selection.kind === "station") marks.selectable.push(...store.stations.value.keys());
  if (selection.city) marks.highlighted.push(selection.city);
  if (selection.kind === "journey" && !selection.city) {
    marks.selectable.push(...ofKind(legal, "move").map((action) => action.city));
  }
}

/**
 * Return the routes that can be claimed with at least one card of this kind.
 *
 * @param {Begun} store
 * @param {string | undefined} card
 */
export const routesFor = (store, card) =>
  [...store.claims.value]
    .filter(([, payments]) => payments.some(({ cards }) => cards.some(([kind]) => kind === card)))
    .map(([route]) => route);

/**
 * Add the marks for the ends of tickets, and for the ways to complete them.
 *
 * @param {Begun} store
 * @param {Sent.Facts} facts
 * @param {Sent.Present} update
 * @param {Gathered} marks
 */
function markTickets(store, facts, update, marks) {
  const pointed = store.pointed.value;
  const selection = store.selection.value;
  const ways = update.ways ?? {};
  const shown = pointed && pointed in facts.tickets ? pointed : selection?.kind === "ticket" ? selection.ticket : null;
  if (shown) {
    marks.ends.push(...endsOf(facts, shown));
    marks.way.push(...(ways[shown]?.routes ?? []));
    return;
  }
  if (!store.me.value || update.position.phase === "over") return;
  marks.ends.push(...ticketEnds(store));
  for (const code of store.keeping.value) marks.way.push(...(ways[code]?.routes ?? []));
}

/**
 * Return the ends of the reader's open tickets, and of the offered tickets that they have chosen, or of all offered
 * tickets if they have chosen none.
 *
 * @param {Furnished} store
 */
export function ticketEnds(store) {
  const me = store.me.value;
  const ways = store.update.value?.ways ?? {};
  if (!me) return [];
  const open = (me.tickets ?? []).filter((/** @type {string} */ code) => ways[code]?.pieces !== 0);
  const offered = store.keeping.value.length ? store.keeping.value : (me.offer ?? []);
  return [...open, ...offered].flatMap((code) => endsOf(store.facts.value, code));
}
