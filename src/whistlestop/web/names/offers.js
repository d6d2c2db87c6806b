// Numbers of tickets.

/**
 * Return how many tickets a player gets in an offer, from all stacks together.
 *
 * @param {Sent.Offer} offer the rules for the offer
 */
export const ticketsOffered = ({ draw, choose }) => choose || draw.reduce((sum, n) => sum + n, 0);
