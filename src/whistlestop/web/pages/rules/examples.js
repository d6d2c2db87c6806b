// The examples in the pictures of the rules page. For each chapter, they are found on the edition's own board.
import { routeName } from "../../names/names.js";

/**
 * @typedef {object} Example
 * @property {import("../../board/piece.js").Shown} shown
 * @property {string} words the key of the sentence below the picture
 * @property {Record<string, string | number>} [values]
 */
/** @typedef {{facts: Sent.Facts, name: (code: string) => string}} Board */

/**
 * Return the end of a route opposite to a place.
 *
 * @param {Sent.Route} route
 * @param {string} from
 */
const across = (route, from) => (route.a === from ? route.b : route.a);

/**
 * Return whether a route takes substitutes and is no ferry.
 *
 * @param {Sent.Route} route
 */
export const takesSubstitutes = (route) => route.substitute !== null && route.ferry === 0;

/**
 * Return the codes of the routes at a place with their facts, the short routes first.
 *
 * @param {Sent.Facts} facts
 * @param {string} place
 */
const routesAt = (facts, place) =>
  Object.entries(facts.routes)
    .filter(([, { a, b }]) => a === place || b === place)
    .sort(([, one], [, other]) => one.length - other.length);

/**
 * Return the fewest routes that lead from one of several places to another place; null if no routes do. The path does
 * not pass through countries.
 *
 * @param {Sent.Facts} facts
 * @param {string[]} from the codes of the places at which the path may begin
 * @param {string} to the code of the place at which the path ends
 * @returns {string[] | null} the codes of the routes
 */
function wayTo(facts, from, to) {
  /** @type {Map<string, string[]>} */
  const reached = new Map(from.map((place) => [place, []]));
  for (const [place, way] of reached) {
    if (place === to) return way;
    if (place in facts.countries && way.length) continue;
    for (const [code, route] of routesAt(facts, place)) {
      const next = across(route, place);
      if (!reached.has(next)) reached.set(next, [...way, code]);
    }
  }
  return null;
}

/**
 * Return routes as keys of an object whose values are all 1, the number of the first colour.
 *
 * @param {string[]} codes
 * @returns {Record<string, number>}
 */
const own = (codes) => Object.fromEntries(codes.map((code) => [code, 1]));

/**
 * For each chapter that has an example, the function that finds one; null if the board has none.
 *
 * @type {Record<string, (board: Board) => Example | null>}
 */
