// The list of the puzzles: the puzzle of the day, and all puzzles of a board by difficulty.
import { html, useEffect, useState } from "../../html.js";
import { byName, language, t } from "../../language/index.js";
import { editionTitle } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";
import { get } from "../../net/api.js";
import { puzzlesTried } from "../../settings.js";
import { countsOf, nextPuzzle } from "../../table/puzzle/choosing.js";
import { Stars } from "../../table/puzzle/stars.js";
import { Icon } from "../../controls/icons.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/** The puzzle of the day, and the puzzles of the board that the reader chooses. */
export function PuzzleList() {
  const [list, setList] = useState(/** @type {Sent.PuzzleList | null} */ (null));
  const [editions, setEditions] = useState(/** @type {Sent.Board[]} */ ([]));
  const [board, setBoard] = useState(location.hash.slice(1));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  useEffect(() => {
    Promise.all([get("/api/puzzles").then(setList), get("/api/boards").then(setEditions)]).catch(setProblem);
    const look = () => setBoard(location.hash.slice(1));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const choose = (/** @type {string} */ name) => {
    history.replaceState(null, "", `#${name}`);
    setBoard(name);
  };
  const puzzles = list?.puzzles ?? [];
  const boards = byName(
    editions.filter(({ name }) => puzzles.some(({ edition }) => edition === name)),
    editionTitle,
  );
  const chosen = boards.find(({ name }) => name === board) ?? boards[0];
  const today = puzzles.find(({ id }) => id === list?.today);
  return html`<p class="lead">${t("puzzle.about")}</p>
      ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
      ${today && html`<${Today} puzzle=${today} editions=${editions} />`}
      ${list && list.own.length > 0 && html`<${Own} puzzles=${list.own} editions=${editions} />`}
      ${
        boards.length > 0 &&
        html`<div class="puzzle-boards" role="group" aria-label=${t("puzzle.board")}>
          ${boards.map(
            (facts) =>
              html`<button
                key=${facts.name}
                type="button"
                aria-pressed=${facts === chosen}
                onClick=${() => choose(facts.name)}
              >
                ${editionTitle(facts)}
              </button>`,
          )}
        </div>`
      }
      ${chosen && html`<${OnBoard} puzzles=${puzzles.filter(({ edition }) => edition === chosen.name)} />`}
      <p><a class="button" href="/">${t("finale.start")}</a></p>`;
}

/**
 * The puzzle of the day.
 *
 * @param {{puzzle: Sent.PuzzleTitle, editions: Sent.Board[]}} props
 */
function Today({ puzzle, editions }) {
  const facts = editions.find(({ name }) => name === puzzle.edition);
  const result = puzzlesTried.value[puzzle.id];
  return html`<section class="puzzle-today">
    <h2>${t("puzzle.today")}</h2>
    <a class="button main" href=${`/puzzle/${puzzle.id}`}>
      ${facts && `${editionTitle(facts)} `}<${Stars} difficulty=${puzzle.difficulty} />
    </a>
    ${result !== undefined && html`<span class="quiet">${t(result ? "puzzle.was_right" : "puzzle.was_wrong")}</span>`}
  </section>`;
}

/**
 * The puzzles from the reader's own games. Those that were tried lead to the review of the game, too.
 *
 * @param {{puzzles: Sent.OwnPuzzle[], editions: Sent.Board[]}} props
 */
function Own({ puzzles, editions }) {
  const tried = puzzlesTried.value;
  const counts = countsOf(puzzles, tried);
  return html`<section class="puzzle-own">
    <h2>${t("puzzle.own")}</h2>
    <p>${t("puzzle.own_about")} ${t("puzzle.counts", counts)}</p>
    <ul>
      ${puzzles.map(({ id, edition, difficulty, table, move, found }) => {
        const facts = editions.find(({ name }) => name === edition);
        const result = tried[id];
        return html`<li key=${id}>
          <a class=${`button ${result ? "right" : ""}`} href=${`/puzzle/${id}`}>
            ${facts && `${editionTitle(facts)}, `}${dateWords(found)} <${Stars} difficulty=${difficulty} />
          </a>
          ${
            result !== undefined &&
            html`<span class="quiet">
              ${t(result ? "puzzle.was_right" : "puzzle.was_wrong")}${" "}
              <a href=${`/replay/${table}?review#${move}`}>${t("review.title")}</a>
            </span>`
          }
        </li>`;
      })}
    </ul>
  </section>`;
}

/**
 * Return a moment as a date in the reader's language.
 *
 * @param {string} moment
 */
const dateWords = (moment) => new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(new Date(moment));

/**
 * The puzzles of one board, by difficulty.
 *
 * @param {{puzzles: Sent.PuzzleTitle[]}} props
 */
function OnBoard({ puzzles }) {
  const tried = puzzlesTried.value;
  const counts = countsOf(puzzles, tried);
  const last = puzzles[puzzles.length - 1];
  const next = nextPuzzle(puzzles, last, tried) ?? (last.id in tried ? null : last.id);
  const levels = [...new Set(puzzles.map(({ difficulty }) => difficulty))].sort();
  return html`<section>
    <p>${t("puzzle.counts", counts)} ${next && html`<a href=${`/puzzle/${next}`}>${t("puzzle.next")}</a>`}</p>
    ${levels.map((difficulty) => {
      const same = puzzles.filter((puzzle) => puzzle.difficulty === difficulty);
      const stars = t("puzzle.difficulty", { n: difficulty });
      return html`<h2 key=${difficulty}><${Stars} difficulty=${difficulty} /></h2>
        <ol class="puzzle-list">
          ${same.map(({ id }, at) => {
            const result = tried[id];
            const key = result === undefined ? "puzzle.number" : result ? "puzzle.number_right" : "puzzle.number_wrong";
            const look = result === undefined ? "" : result ? "right" : "wrong";
            return html`<li key=${id}>
              <a class=${`button ${look}`} href=${`/puzzle/${id}`} aria-label=${`${t(key, { n: at + 1 })}, ${stars}`}>
                ${at + 1} ${look && html`<${Icon} name=${result ? "done" : "lost"} />`}
              </a>
            </li>`;
          })}
        </ol>`;
    })}
  </section>`;
}
