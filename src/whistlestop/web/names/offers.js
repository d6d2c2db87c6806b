// Numbers of tickets.
import { t } from "../language/index.js";
import { stackName } from "./names.js";

/**
 * Return how many tickets a player gets in an offer, from all stacks together.
 *
 * @param {Sent.Offer} offer the rules for the offer
 */
export const ticketsOffered = ({ draw, choose }) => choose || draw.reduce((sum, n) => sum + n, 0);

/**
 * Return the sentences about stacks of which only some of the offered tickets may be kept; "" if there are none.
 *
 * @param {Sent.Facts} facts
 * @param {string} phase the phase of the position
 * @param {string[]} offer the codes of the offered tickets
 */
export const mostKept = (facts, phase, offer) =>
  facts[phase === "opening_keep" ? "opening" : "turn"].most
    .map((n, at) => ({ n, stack: facts.stacks[at] }))
    .filter(({ n, stack }) => offer.filter((code) => facts.tickets[code].stack === stack).length > n)
    .map(({ n, stack }) => t("tray.keep_most", { n, stack: stackName(stack) }))
    .join(" ");
