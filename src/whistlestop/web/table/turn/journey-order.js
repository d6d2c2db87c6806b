// The order of cities from which a passenger can set out.

/**
 * Those with the best journeys first; among equals, and where nothing is known, the order stays.
 *
 * @template {{city: string}} Start
 * @param {Start[]} starts
 * @param {Record<string, Sent.BestJourney>} best city → the best journey from there
 */
export function bestJourneysFirst(starts, best) {
  const points = (/** @type {Start} */ { city }) => best[city]?.points ?? -1;
  return [...starts].sort((a, b) => points(b) - points(a));
}
