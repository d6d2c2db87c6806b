// What the reader's possible choices would bring. The server computes it from the rules.
import { get } from "../../net/api.js";
import { useEffect, useState } from "../../html.js";

/**
 * Return, by city, the reader's tickets that a station there would complete at once; null until the server has
 * answered.
 *
 * @param {Begun} store
 */
export const useCompletedByStations = (store) =>
  useProspects(store, () => get(store.seated(`/api/tables/${store.id}/stations`)).then((answer) => answer.completes));

/**
 * Return, by city, the points of the best journey from there; null until the server has answered.
 *
 * @param {Begun} store
 */
export const useBestJourneys = (store) =>
  useProspects(store, () => get(store.seated(`/api/tables/${store.id}/journeys`)).then((answer) => answer.best));

/**
 * Return, by the words of each claim of a tunnel, how likely it is that 0, 1, 2 or 3 more cards are due; null until
 * the server has answered.
 *
 * @param {Begun} store
 * @param {string} code the tunnel's route
 */
export const useTunnelRisks = (store, code) =>
  useProspects(store, () =>
    get(store.seated(`/api/tables/${store.id}/tunnel?route=${code}`)).then((answer) => answer.risks),
  );

/**
 * Return the answer to a request; null until the server has answered. After each update the request is sent again,
 * and the last answer stays until then. If a request fails, its answer is empty.
 *
 * @template T
 * @param {Begun} store
 * @param {() => Promise<Record<string, T>>} ask sends the request
 * @returns {Record<string, T> | null}
 */
function useProspects(store, ask) {
  const [prospects, setProspects] = useState(/** @type {Record<string, T> | null} */ (null));
  const { version } = store.update.value;
  useEffect(() => {
    let left = false;
    const answered = (/** @type {Record<string, T>} */ found) => {
      if (!left) setProspects(found);
    };
    // Show the choices even without an answer. Another part of the page says that the connection is lost.
    ask().then(answered, () => answered({}));
    return () => {
      left = true;
    };
  }, [version]);
  return prospects;
}
