// The words about the deal of the day: dates, results, and the line to share. They have a catalogue of their own.
import { signal, useEffect } from "../../html.js";
import { fill, language, listed, loadCatalogue } from "../../language/index.js";
import { personName, tableTitle } from "../../names/names.js";

/** The catalogue; null until it has loaded. */
export const dailyWords = signal(/** @type {import("../../language/index.js").Catalogue | null} */ (null));

/** Load the catalogue in the reader's language. */
export async function speakOfDays() {
  dailyWords.value = await loadCatalogue("daily/");
}

/** Load the catalogue, again whenever the language changes. Return whether it has loaded. */
export function useDailyWords() {
  useEffect(() => void speakOfDays(), [language.value]);
  return dailyWords.value !== null;
}

/**
 * Return a sentence about the deal of the day in the reader's language.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export const daily = (key, values = {}) => {
  const sentence = dailyWords.value?.[key];
  return sentence === undefined ? key : fill(sentence, values);
};

/**
 * Return a day in words. Days are those of UTC.
 *
 * @param {string} day such as "2026-11-27"
 * @param {Intl.DateTimeFormatOptions} [form]
 */
export const dayWords = (day, form = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) =>
  new Intl.DateTimeFormat(language.value, { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));

/**
 * Return a day in few words, such as "Nov 27".
 *
 * @param {string} day
 */
export const shortDay = (day) => dayWords(day, { day: "numeric", month: "short" });

/**
 * Return the days of a ranking in words: a day, the first and last day of a week, or a month.
 *
 * @param {Sent.Span} span
 * @param {string} first
 * @param {string} last
 */
export function spanWords(span, first, last) {
  if (span === "day") return dayWords(first);
  if (span === "month") return dayWords(first, { month: "long", year: "numeric" });
  const form = new Intl.DateTimeFormat(language.value, { day: "numeric", month: "long", timeZone: "UTC" });
  return form.formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`));
}

/**
 * Return a moment in the reader's own time zone, such as "Sat, 01:00".
 *
 * @param {string} moment in ISO 8601
 */
export const momentWords = (moment) =>
  new Intl.DateTimeFormat(language.value, { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(
    new Date(moment),
  );

/**
 * Return the sentence that names the bots of a deal.
 *
 * @param {Sent.DailyDeal} deal
 */
export const opponents = ({ bots }) => daily("against", { bots: listed(bots.map((bot) => personName(bot, bot))) });

/**
 * Return the key of the words for the result of an attempt, without its prefix.
 *
 * @param {Sent.DailyAttempt} attempt
 */
export function resultKey({ state, won, margin }) {
  if (state !== "finished") return state;
  if (margin === 0) return won ? "won_tied" : "lost_tied";
  return won ? "won" : "lost";
}

/**
 * Return the result of an attempt in words.
 *
 * @param {Sent.DailyAttempt} attempt
 * @param {"result" | "short"} [form] a sentence, or a few words
 */
export const resultWords = (attempt, form = "result") =>
  daily(`${form}.${resultKey(attempt)}`, { n: Math.abs(attempt.margin ?? 0) });

/**
 * Return one line about a result. It says nothing about the cards, the tickets or the routes.
 *
 * @param {Sent.DailyDeal & {attempt: Sent.DailyAttempt}} deal
 * @param {number} streak the days in a row on which the reader has played
 */
export function shareLine(deal, streak) {
  const result = resultWords(deal.attempt, "short");
  const line = daily("line", { day: deal.day, board: tableTitle(deal), result });
  return streak > 1 ? daily("line.streak", { line, n: streak }) : line;
}
