// The words of hints and of the coach's warnings.
import { t } from "../../language/index.js";
import { actionWords, sharedWords } from "../review/words.js";

/**
 * Return whether the first action of a hint is clearly the best one, in a sentence.
 *
 * @param {Sent.HintSent} hint
 */
export function standWords({ options }) {
  const close = options.filter((option) => option.close).length;
  return close > 1 ? t("advice.close", { n: close }) : t("advice.clear");
}

/**
 * Return the chance to win after an action, with its standard error.
 *
 * @param {{chance: number, chance_error: number | null}} option
 */
export const chanceWords = ({ chance, chance_error: error }) =>
  t("review.chance", { chance: sharedWords(chance, error) });

/**
 * Return the sentence of a warning about an action.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action | string} action the action, or its words if the page does not know it
 * @param {Sent.WarningSent} warning
 */
export const warningWords = (facts, action, { loss, loss_error: error, chance }) =>
  t("trainer.loses", {
    action: typeof action === "string" ? action : actionWords(facts, action),
    loss: sharedWords(loss, error),
    chance: sharedWords(chance, null),
  });

/**
 * Return what the reader picks up to take an action; null if there is nothing to pick up.
 *
 * @param {Sent.Action} action
 * @returns {PickedUp | null}
 */
export function pickedUpFor(action) {
  switch (action.kind) {
    case "claim":
      return { kind: "route", route: action.route };
    case "station":
      return { kind: "city", city: action.city };
    case "tickets":
      return { kind: "tickets" };
    case "move":
      return { kind: "journey" };
    default:
      return null;
  }
}

/**
 * Return where an action takes cards from, as `data-place` names it.
 *
 * @param {Sent.Action} action
 * @param {(string | null)[]} display the cards of the display; null = an empty place
 */
export function takenFrom(action, display) {
  if (action.kind !== "draw") return [];
  if (action.card === null) return ["deck"];
  return display.flatMap((card, slot) => (card === action.card ? [`slot-${slot}`] : []));
}

/**
 * Return whether typed words ask for a hint, in English or in the reader's language.
 *
 * @param {string} words
 */
export const asksForHint = (words) => ["hint", t("advice.command")].includes(words.trim().toLowerCase());
