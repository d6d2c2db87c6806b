// What the reader can plan now, as the server says.
import { useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";

/**
 * Return the claims that the reader could plan now; null until they are known, and on the reader's turn.
 *
 * @param {Begun} store
 * @param {string} [route] the only route to ask about; without it, all routes
 */
export function usePossible(store, route) {
  const [possible, setPossible] = useState(/** @type {Sent.PossibleClaims | null} */ (null));
  const { waiting } = store.ahead;
  const { version } = store.update.value;
  useEffect(() => {
    if (!waiting) {
      setPossible(null);
      return undefined;
    }
    let stale = false;
    const query = route ? `?route=${encodeURIComponent(route)}` : "";
    get(store.seated(`/api/tables/${store.id}/ahead/claims${query}`)).then(
      (found) => stale || setPossible(found),
      () => stale || setPossible(null),
    );
    return () => {
      stale = true;
    };
  }, [store, route, waiting, version]);
  return possible;
}
