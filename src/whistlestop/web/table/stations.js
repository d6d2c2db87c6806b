// What a station would bring: which tickets it completes, with one route of somebody else's.
import { goalsOf } from "./marks.js";

/**
 * City → the open tickets that a station there would complete at once.
 *
 * @param {Begun} store
 * @param {Iterable<string>} cities
 * @returns {Map<string, string[]>}
 */
export function completedByStation(store, cities) {
  const facts = store.facts.value;
  const { players } = store.position.value;
  const me = store.seat.value;
  const ways = store.update.value.ways ?? {};
  const open = (store.me.value?.tickets ?? []).filter((/** @type {string} */ code) => ways[code]?.pieces !== 0);
  const component = components(facts, players[me ?? 0]?.routes ?? []);
  const others = players.flatMap((player, seat) => (seat === me ? [] : player.routes)).map((code) => facts.routes[code]);
  const found = /** @type {Map<string, string[]>} */ (new Map());
  for (const city of cities) {
    const reached = others.filter(({ a, b }) => a === city || b === city).map(({ a, b }) => [component(a), component(b)]);
    const joined = (/** @type {string} */ from, /** @type {string} */ to) => {
      const ends = [component(from), component(to)];
      return reached.some(([one, other]) => ends.includes(one) && ends.includes(other) && one !== other);
    };
    const serves = (/** @type {string} */ code) => goalsOf(facts, code).some((goal) => joined(facts.tickets[code].origin, goal));
    found.set(city, open.filter(serves));
  }
  return found;
}

/**
 * What somebody's routes connect: a name for the part of the network that a place belongs to.
 *
 * @param {Sent.Facts} facts
 * @param {string[]} routes
 */
function components(facts, routes) {
  const parents = /** @type {Map<string, string>} */ (new Map());
  const find = (/** @type {string} */ place) => {
    let at = place;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
    return at;
  };
  for (const code of routes) {
    const [a, b] = [find(facts.routes[code].a), find(facts.routes[code].b)];
    if (a !== b) parents.set(a, b);
  }
  return find;
}