export const EXAMPLES = {
  routes({ facts }) {
    const found = Object.entries(facts.routes);
    for (const [code, { a, b, length }] of found) {
      const twin = found.find(([other, route]) => other !== code && route.a === a && route.b === b);
      if (!twin || length < 2 || length > 4) continue;
      return {
        shown: { routes: [code, twin[0]], places: [a, b], owned: own([code]) },
        words: "routes.picture",
        values: { route: routeName(facts, code) },
      };
    }
    return null;
  },
  ferries({ facts }) {
    const found = Object.entries(facts.routes)
      .filter(([, route]) => route.ferry > 0)
      // A ferry with a colour shows more than a grey one.
      .sort(([, one], [, other]) => Number(!one.colour) - Number(!other.colour) || one.length - other.length)[0];
    if (!found) return null;
    const [code, { a, b, ferry }] = found;
    return {
      shown: { routes: [code], places: [a, b] },
      words: "ferries.picture",
      values: { route: routeName(facts, code), n: ferry },
    };
  },
  substitutes({ facts }) {
    const found = Object.entries(facts.routes).find(([, route]) => takesSubstitutes(route));
    if (!found) return null;
    const [code, { a, b, length }] = found;
    return {
      shown: { routes: [code], places: [a, b] },
      words: "substitutes.picture",
      values: { route: routeName(facts, code), n: facts.points[length - 1] },
    };
  },
  tunnels({ facts }) {
    const found = Object.entries(facts.routes).find(([, route]) => route.tunnel && route.length > 1);
    if (!found) return null;
    const [code, { a, b }] = found;
    return {
      shown: { routes: [code], places: [a, b] },
      words: "tunnels.picture",
      values: { route: routeName(facts, code) },
    };
  },
  stations({ facts, name }) {
    const cities = Object.keys(facts.cities).map((city) => ({ city, routes: routesAt(facts, city) }));
    const { city, routes } = cities.sort((one, other) => other.routes.length - one.routes.length)[0];
    const [[code, route]] = routes.filter(([, { length }]) => length > 1);
    return {
      shown: {
        routes: [code],
        places: [city, across(route, city)],
        owned: { [code]: 2 },
        figures: [["station-1", city]],
      },
      words: "stations.picture",
      values: { city: name(city), route: routeName(facts, code) },
    };
  },
  passengers({ facts, name }) {
    for (const from of Object.keys(facts.cities)) {
      for (const [first, one] of routesAt(facts, from)) {
        const by = across(one, from);
        if (!facts.cities[by]?.merchandise) continue;
        for (const [second, other] of routesAt(facts, by)) {
          const to = across(other, by);
          if (to === from || !facts.cities[to]?.merchandise || one.length + other.length < 4) continue;
          return {
            shown: {
              routes: [first, second],
              places: [from, to],
              owned: own([first, second]),
              figures: [["passenger-1", from]],
            },
            words: "passengers.picture",
            values: { from: name(from), by: name(by), to: name(to) },
          };
        }
      }
    }
    return null;
  },
  tickets({ facts, name }) {
    for (const { origin, options } of Object.values(facts.tickets)) {
      const [[goal]] = options;
      if (options.length > 1 || !(origin in facts.cities) || !(goal in facts.cities)) continue;
      const way = wayTo(facts, [origin], goal);
      if (!way || way.length < 2 || way.length > 3) continue;
      return {
        shown: { routes: way, places: [origin, goal], owned: own(way), marked: [origin, goal] },
        words: "tickets.picture",
        values: { from: name(origin), to: name(goal) },
      };
    }
    return null;
  },
  districts({ facts }) {
    const [district] = [...facts.districts].sort((one, other) => one.cities.length - other.cities.length);
    const [first, ...rest] = district.cities;
    /** @type {string[]} */
    const ways = [];
    const joined = [first];
    for (const city of rest) {
      ways.push(...(wayTo(facts, joined, city) ?? []));
      joined.push(city);
    }
    return {
      shown: { routes: ways, places: district.cities, owned: own(ways), marked: district.cities },
      words: "districts.picture",
      values: { n: district.points },
    };
  },
  attractions({ facts, name }) {
    const [city] = Object.keys(facts.cities).filter((code) => facts.cities[code].attraction);
    const [[code, route]] = routesAt(facts, city);
    return {
      shown: { routes: [code], places: [city, across(route, city)], owned: own([code]), marked: [city] },
      words: "attractions.picture",
      values: { city: name(city) },
    };
  },
  doubly({ facts, name }) {
    /** @type {Example | null} */
    let found = null;
    let fewest = Infinity;
    for (const { origin, options } of Object.values(facts.tickets)) {
      const [goal] = options[0];
      const first = wayTo(facts, [origin], goal) ?? [];
      // Nobody has two parallel routes.
      const free = Object.entries(facts.routes).filter(
        ([, route]) => !first.some((code) => across(facts.routes[code], route.a) === route.b),
      );
      const second = wayTo({ ...facts, routes: Object.fromEntries(free) }, [origin], goal);
      if (!second || first.length + second.length >= fewest) continue;
      const ways = [...first, ...second];
      fewest = ways.length;
      found = {
        shown: { routes: ways, places: [origin, goal], owned: own(ways), marked: [origin, goal] },
        words: "doubly.picture",
        values: { from: name(origin), to: name(goal) },
      };
    }
    return found;
  },
  end({ facts }) {
    if (!facts.longest_path_bonus) return null;
    let place = Object.keys(facts.cities)[0];
    const seen = new Set([place]);
    /** @type {string[]} */
    const path = [];
    while (path.length < 4) {
      const next = routesAt(facts, place).find(
        ([, route]) => across(route, place) in facts.cities && !seen.has(across(route, place)),
      );
      if (!next) break;
      place = across(next[1], place);
      seen.add(place);
      path.push(next[0]);
    }
    return {
      shown: { routes: path, owned: own(path), path },
      words: "end.picture",
      values: { n: path.reduce((sum, code) => sum + facts.routes[code].length, 0) },
    };
  },
};
