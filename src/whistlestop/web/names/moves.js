// Moves as they can be typed in the reader's language. What is typed is read by the server, as it
// reads the notation.
import { t } from "../language/index.js";
import { cardName, placeName, stackName } from "./names.js";

/** @param {Sent.Cards} cards */
const cardsSaid = (cards) => cards.map(([card, n]) => `${n} ${cardName(card)}`).join(" ");

/**
 * A legal action as it can be typed in the reader's language.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 * @returns {string}
 */
export function say(facts, action) {
  const verb = t(`command.${action.kind}`);
  const place = "city" in action && action.city ? placeName(facts, action.city) : "";
  const paid = "cards" in action ? `${t("command.with")} ${cardsSaid(action.cards)}` : "";
  switch (action.kind) {
    case "draw":
      return action.card ? `${verb} ${cardName(action.card)}` : t("command.from_deck");
    case "tickets":
      return [verb, ...action.mix.map(([stack, n]) => `${n} ${stackName(stack)}`)].join(" ");
    case "keep":
      return action.tickets.length ? `${verb} ${action.tickets.join(" ")}` : t("command.keep_none");
    case "claim":
      return `${verb} ${between(facts, action.route)} ${paid}`;
    case "pay":
      return `${verb} ${cardsSaid(action.cards)}`;
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
