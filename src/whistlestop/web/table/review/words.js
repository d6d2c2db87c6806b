// The words of a review: verdicts, losses and plans.
import { listed, shareWords, t } from "../../language/index.js";
import { signed } from "../../language/signed.js";
import { cardsWords, ticketName } from "../../names/names.js";
import { said } from "../../names/moves.js";
import { endsOf } from "../board/marks.js";

/** The verdicts that call a decision wrong, from the smallest loss to the greatest. */
export const MISTAKES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/** The signs of chess for verdicts. */
const SIGNS = /** @type {Record<string, string>} */ ({ unclear: "!?", inaccuracy: "?!", mistake: "?", blunder: "??" });

/**
 * Return the sign that follows an action; empty if the verdict has none.
 *
 * @param {Sent.Verdict} verdict
 */
export const signOf = (verdict) => SIGNS[verdict] ?? "";

/**
 * Return whether a verdict calls a decision wrong.
 *
 * @param {Sent.Verdict | undefined} verdict
 */
export const isMistake = (verdict) => MISTAKES.some((mistake) => mistake === verdict);

/**
 * Return an action in the reader's language, with the names of tickets instead of their codes.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 */
export const actionWords = (facts, action) =>
  action.kind === "keep" && action.tickets.length
    ? `${t("command.keep")} ${listed(action.tickets.map((code) => ticketName(facts, code)))}`
    : said(facts, action);

/**
 * Return a share with its standard error, such as "25 % (± 6 %)".
 *
 * @param {number} share from 0 to 1
 * @param {number | null} error
 */
export const sharedWords = (share, error) =>
  error === null ? shareWords(share) : unbroken("review.with_error", shareWords(share), shareWords(error));

/**
 * Return a value and its standard error, with a no-break space between the sign and the error.
 *
 * @param {string} key the key of the sentence
 * @param {string} value
 * @param {string | number} error
 */
const unbroken = (key, value, error) => t(key, { value, error }).replace("± ", "±\u00a0");

/**
 * Return points with their sign and standard error, such as "+12 ± 3".
 *
 * @param {number} points
 * @param {number | null} error
 */
export function pointsWords(points, error) {
  // Numbers between -0.5 and 0 are rounded to -0, which must not have a sign.
  const whole = signed(Math.round(points) || 0);
  return error ? unbroken("review.points_error", whole, Math.round(error)) : whole;
}

/**
 * Return a verdict in a sentence, with the loss if there is one.
 *
 * @param {Sent.Judgement} judgement
 */
export function verdictWords({ verdict, loss, loss_error: error }) {
  const named = t(`review.${verdict}`);
  if (!signOf(verdict)) return named;
  return t("review.loses", { verdict: named, loss: sharedWords(loss, error) });
}

/**
 * Return the steps of a plan in one sentence; empty if there is none.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.PlannedStep[]} plan
 */
export function planWords(facts, plan) {
  if (!plan.length) return "";
  const steps = plan.map(({ action, missing }) => {
    const done = actionWords(facts, action);
    return missing.length ? t("review.collect", { cards: cardsWords(missing), action: done }) : done;
  });
  return t("review.then", { steps: steps.join("; ") });
}

/**
 * Return the sign of a verdict and the better action in a few words.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Verdict} verdict
 * @param {Sent.Action} better
 */
export const briefWords = (facts, verdict, better) =>
  `${signOf(verdict)} ${t("review.better", { action: actionWords(facts, better) })}`;

/**
 * Return the places that an action is about, for the board to highlight them.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 */
export function placesOf(facts, action) {
  if (action.kind === "keep") return action.tickets.flatMap((code) => endsOf(facts, code));
  if ("route" in action) return [action.route];
  return "city" in action && action.city ? [action.city] : [];
}
