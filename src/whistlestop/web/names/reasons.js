// Why something is refused, in the reader's language: the server sends a code and values, which
// mean the same in every reason (docs/reasons.md).
import { either, listed, tOr } from "../language/index.js";
import {
  cardName,
  cardsWords,
  placeName,
  playerName,
  playerNames,
  routeName,
  stackName,
  stacksWords,
  ticketName,
} from "./names.js";

const commandName = (/** @type {string} */ command) => tOr(`command.${command}`, command);

/**
 * What moves may begin with, in the reader's language.
 *
 * @param {string[]} commands
 */
export const commandNames = (commands) => listed(commands.map(commandName));

/**
 * What the holes of a sentence are filled with.
 *
 * @param {Sent.Values} values
 * @param {Begun} store
 */
function holes(values, store) {
  const facts = store.facts.value;
  const { table } = store.update.value;
  const places = (/** @type {string[]} */ codes) => codes.map((code) => placeName(facts, code));
  const kinds = (/** @type {string[]} */ cards) => listed(cards.map(cardName));
  /** @type {{[Name in keyof Sent.Values]?: (value: NonNullable<Sent.Values[Name]>) => string}} */
  const known = {
    card: cardName,
    cards: cardsWords,
    cities: (/** @type {string[]} */ codes) => listed(places(codes)),
    city: (/** @type {string} */ code) => placeName(facts, code),
    colour: cardName,
    colours: (/** @type {string[]} */ cards) =>
      either([...(cards.length ? cards : ["grey"]), ...(values.instead ? [values.instead] : [])].map(cardName)),
    command: commandName,
    commands: commandNames,
    goal: (/** @type {string} */ code) => placeName(facts, code),
    guesses: (/** @type {string[]} */ codes) => either(places(codes)),
    kinds,
    lacking: cardsWords,
    mix: stacksWords,
    route: (/** @type {string} */ code) => routeName(facts, code),
    stacks: (/** @type {string[]} */ stacks) => listed(stacks.map(stackName)),
    tickets: (/** @type {string[]} */ codes) =>
      codes.map((code, at) => `${at + 1} ${ticketName(facts, code)}`).join(", "),
    ticket: (/** @type {string} */ code) => ticketName(facts, code),
    tracks: (each) => each.map((one) => `${one.route}: ${reasonWords(one, store)}`).join(" "),
    wild: cardName,
  };
  // Each gets the value of its own name.
  const tellers = /** @type {Record<string, (value: never) => string>} */ (known);
  const said = Object.entries(values).map(([name, value]) => [
    name,
    tellers[name]?.(/** @type {never} */ (value)) ?? value,
  ]);
  return {
    // Sentences that ask for cards give an example.
    card: cardName(facts.colours[0]),
    ...Object.fromEntries(said),
    n: values.number ?? 0,
    name: values.seat === undefined ? "" : playerName(table, values.seat),
    names: playerNames(table, values.seats ?? []),
  };
}

/**
 * A reason in a sentence; in English only if its code is newer than this page.
 *
 * @param {Sent.WhyNot} reason
 * @param {Begun} store
 * @returns {string}
 */
export function reasonWords({ code, values, message }, store) {
  return tOr(`reason.${code}`, capital(message), holes(values, store));
}

/**
 * Why a bot made a move, in its own words; in English only if its code is newer than this page.
 *
 * @param {Sent.BotMotive} motive
 * @param {Begun} store
 * @returns {string}
 */
export const motiveWords = ({ code, values, message }, store) => tOr(`motive.${code}`, message, holes(values, store));

/** Errors of the server that are reasons, with the same values. */
const REASONS = new Set(["game_over", "not_your_turn"]);

/**
 * An error of the server in a sentence.
 *
 * @param {import("../net/api.js").ApiError} problem
 * @param {Begun} [store] of the table that it is about
 */
export function problemWords(problem, store) {
  const { reason, case: kind, values = {} } = problem.details;
  if (store && reason) return reasonWords({ code: reason, values, message: problem.message }, store);
  const given = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (problem.details));
  const general = tOr(`error.${problem.code}`, capital(problem.message), given);
  const otherwise = tOr(`error.${problem.code}.${kind}`, general, given);
  if (!store || !REASONS.has(problem.code)) return otherwise;
  const details = /** @type {Sent.Values} */ (given);
  return reasonWords({ code: problem.code, values: details, message: otherwise }, store);
}

const capital = (/** @type {string} */ words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
