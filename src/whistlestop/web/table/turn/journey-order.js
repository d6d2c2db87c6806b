// The order of cities from which a passenger can set out.

/**
 * Return the starts sorted by the points of their best journeys, the most points first. Starts without a known
 * journey come last. Otherwise the order stays.
 *
 * @template {{city: string}} Start
 * @param {Start[]} starts
 * @param {Record<string, Sent.BestJourney>} best city → the best journey from there
 */
export function bestJourneysFirst(starts, best) {
  const points = (/** @type {Start} */ { city }) => best[city]?.points ?? -1;
  return [...starts].sort((a, b) => points(b) - points(a));
}
