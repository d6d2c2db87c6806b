// Moves as they can be typed in the reader's language. The server reads typed moves, as it reads the notation of
// records.
import { t } from "../language/index.js";
import { cardName, cardsWords, placeName, stacksWords } from "./names.js";

/**
 * Return a legal action as it can be typed in the reader's language. It has ordinary spaces instead of no-break spaces.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 * @returns {string}
 */
export const say = (facts, action) => said(facts, action).replaceAll("\u00a0", " ");

/**
 * Return a legal action as it can be typed in the reader's language, with no-break spaces.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 */
export function said(facts, action) {
  const verb = t(`command.${action.kind}`);
  const place = "city" in action && action.city ? placeName(facts, action.city) : "";
  const paid = "cards" in action ? `${t("command.with")} ${cardsWords(action.cards) || t("command.none")}` : "";
  switch (action.kind) {
    case "draw":
      return action.card ? `${verb} ${cardName(action.card)}` : t("command.from_deck");
    case "tickets":
      return action.mix.length ? `${verb} ${stacksWords(action.mix)}` : verb;
    case "keep":
      return action.tickets.length ? `${verb} ${action.tickets.join(" ")}` : t("command.keep_none");
    case "claim":
      return `${verb} ${between(facts, action.route)} ${paid}`;
    case "pay":
      return `${verb} ${cardsWords(action.cards)}`;
    case "station":
      return `${verb} ${place} ${paid}`;
    case "passenger":
      return place ? `${verb} ${place}` : t("command.no_passenger");
    case "move":
      return `${verb} ${place}`;
    case "go":
      return `${verb} ${between(facts, action.route, true)}`;
    default:
      return verb;
  }
}

/**
 * Return the names of a route's ends. The number of its track follows if it is not the first one.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 * @param {boolean} [first] whether the first of several tracks gets its number, too
 */
function between(facts, code, first = false) {
  const { a, b } = facts.routes[code];
  const [, track = first && `${code}/2` in facts.routes ? "1" : ""] = code.split("/");
  return `${placeName(facts, a)}–${placeName(facts, b)}${track ? `/${track}` : ""}`;
}
