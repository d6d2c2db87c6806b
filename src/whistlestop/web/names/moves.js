// Moves as they can be typed in the reader's language. What is typed is read by the server, as it
// reads the notation.
import { t } from "../language/index.js";
import { cardName, cardsWords, placeName, stacksWords } from "./names.js";

/**
 * A legal action as it can be typed in the reader's language, with the spaces of a keyboard.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 * @returns {string}
 */
export const say = (facts, action) => said(facts, action).replaceAll("\u00a0", " ");

/**
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 */
function said(facts, action) {
  const verb = t(`command.${action.kind}`);
  const place = "city" in action && action.city ? placeName(facts, action.city) : "";
  const paid = "cards" in action ? `${t("command.with")} ${cardsWords(action.cards)}` : "";
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
 * A route by the names of its ends, and its track if it is not the first.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 * @param {boolean} [first] name the first of several tracks, too
 */
function between(facts, code, first = false) {
  const { a, b } = facts.routes[code];
  const [, track = first && `${code}/2` in facts.routes ? "1" : ""] = code.split("/");
  return `${placeName(facts, a)}–${placeName(facts, b)}${track ? `/${track}` : ""}`;
}
