// The order in which the ways to pay for a route are listed.
import { claimCards } from "../../names/names.js";

/** @typedef {{route?: string, cards: Sent.Cards}} Payment */

/**
 * Return the payments in their order: first those with few substitutes, then those with the chosen card, then those
 * with few wild cards.
 *
 * @template {Payment} One
 * @param {readonly One[]} payments
 * @param {string | undefined} card the chosen card
 * @param {Sent.Facts} facts
 * @returns {One[]}
 */
export function cheapestFirst(payments, card, facts) {
  /** @type {(payment: Payment) => number[]} */
  const keys = (payment) => [
    numberOf(claimCards(facts, payment), ["back"]),
    card === undefined || payment.cards.some(([kind]) => kind === card) ? 0 : 1,
    numberOf(payment.cards, [facts.locomotive, "locomotive4"]),
  ];
  const keyed = payments.map((payment) => ({ payment, key: keys(payment) }));
  keyed.sort((a, b) => a.key.map((value, at) => value - b.key[at]).find(Boolean) ?? 0);
  return keyed.map(({ payment }) => payment);
}

/**
 * @param {Sent.Cards} cards
 * @param {string[]} kinds
 */
const numberOf = (cards, kinds) => cards.filter(([kind]) => kinds.includes(kind)).reduce((sum, [, n]) => sum + n, 0);
