// Ask for the review of a game until all its moves are reviewed.
import { useEffect, useState } from "../../html.js";
import { ApiError, get } from "../../net/api.js";

/** Milliseconds from an answer to the next request. */
const PAUSE = 1000;
/** Milliseconds to the next request if the server cannot review games now. */
const LONGER = 4000;

/**
 * A review, as far as it is made.
 *
 * @typedef {{
 *   moves: Sent.ReviewedMoveSent[],
 *   all: number,
 *   summary: Sent.Summary | null,
 *   waiting: string,
 *   failed: boolean,
 * }} Made waiting: the code of the server's reason why it does not review games now; empty = it does
 */

/** @type {Made} */
const NOTHING = { moves: [], all: 0, summary: null, waiting: "", failed: false };

/**
 * Return the review of a game, as far as it is made, and go on asking for it while the component is shown.
 *
 * @param {string} id the id of the table
 * @param {number} attempt 0 = do not ask; a higher number than before = ask again after a failure
 * @returns {Made}
 */
export function useReview(id, attempt) {
  const [made, setMade] = useState(NOTHING);
  useEffect(() => {
    if (!attempt) return undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let stopped = false;
    let moves = made.moves;
    const ask = async () => {
      try {
        const answer = await get(`/api/tables/${id}/review?since=${moves.length}`);
        if (stopped) return;
        moves = [...moves, ...answer.moves];
        setMade({ moves, all: answer.all, summary: answer.summary, waiting: "", failed: false });
        if (!answer.summary) timer = setTimeout(ask, PAUSE);
      } catch (error) {
        if (stopped) return;
        const code = error instanceof ApiError ? error.code : "";
        const waiting = code === "players_compiling" || code === "queue_full" || code === "offline" ? code : "";
        setMade((now) => ({ ...now, waiting, failed: !waiting }));
        if (waiting) timer = setTimeout(ask, LONGER);
      }
    };
    if (!made.summary) ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [id, attempt]);
  return made;
}
