// Every word the page says comes from a catalogue. A catalogue is flat: a key, and a sentence with
// {holes}; where a number decides about the grammar, an object of sentences by plural category,
// chosen by the hole {n}. `places/` has what a language calls places otherwise than their board
// does. The terminal reads the same files.
import { signal } from "../html.js";
import { chosenLanguage } from "../settings.js";

/** Code → what its speakers call it. */
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

/** The folders of sentences; the others have names and words. */
const PROSE = new Set(["", "rules/", "lessons/"]);

/**
 * Signs stay on the line of the word that they belong to.
 *
 * @param {string} text
 */
const bound = (text) => text.replace(/ ([×:;!?»])/g, "\u00a0$1").replace(/([×«]) /g, "$1\u00a0");

/** The language wanted: chosen, or the first of the browser's that there is a catalogue for. */
function wanted() {
  const names = [chosenLanguage.value, ...navigator.languages];
  return names.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) ?? "en";
}

/**
 * Load a catalogue of the language wanted.
 *
 * @param {string} [folder] `rules/` for rules pages, `lessons/` for lessons, `places/` for names of places
 * @returns {Promise<any>} a Catalogue; of places, a Places
 */
export async function loadCatalogue(folder = "") {
  const answer = await fetch(new URL(`./${folder}${wanted()}.json`, import.meta.url));
  return PROSE.has(folder) ? JSON.parse(bound(await answer.text())) : answer.json();
}

/** Speak the language wanted from now on. */
export async function speak() {
  const [words, names] = await Promise.all([loadCatalogue(), loadCatalogue("places/")]);
  const code = wanted();
  plurals = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  order = new Intl.Collator(code, { numeric: true });
  document.documentElement.lang = code;
  catalogue.value = words;
  places.value = names;
  language.value = code;
}

/**
 * A number as the reader's language writes it, with a true minus sign.
 *
 * @param {number} n
 */
export const numberWords = (n) => numbers.format(n).replace("-", "−");

/**
 * A share of one as the reader's language writes it, in whole hundredths.
 *
 * @param {number} share
 */
export const shareWords = (share) => new Intl.NumberFormat(language.value, { style: "percent" }).format(share);

/**
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
 * A sentence in the reader's language.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const sentence = catalogue.value[key];
  return sentence === undefined ? key : fill(sentence, values);
}

/**
 * A sentence for a key that may not be in the catalogue.
 *
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, unknown>} [values]
 */
export function tOr(key, otherwise, values = {}) {
  return key in catalogue.value ? t(key, values) : otherwise;
}

/**
 * What the reader's language calls a place of a board; the printed name, where it has no word of
 * its own. Sentences ask for it, and the board of a table.
 *
 * @param {string} edition
 * @param {string} code
 * @param {string} printed
 */
export const localPlace = (edition, code, printed) => places.value[edition]?.[code] ?? printed;

/**
 * Things in the order of the names under which they are shown.
 *
 * @template Thing
 * @param {Iterable<Thing>} things
 * @param {(thing: Thing) => string} name
 */
export const byName = (things, name) => [...things].sort((a, b) => order.compare(name(a), name(b)));

/**
 * @param {string} key
 * @param {string[]} items
 */
const joined = (key, items) =>
  items.length < 2 ? items.join("") : t(key, { items: items.slice(0, -1).join(", "), last: items[items.length - 1] });

/** @param {string[]} items that all count */
export const listed = (items) => joined("list.all", items);

/** @param {string[]} items of which one counts */
export const either = (items) => joined("list.either", items);
