// A reader for the page's modules where there is no browser: import this first. It has a language,
// a memory and nothing to look at. What the page would fetch lies beside it, or is told by Python.
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";

const SERVED = new URL("../../src/whistlestop/", import.meta.url);
const languages = ["en"];
const memory = new Map();
/** What is asked of the reader's system. */
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
  // The server has the catalogues where the page's module of languages lies.
  fetch: async (address) => {
    const path = String(address).replace("/web/language/", "/language/");
    return new Response(await readFile(new URL(path)));
  },
});

const told = process.env.WHISTLESTOP_FACTS;
if (!told) throw new Error("Run these tests with `make test-page`: it tells them of the game.");
/** What tests/page/facts.py tells. */
export const { editions, boards, colours, endings, said } = JSON.parse(readFileSync(told, "utf-8"));

export const LANGUAGES = ["en", "it", "nl", "de", "fr"];
export const EDITIONS = Object.keys(editions);

/**
 * Read this language from now on.
 *
 * @param {string} code
 */
export async function reads(code) {
  languages[0] = code;
  const { speak } = await import(new URL("web/language/index.js", SERVED));
  await speak();
}

/** A signal that nobody watches. */
export const held = (value) => ({ value, peek: () => value });

/**
 * Luck that is the same each time: numbers from 0 up to 1.
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
