// Which tickets a station would complete: the server asks the rules.
import { get } from "../net/api.js";
import { useEffect, useState } from "../html.js";

/**
 * City → the reader's tickets that a station there would complete at once; null until the server has answered.
 *
 * @param {Begun} store
 * @returns {Record<string, string[]> | null}
 */
export function useCompletedByStations(store) {
  const [completes, setCompletes] = useState(/** @type {Record<string, string[]> | null} */ (null));
  const { version } = store.update.value;
  useEffect(() => {
    let left = false;
    const answered = (/** @type {Record<string, string[]>} */ found) => {
      if (!left) setCompletes(found);
    };
    get(store.seated(`/api/tables/${store.id}/stations`)).then(
      (answer) => answered(answer.completes),
      // Without an answer the cities stand in the list all the same. That there is no connection is told elsewhere.
      () => answered({}),
    );
    return () => {
      left = true;
    };
  }, [version]);
  return completes;
}
