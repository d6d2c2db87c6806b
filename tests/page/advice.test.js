// Hints and the coach: their words, what a press picks up, and how an action waits for the coach.
import { LANGUAGES, editions, reads } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { t } from "../../src/whistlestop/web/language/index.js";
import { pressedBy } from "../../src/whistlestop/web/table/keys.js";
import {
  asksForHint,
  chanceWords,
  pickedUpFor,
  standWords,
  takenFrom,
  warningWords,
} from "../../src/whistlestop/web/table/advice/words.js";
import { inTime } from "../../src/whistlestop/web/table/advice/trainer.js";

const hintOf = (...close) => ({ options: close.map((one) => ({ close: one })) });

test("a hint says whether the first action is clearly the best", async () => {
  await reads("en");
  assert.equal(standWords(hintOf(true, false, false)), "The first move is clearly the best.");
  assert.equal(standWords(hintOf(true)), "The first move is clearly the best.");
  assert.equal(standWords(hintOf(true, true, false)), "The first 2 moves are about equally good.");
  assert.equal(standWords(hintOf(true, true, true)), "The first 3 moves are about equally good.");
  assert.equal(chanceWords({ chance: 0.54, chance_error: 0.02 }), "Chance to win: 54% (±\u00a02%)");
});

test("a warning names the action, its loss and its chance", async () => {
  await reads("en");
  const warning = { loss: 0.25, loss_error: 0.06, chance: 0.3 };
  const words = "Your choice “draw from the deck” lowers your chance to win by 25% (±\u00a06%), to 30%.";
  assert.equal(warningWords(editions.usa, "draw from the deck", warning), words);
  const [deck] = [{ kind: "draw", card: null, words: "draw deck" }];
  assert.match(warningWords(editions.usa, deck, warning), /^Your choice “draw deck” lowers/);
});

test("a press on an action picks up what the action needs", () => {
  assert.deepEqual(pickedUpFor({ kind: "claim", route: "DEN-OMA" }), { kind: "route", route: "DEN-OMA" });
  assert.deepEqual(pickedUpFor({ kind: "station", city: "BER" }), { kind: "city", city: "BER" });
  assert.deepEqual(pickedUpFor({ kind: "tickets" }), { kind: "tickets" });
  assert.deepEqual(pickedUpFor({ kind: "move", city: "BER" }), { kind: "journey" });
  for (const kind of ["draw", "pay", "withdraw", "stop"]) assert.equal(pickedUpFor({ kind }), null);
});

test("a draw takes a card from the deck or from the display", () => {
  const display = ["red", "blue", null, "red", "locomotive"];
  assert.deepEqual(takenFrom({ kind: "draw", card: null }, display), ["deck"]);
  assert.deepEqual(takenFrom({ kind: "draw", card: "red" }, display), ["slot-0", "slot-3"]);
  assert.deepEqual(takenFrom({ kind: "claim", route: "DEN-OMA" }, display), []);
});

for (const language of LANGUAGES) {
  test(`a typed word asks for a hint (${language})`, async () => {
    await reads(language);
    assert.ok(asksForHint(" Hint "));
    assert.ok(asksForHint(t("advice.command")));
    assert.ok(t("advice.command_help").includes(t("advice.command")));
    assert.ok(!asksForHint("draw deck"));
    assert.ok(!asksForHint(""));
  });
}

test("a key asks for a hint", () => {
  assert.equal(pressedBy({ key: "h", code: "KeyH", shiftKey: false }), '[data-opens="hint"]');
});

test("an action does not wait long for the coach, and not for a failure", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const answer = { warning: null };
  assert.equal(await inTime(Promise.resolve(answer)), answer);
  assert.equal(await inTime(Promise.reject(new Error("offline"))), null);
  const never = inTime(new Promise(() => {}));
  context.mock.timers.tick(2000);
  assert.equal(await never, null);
});
