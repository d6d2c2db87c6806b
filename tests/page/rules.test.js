// The examples on the rules page: what the pictures of each board show.
import { EDITIONS, editions, reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { EXAMPLES, takesSubstitutes } from "../../src/whistlestop/web/pages/rules/examples.js";

await reads("en");

const board = (name) => ({ facts: editions[name], name: (code) => editions[name].cities[code].name });

for (const name of EDITIONS) {
  test(`the example of a ferry is a coloured one, if there is one (${name})`, () => {
    const { routes } = editions[name];
    const ferries = Object.values(routes).filter((route) => route.ferry);
    const example = EXAMPLES.ferries(board(name));
    assert.equal(example === null, ferries.length === 0);
    if (!example) return;
    const [code] = example.shown.routes;
    assert.equal(example.values.n, routes[code].ferry);
    const alike = ferries.filter(({ colour }) => Boolean(colour) === ferries.some((route) => route.colour));
    assert.ok(alike.includes(routes[code]));
    assert.equal(routes[code].length, Math.min(...alike.map((route) => route.length)));
  });

  test(`the example of substitutes is a route that is no ferry (${name})`, () => {
    const { routes, points } = editions[name];
    const example = EXAMPLES.substitutes(board(name));
    assert.equal(example === null, !Object.values(routes).some(takesSubstitutes));
    if (!example) return;
    const route = routes[example.shown.routes[0]];
    assert.equal(route.ferry, 0);
    assert.ok(route.substitute.cards > 1);
    assert.equal(example.values.n, points[route.length - 1]);
  });
}

test("the example of substitutes is the longest route of Nordic Countries", () => {
  const { shown, values } = EXAMPLES.substitutes(board("nordic"));
  assert.deepEqual(shown, { routes: ["LIE-MUR"], places: ["LIE", "MUR"] });
  assert.deepEqual(values, { route: "Lieksa–Murmansk", n: 27 });
});
