// What is pointed out on the board, given what the reader is doing.
import { ofKind } from "./store.js";

/** @param {Sent.Facts} facts @param {string} ticket */
const endsOf = (facts, ticket) => {
  const entry = facts.tickets[ticket];
  return [entry.origin, ...entry.options.map(([goal]) => goal)];
};

/** @typedef {{selectable: string[], highlighted: string[], ends: string[], way: string[]}} Gathered */

/**
 * @param {Furnished} store
 * @returns {import("../board/view.js").Marks}
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
    path: store.path.value,
    fresh: store.fresh.value.map((event) => event.route),
    intended: store.ahead.routes,
  };
  const begun = /** @type {Begun} */ (store);
  markChoices(begun, marks);
  markTickets(begun, facts, begun.update.value, marks);
  const pointed = store.pointed.value;
  if (pointed && (pointed in facts.routes || pointed in facts.cities)) marks.highlighted.push(pointed);
  return marks;
}

/**
 * @param {Begun} store
 * @param {Gathered} marks
 */
function markChoices(store, marks) {
  const legal = store.legal.value;
  const selection = store.selection.value;
  for (const action of legal) {
    if (action.kind === "go") marks.selectable.push(action.route);
    if (action.kind === "passenger" && action.city) marks.selectable.push(action.city);
  }
  const { position } = store.update.value;
  if (position.phase === "placement" || position.phase === "surcharge") marks.highlighted.push(position.route);
  if (position.phase === "journey") marks.highlighted.push(position.journey.city, ...position.journey.routes);
  if (!selection) return;
  if (selection.kind === "routes") marks.selectable.push(...store.claims.value.keys());
  if (selection.kind === "card") marks.selectable.push(...routesFor(store, selection.card));
  if (selection.kind === "route") marks.highlighted.push(selection.route);
  if (selection.kind === "station") marks.selectable.push(...store.stations.value.keys());
  if (selection.city) marks.highlighted.push(selection.city);
  if (selection.kind === "journey" && !selection.city) {
    marks.selectable.push(...ofKind(legal, "move").map((action) => action.city));
  }
}

/**
 * The routes that can be claimed with some of these cards.
 *
 * @param {Begun} store
 * @param {string | undefined} card
 */
export const routesFor = (store, card) =>
  [...store.claims.value]
    .filter(([, payments]) => payments.some(({ cards }) => cards.some(([kind]) => kind === card)))
    .map(([route]) => route);

/**
 * @param {Begun} store
 * @param {Sent.Facts} facts
 * @param {Sent.Moment} update
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
  const me = store.me.value;
  if (!me || update.position.phase === "over") return;
  const open = (me.tickets ?? []).filter((/** @type {string} */ code) => ways[code]?.pieces !== 0);
  const offered = me.offer ?? [];
  for (const code of [...open, ...(store.keeping.value.length ? store.keeping.value : offered)]) {
    marks.ends.push(...endsOf(facts, code));
  }
  for (const code of store.keeping.value) marks.way.push(...(ways[code]?.routes ?? []));
}
