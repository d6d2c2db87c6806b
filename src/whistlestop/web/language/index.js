// All texts of the page come from a catalogue. It maps a key to a sentence with {placeholders}. If the grammar depends
// on a number, it maps the key to one sentence for each plural category, chosen by the placeholder {n}. The files in
// `places/` have the names of places that differ from the names on the board. The terminal reads the same files.
import { signal } from "../html.js";
import { chosenLanguage } from "../settings.js";

/** Code → the name of the language in the language itself. */
export const LANGUAGES = {
  en: "English",
  it: "Italiano",
  nl: "Nederlands",
  de: "Deutsch",
  fr: "Français",
};

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

export const language = signal("en");
const catalogue = signal(/** @type {Catalogue} */ ({}));
/** @typedef {Record<string, Record<string, string>>} Places edition → code → name */
const places = signal(/** @type {Places} */ ({}));
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
let order = new Intl.Collator("en", { numeric: true });

/** The folders of catalogues with sentences. The other folders have names and words only. */
const PROSE = new Set([
  "",
  "rules/",
  "lessons/",
  "reviews/",
  "daily/",
  "ladder/",
  "club/",
  "ahead/",
  "ending/",
  "files/",
  "me/",
  "motives/",
  "refusals/",
  "start/",
  "variants/",
]);

/**
 * The folders whose sentences parts of the page have added, and the promise that is fulfilled when they are there.
 *
 * @type {Map<string, Promise<void>>}
 */
const added = new Map();

/**
 * Replace the spaces beside signs by no-break spaces, so that a sign stays on the line of its word.
 *
 * @param {string} text
 */
const bound = (text) => text.replace(/ ([×:;!?»])/g, "\u00a0$1").replace(/([×«]) /g, "$1\u00a0");

/** Return the code of the chosen language, or of the first language of the browser that has a catalogue. */
function wanted() {
  const names = [chosenLanguage.value, ...navigator.languages];
  return names.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) ?? "en";
}

/** Milliseconds after a refused request for a catalogue until the next one. */
const RETRY = 1000;

/**
 * Load a catalogue in the reader's language. Ask again while the server is too busy to send it.
 *
 * @param {string} [folder] `rules/` for rules pages, `lessons/` for lessons, `reviews/` for reviews and hints,
 *   `daily/` for the deal of the day, `ladder/` for the ladder, `club/` for clubs, `ahead/` for plans, `ending/` for
 *   the end of a game, `files/` for files of records and editions, `me/` for the personal page, `motives/` for what
 *   bots say about their moves, `refusals/` for why moves and requests are refused, `start/` for the start page,
 *   `variants/` for the choice of variants, `places/` for names of places
 * @returns {Promise<any>} a Catalogue, or a Places for `places/`; rejected if there is no connection or no such file
 */
export async function loadCatalogue(folder = "") {
  const answer = await fetch(new URL(`./${folder}${wanted()}.json`, import.meta.url));
  if (answer.status === 429 || answer.status === 503) {
    await new Promise((done) => setTimeout(done, RETRY));
    return loadCatalogue(folder);
  }
  if (!answer.ok) throw new Error(`catalogue ${folder}: ${answer.status}`);
  return PROSE.has(folder) ? JSON.parse(bound(await answer.text())) : answer.json();
}

/**
 * Add the sentences of a part of the page, so that `t` finds them from now on.
 *
 * @param {string} folder the folder of the part's catalogues
 */
export function addCatalogue(folder) {
  const there = added.get(folder) ?? merge(folder);
  added.set(folder, there);
  // Another try is possible after a failure.
  there.catch(() => added.delete(folder));
  return there;
}

/** @param {string} folder */
async function merge(folder) {
  const code = wanted();
  const words = await loadCatalogue(folder);
  // If the reader has chosen another language meanwhile, `speak` loads the catalogue again.
  if (code === wanted()) catalogue.value = { ...catalogue.value, ...words };
}

/** Load the reader's language and switch the page to it. */
export async function speak() {
  const folders = ["", "places/", ...added.keys()];
  const [words, names, ...more] = await Promise.all(folders.map(loadCatalogue));
  const code = wanted();
  plurals = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  order = new Intl.Collator(code, { numeric: true });
  document.documentElement.lang = code;
  catalogue.value = Object.assign(words, ...more);
  places.value = names;
  language.value = code;
  // Catalogues that were added meanwhile may be in the language before.
  await Promise.all([...added.keys()].filter((folder) => !folders.includes(folder)).map(merge));
}

/**
 * Return a number as the reader's language writes it, with a true minus sign.
 *
 * @param {number} n
 */
export const numberWords = (n) => numbers.format(n).replace("-", "−");

/**
 * Return a share in whole per cent, as the reader's language writes it.
 *
 * @param {number} share from 0 to 1
 */
export const shareWords = (share) => new Intl.NumberFormat(language.value, { style: "percent" }).format(share);

/**
 * Fill the placeholders of a sentence. Choose the plural form by the value `n`.
 *
 * @param {string | Record<string, string>} sentence
 * @param {Record<string, unknown>} values
 */
export function fill(sentence, values) {
  const text = typeof sentence === "string" ? sentence : (sentence[plurals.select(Number(values.n))] ?? sentence.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numberWords(value) : String(value ?? "");
  });
}

/**
 * Return a sentence in the reader's language; the key itself if the catalogue does not have it.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const sentence = catalogue.value[key];
  return sentence === undefined ? key : fill(sentence, values);
}

/**
 * Return a sentence in the reader's language for a key that may be missing in the catalogue.
 *
 * @param {string} key
 * @param {string} otherwise returned if the key is missing
 * @param {Record<string, unknown>} [values]
 */
export function tOr(key, otherwise, values = {}) {
  return key in catalogue.value ? t(key, values) : otherwise;
}

/**
 * Return the name of a place in the reader's language; the printed name if the language has no other one.
 *
 * @param {string} edition
 * @param {string} code
 * @param {string} printed the name on the board
 */
export const localPlace = (edition, code, printed) => places.value[edition]?.[code] ?? printed;

/**
 * Sort things by their displayed names, in the order of the reader's language.
 *
 * @template Thing
 * @param {Iterable<Thing>} things
 * @param {(thing: Thing) => string} name returns the displayed name
 */
export const byName = (things, name) => [...things].sort((a, b) => order.compare(name(a), name(b)));

/**
 * Join items by commas, except for the last two, which the sentence joins.
 *
 * @param {string} key the key of the sentence, with the placeholders `items` and `last`
 * @param {string[]} items
 */
const joined = (key, items) =>
  items.length < 2 ? items.join("") : t(key, { items: items.slice(0, -1).join(", "), last: items[items.length - 1] });

/**
 * Return a list such as "a, b and c".
 *
 * @param {string[]} items
 */
export const listed = (items) => joined("list.all", items);

/**
 * Return a list such as "a, b or c".
 *
 * @param {string[]} items
 */
export const either = (items) => joined("list.either", items);
