// Ask for the review of a game until all its moves are reviewed, and for deeper verdicts on its decisions.
import { html, useEffect, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { ApiError, get, post } from "../../net/api.js";

/** Milliseconds from an answer to the next request. */
const PAUSE = 1000;
/** Milliseconds to the next request if the server cannot review games now, or looks for puzzles. */
const LONGER = 4000;

/**
 * A review, as far as it is made.
 *
 * @typedef {{
 *   moves: Sent.ReviewedMoveSent[],
 *   all: number,
 *   summary: Sent.Summary | null,
 *   puzzles: Sent.OwnPuzzle[],
 *   looking: number,
 *   waiting: string,
 *   failed: boolean,
 *   deeper: Deeper | null,
 *   deepen: (move: number | null) => void,
 * }} Made waiting: the code of the server's reason why it does not review games now; empty = it does; deeper: the
 *   decisions that are judged more deeply now; deepen: judge one decision more deeply, or with null all
 */

/**
 * The work on deeper verdicts.
 *
 * @typedef {{move: number | null, judged: number, all: number, waiting: string, failed: boolean}} Deeper move: the
 *   number of moves before the decision; null = all decisions
 */

/** @typedef {Omit<Made, "deeper" | "deepen">} Reviewed */

/** @type {Reviewed} */
const NOTHING = { moves: [], all: 0, summary: null, puzzles: [], looking: 0, waiting: "", failed: false };

/**
 * Return the code of a reason why the server does not review games now, if it will do so later; otherwise empty.
 *
 * @param {unknown} error
 */
function waitingFor(error) {
  const code = error instanceof ApiError ? error.code : "";
  return code === "players_compiling" || code === "queue_full" || code === "offline" ? code : "";
}

/**
 * Do something again and again, the first time at once. Return a function that stops this.
 *
 * @param {(stopped: () => boolean) => Promise<number | null>} step returns the milliseconds to the next time; null =
 *   there is none; stopped: whether this was stopped meanwhile
 */
function repeatedly(step) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;
  const next = async () => {
    const pause = await step(() => stopped);
    if (pause !== null && !stopped) timer = setTimeout(next, pause);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

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
    let known = made.moves.length;
    let done = made.summary !== null;
    if (done) return undefined;
    return repeatedly(async (stopped) => {
      try {
        const answer = await get(`/api/tables/${id}/review?since=${known}`);
        if (stopped()) return null;
        const { all, summary, puzzles, looking } = answer;
        // After the last move, only the puzzles are news. Deeper verdicts come from elsewhere.
        const news = done ? { puzzles, looking } : { all, summary, puzzles, looking };
        setMade((now) => ({ ...now, ...news, moves: [...now.moves, ...answer.moves], waiting: "", failed: false }));
        known += answer.moves.length;
        done = summary !== null;
        if (!done) return PAUSE;
        return looking ? LONGER : null;
      } catch (error) {
        if (stopped()) return null;
        const waiting = waitingFor(error);
        if (done) {
          setMade((now) => ({ ...now, looking: 0 }));
          return null;
        }
        setMade((now) => ({ ...now, waiting, failed: !waiting }));
        return waiting ? LONGER : null;
      }
    });
  }, [id, attempt]);
  const [deeper, deepen] = useDeeper(id, (moves, summary) =>
    setMade((now) => ({ ...now, summary, moves: withVerdicts(now.moves, moves) })),
  );
  return { ...made, deeper, deepen };
}

/**
 * Return reviewed moves in which some are replaced.
 *
 * @param {Sent.ReviewedMoveSent[]} moves all moves of a game
 * @param {Sent.ReviewedMoveSent[]} others some of its moves with other verdicts
 */
export function withVerdicts(moves, others) {
  const found = new Map(others.map((move) => [move.move, move]));
  return moves.map((move) => found.get(move.move) ?? move);
}

/**
 * Ask for deeper verdicts while the component is shown. Return the work that is done now, and a function that begins
 * it.
 *
 * @param {string} id the id of the table
 * @param {(moves: Sent.ReviewedMoveSent[], summary: Sent.Summary) => void} take called with each part of the verdicts
 * @returns {[Deeper | null, (move: number | null) => void]}
 */
function useDeeper(id, take) {
  const [deeper, setDeeper] = useState(/** @type {Deeper | null} */ (null));
  const [asked, setAsked] = useState(/** @type {{move: number | null} | null} */ (null));
  useEffect(() => {
    if (!asked) return undefined;
    let since = 0;
    const { move } = asked;
    return repeatedly(async (stopped) => {
      try {
        const { moves, judged, all, summary } = await post(`/api/tables/${id}/review/deeper`, { move, since });
        if (stopped()) return null;
        since += moves.length;
        if (summary && moves.length) take(moves, summary);
        const done = summary && judged === all;
        setDeeper(done ? null : { move, judged, all, waiting: "", failed: false });
        return done ? null : PAUSE;
      } catch (error) {
        if (stopped()) return null;
        const waiting = waitingFor(error);
        setDeeper({ move, judged: since, all: 0, waiting, failed: !waiting });
        return waiting ? LONGER : null;
      }
    });
  }, [id, asked]);
  const deepen = (/** @type {number | null} */ move) => {
    setDeeper({ move, judged: 0, all: 0, waiting: "", failed: false });
    setAsked({ move });
  };
  return [deeper, deepen];
}

/**
 * The button that asks for deeper verdicts, and how far they are.
 *
 * @param {{made: Made, move: number | null}} props move: the number of moves before the decision; null = all decisions
 */
export function Deepen({ made, move }) {
  const { deeper } = made;
  if (!made.summary) return null;
  if (deeper?.move === move && !deeper.failed) {
    if (deeper.waiting) return html`<p role="status">${t(`review.${deeper.waiting}`)}</p>`;
    return html`<p class="review-progress" role="status">
      <span>${t("review.deeper_now")}</span>
      ${move === null && html`<progress max=${Math.max(1, deeper.all)} value=${deeper.judged} aria-hidden="true" />`}
    </p>`;
  }
  // One piece of work at a time: a second one would only wait for the first.
  if (deeper && !deeper.failed) return null;
  return html`${deeper?.move === move && html`<p role="alert">${t("review.deeper_failed")}</p>`}
    <button type="button" onClick=${() => made.deepen(move)}>
      ${t(move === null ? "review.deeper_all" : "review.deeper")}
    </button>`;
}
