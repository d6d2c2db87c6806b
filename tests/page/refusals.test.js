// The sentences about refusals, which are loaded with the first refusal.
import "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { get } from "../../src/whistlestop/web/net/api.js";
import { problemWords } from "../../src/whistlestop/web/names/reasons.js";

const fetching = globalThis.fetch;
const told = { code: "seat_taken", message: "somebody else has just taken that seat.", details: {} };

/** Let the server refuse a request, and return what the page says about it. `words` answers requests for sentences. */
async function refused(t, words) {
  const asked = [];
  globalThis.fetch = async (address, options) => {
    if (String(address) === "/api/refused") return new Response(JSON.stringify(told), { status: 409 });
    asked.push(String(address).split("/").slice(-2).join("/"));
    return words(address, options);
  };
  t.after(() => {
    globalThis.fetch = fetching;
  });
  const error = await get("/api/refused").catch((one) => one);
  return { said: problemWords(error), asked };
}

test("a page that cannot load them says the server's sentence, and tries again at the next refusal", async (t) => {
  const lost = () => Promise.reject(new TypeError("lost"));
  const english = "Somebody else has just taken that seat.";
  assert.deepEqual(await refused(t, lost), { said: english, asked: ["refusals/en.json"] });
  navigator.languages[0] = "de";
  // A server that is too busy says so in JSON, and is asked again.
  const answers = [new Response(JSON.stringify(told), { status: 503 })];
  assert.deepEqual(await refused(t, async (...asked) => answers.shift() ?? fetching(...asked)), {
    said: "Den Platz hat gerade jemand anders genommen.",
    asked: ["refusals/de.json", "refusals/de.json"],
  });
  assert.deepEqual((await refused(t, lost)).asked, []);
});
