// The puzzle of a table: the question, and after the decision whether it was right, and the solution.
import { html, useEffect, useState } from "../../html.js";
import { listed, shareWords, t } from "../../language/index.js";
import { editionTitle, personName } from "../../names/names.js";
import { ApiError, get } from "../../net/api.js";
import { puzzlesTried } from "../../settings.js";
import { actionWords, placesOf, planWords, sharedWords } from "../review/words.js";
import { nextPuzzle, withTried } from "./choosing.js";
import { Stars } from "./stars.js";

/**
 * The panel with the puzzle of a table; null until it has loaded.
 *
 * @param {{store: Begun}} props
 */
export function Puzzle({ store }) {
  const { table } = store.update.value;
  const [told, setTold] = useState(/** @type {Sent.TablePuzzle | null} */ (null));
  const [failed, setFailed] = useState(0);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const decided = told !== null && table.moves > told.move;
  useEffect(() => {
    let stale = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let retry;
    get(`/api/tables/${store.id}/puzzle`).then(
      (found) => {
        if (stale) return;
        setTold(found);
        if (found.solution) puzzlesTried.value = withTried(puzzlesTried.value, found.puzzle.id, found.solution.right);
      },
      (/** @type {unknown} */ error) => {
        // The puzzle may be from a game of another person, or forgotten.
        if (error instanceof ApiError && error.code === "no_puzzle") return;
        retry = setTimeout(() => setFailed(failed + 1), RETRY);
      },
    );
    return () => {
      stale = true;
      clearTimeout(retry);
    };
  }, [store, decided, failed]);
  const solution = decided ? told.solution : null;
  const open = solution !== null && (solution.right || shown);
  useEffect(() => {
    store.presentation.coached.value = open ? placesOf(store.facts.value, solution.best) : [];
    return () => {
      store.presentation.coached.value = [];
    };
  }, [open]);
  if (!told) return null;
  const again = async () => {
    setShown(false);
    setBusy(true);
    // Without the version that is shown: the bots may have moved on meanwhile.
    await store.ask("take-back", { move: told.move + 1, ask: true });
    setBusy(false);
  };
  return html`<section class="coach puzzle" aria-label=${t("puzzle.label")}>
    <div class="coach-title">
      <h2 class="coach-name">${t("puzzle.title", { board: editionTitle(store.facts.value) })}</h2>
      <${Stars} difficulty=${told.puzzle.difficulty} />
      <span class="coach-ways"><a href="/puzzles">${t("puzzle.all")}</a></span>
    </div>
    <div class="coach-text" role="status">
      ${!solution && html`<p>${t("puzzle.question")}</p>`}
      ${solution && html`<p>${resultWords(solution)}</p>`}
      ${open && html`<${Solution} store=${store} solution=${solution} />`}
    </div>
    <div class="coach-buttons">
      ${
        solution &&
        !solution.right &&
        html`<button type="button" class="small main" disabled=${busy} onClick=${again}>
          ${t("puzzle.again")}
        </button>`
      }
      ${
        solution &&
        !open &&
        html`<button type="button" class="small" onClick=${() => setShown(true)}>${t("puzzle.show")}</button>`
      }
      ${solution && html`<${Next} puzzle=${told.puzzle} />`}
    </div>
  </section>`;
}

/** Milliseconds after a failed request until the next one. */
const RETRY = 3000;

/**
 * Return whether the decision was right, in a sentence.
 *
 * @param {Sent.Solution} solution
 */
function resultWords({ right, loss }) {
  if (right) return t("puzzle.right");
  return loss === null ? t("puzzle.far") : t("puzzle.wrong", { loss: shareWords(loss) });
}

/**
 * The best action, the plan behind it, the other actions, and which bots find it.
 *
 * @param {{store: Begun, solution: Sent.Solution}} props
 */
function Solution({ store, solution }) {
  const facts = store.facts.value;
  const chance = sharedWords(solution.chance, solution.chance_error);
  const levels = listed(solution.levels.map((level) => personName(level, level)));
  return html`<p>${t("puzzle.best", { action: actionWords(facts, solution.best), chance })}</p>
    ${solution.plan.length > 0 && html`<p>${planWords(facts, solution.plan)}</p>`}
    <details>
      <summary>${t("puzzle.others")}</summary>
      <ul>
        ${solution.others.map(
          ({ action, loss, loss_error: error }) =>
            html`<li key=${action.words}>
              ${t("puzzle.other", { action: actionWords(facts, action), loss: sharedWords(loss, error) })}
            </li>`,
        )}
      </ul>
      <p class="quiet">${levels ? t("puzzle.levels", { levels }) : t("puzzle.no_level")}</p>
    </details>`;
}

/**
 * The link to the next puzzle of the board that the reader has not tried yet.
 *
 * @param {{puzzle: Sent.PuzzleTitle}} props
 */
function Next({ puzzle }) {
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    get("/api/puzzles").then(
      ({ puzzles }) => setNext(nextPuzzle(puzzles, puzzle, puzzlesTried.value)),
      () => {},
    );
  }, [puzzle.id]);
  return next && html`<a class="button small" href=${`/puzzle/${next}`}>${t("puzzle.next")}</a>`;
}
