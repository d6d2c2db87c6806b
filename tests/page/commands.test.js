// The help on a table that is shown as text: one example of every kind of move, in words that the server can read.
import { LANGUAGES, editions, reads, said } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { say } from "../../src/whistlestop/web/names/moves.js";
import { helpWords } from "../../src/whistlestop/web/names/typed.js";

const kindOf = ({ kind, card }) => (kind === "draw" && card ? "display" : kind);

for (const language of LANGUAGES) {
  test(`there is one example of everything that can be done (${language})`, async () => {
    await reads(language);
    for (const [name, { actions, words }] of Object.entries(said)) {
      const facts = editions[name];
      const kinds = new Set(actions.map(kindOf));
      const help = helpWords(facts, actions);
      for (const first of [...kinds].map(
        (kind) => words[language][actions.findIndex((action) => kindOf(action) === kind)],
      ))
        assert.ok(help.includes(first), `${name}: ${first} in ${help}`);
      assert.equal(help.split(" · ").length, kinds.size, `${name}: ${help}`);
    }
  });

  test(`while others decide it is said how moves begin, on this board (${language})`, async () => {
    await reads(language);
    for (const facts of Object.values(editions)) {
      const help = helpWords(facts, []);
      assert.ok(!help.includes("{") && !help.includes("text."), help);
      assert.ok(help.includes(","), help);
    }
    const later = (name) => helpWords(editions[name], []);
    assert.notEqual(later("germany"), later("usa"), "only some boards have passengers");
  });
}

test("the deck and the display are two kinds", async () => {
  await reads("en");
  const facts = editions.usa;
  const [deck, open] = [
    { kind: "draw", card: null, words: "draw deck" },
    { kind: "draw", card: "red", words: "draw red" },
  ];
  const help = helpWords(facts, [deck, open, { ...open, card: "blue" }]);
  assert.ok(help.includes(say(facts, deck)) && help.includes(say(facts, open)), help);
  assert.ok(!help.includes("blue"), help);
});
