// What the reader's choice would bring, before anything is decided: the server asks the rules.
import { get } from "../../net/api.js";
import { useEffect, useState } from "../../html.js";

/**
 * City → the reader's tickets that a station there would complete at once; null until the server has answered.
 *
 * @param {Begun} store
 */
export const useCompletedByStations = (store) =>
  useProspects(store, () => get(store.seated(`/api/tables/${store.id}/stations`)).then((answer) => answer.completes));

/**
 * City → what the best journey from there would bring now; null until the server has answered.
 *
 * @param {Begun} store
 */
export const useBestJourneys = (store) =>
  useProspects(store, () => get(store.seated(`/api/tables/${store.id}/journeys`)).then((answer) => answer.best));

/**
 * Words of a claim → how likely the tunnel asks for how much; null until the server has answered.
 *
 * @param {Begun} store
 * @param {string} code of the tunnel
 */
export const useTunnelRisks = (store, code) =>
  useProspects(store, () =>
    get(store.seated(`/api/tables/${store.id}/tunnel?route=${code}`)).then((answer) => answer.risks),
  );

/**
 * What is said of each city, asked for again whenever something has happened.
 *
 * @template T
 * @param {Begun} store
 * @param {() => Promise<Record<string, T>>} ask
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
    // Without an answer the cities stand in the list all the same. That there is no connection is told elsewhere.
    ask().then(answered, () => answered({}));
    return () => {
      left = true;
    };
  }, [version]);
  return prospects;
}
