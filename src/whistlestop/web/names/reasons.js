// Sentences about why something is refused, in the reader's language. The server sends a code and values, whose
// meanings are the same in every reason (docs/reasons.md).
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
 * Return a list of the words with which moves may begin, in the reader's language.
 *
 * @param {string[]} commands
 */
export const commandNames = (commands) => listed(commands.map(commandName));

/**
 * Return the texts for the placeholders of a sentence.
 *
 * @param {Sent.Values} values the values that the server has sent
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
  // The function for a value has the same name as the value.
  const tellers = /** @type {Record<string, (value: never) => string>} */ (known);
  const said = Object.entries(values).map(([name, value]) => [
    name,
    tellers[name]?.(/** @type {never} */ (value)) ?? value,
  ]);
  return {
    // Some sentences that ask for cards contain an example.
    card: cardName(facts.colours[0]),
    ...Object.fromEntries(said),
    n: values.number ?? 0,
    name: values.seat === undefined ? "" : playerName(table, values.seat),
    names: playerNames(table, values.seats ?? []),
  };
}

/**
 * Return the sentence about a reason in the reader's language. If this page does not know the code, it is in English.
 *
 * @param {Sent.WhyNot} reason
 * @param {Begun} store
 * @returns {string}
 */
export function reasonWords({ code, values, message }, store) {
  return tOr(`reason.${code}`, capital(message), holes(values, store));
}

/**
 * Return why a bot made a move, in the reader's language. If this page does not know the code, it is in English.
 *
 * @param {Sent.BotMotive} motive
 * @param {Begun} store
 * @returns {string}
 */
export const motiveWords = ({ code, values, message }, store) => tOr(`motive.${code}`, message, holes(values, store));

/** The codes of errors that are also codes of reasons, with the same values. */
const REASONS = new Set(["game_over", "not_your_turn"]);

/**
 * Return the sentence about an error of the server.
 *
 * @param {import("../net/api.js").ApiError} problem
 * @param {Begun} [store] the store of the table that the error is about
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
