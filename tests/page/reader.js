// Replacements for global objects of a browser, such as `localStorage` and `fetch`, for tests without a browser. Import
// this module first. Catalogues are read from files. Facts about the game come from tests/page/facts.py.
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";

const SERVED = new URL("../../src/whistlestop/", import.meta.url);
const languages = ["en"];
const memory = new Map();
/** Settings of the reader's system. still: whether the reader wants no motion. */
export const asked = { still: false };
const never = { addEventListener() {}, removeEventListener() {} };

Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
Object.assign(globalThis, {
  localStorage: { getItem: (key) => memory.get(key) ?? null, setItem: (key, text) => memory.set(key, text) },
  matchMedia: (query) => ({
    ...never,
    get matches() {
      return query.includes("reduced-motion") && asked.still;
    },
  }),
  document: { ...never, documentElement: { dataset: {}, style: {} }, hidden: false },
  // The server sends the catalogues from the folder of the page's module for languages.
  fetch: async (address) => {
    const path = String(address).replace("/web/language/", "/language/");
    return new Response(await readFile(new URL(path)));
  },
});

const told = process.env.WHISTLESTOP_FACTS;
if (!told) throw new Error("Run these tests with `make test-page`: it tells them of the game.");
/** The facts from tests/page/facts.py. */
export const { editions, boards, colours, endings, said } = JSON.parse(readFileSync(told, "utf-8"));

export const LANGUAGES = ["en", "it", "nl", "de", "fr"];
export const EDITIONS = Object.keys(editions);

/**
 * Switch the page to a language.
 *
 * @param {string} code
 */
export async function reads(code) {
  languages[0] = code;
  const { addCatalogue, speak } = await import(new URL("web/language/index.js", SERVED));
  await speak();
  await addCatalogue("reviews/");
  await addCatalogue("ahead/");
  await addCatalogue("ending/");
  await addCatalogue("refusals/");
}

/** Return an object that can be read like a signal. Its changes have no effects. */
export const held = (value) => ({ value, peek: () => value });

/**
 * Return a generator of random numbers from 0 up to 1. The same seed gives the same numbers.
 *
 * @param {number} seed
 */
export function luckOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
