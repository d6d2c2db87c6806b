// The review of a finished game, beside its replay: a curve of the chances, the turning points, the verdict on the move
// that comes next, and what was luck.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { shareWords, t } from "../../language/index.js";
import { Icon } from "../../controls/icons.js";
import { playerName } from "../../names/names.js";
import { ChartTable, Legend, LineChart, stepAt } from "../ending/charts.js";
import { bringIntoSight } from "../lesson/pointing-out.js";
import { pieceOf } from "../people/colours.js";
import { knownChances, openChances } from "./chances.js";
import { Deepen, useReview } from "./making.js";
import { OwnPuzzles, PuzzleLink } from "./own-puzzles.js";
import { PlayOn } from "./play-on.js";
import {
  actionWords,
  briefWords,
  isMistake,
  placesOf,
  planWords,
  pointsWords,
  sharedWords,
  signOf,
  verdictWords,
} from "./words.js";

/** @typedef {Begun & import("../store/replay-store.js").ReplayStore} Replayed */

/** The parts of a result, in the order of the table. */
const PARTS = /** @type {const} */ (["start", "deal", "cards", "tickets", "tunnels", "own", "others", "result"]);

/**
 * The review of a game. `visit` shows the table after a number of moves.
 *
 * @param {{
 *   store: Replayed,
 *   at: number,
 *   seat: number | null,
 *   wanted: boolean,
 *   visit: (moves: number) => void,
 * }} props
 *   at: the number of moves before the moment that is shown; seat: the seat that moved next, null if there was none;
 *   wanted: whether the review begins by itself
 */
export function Review({ store, at, seat, wanted, visit }) {
  const [attempt, setAttempt] = useState(wanted ? 1 : 0);
  const made = useReview(store.id, attempt);
  const { table } = store.update.value;
  const next = made.moves[at]?.judgement ?? null;
  const better = next && isMistake(next.verdict) ? next.others[0] : null;
  useEffect(() => {
    store.presentation.coached.value = better ? placesOf(store.facts.value, better.action) : [];
    store.verdict.value = next && better ? briefWords(store.facts.value, next.verdict, better.action) : "";
    return () => {
      store.presentation.coached.value = [];
      store.verdict.value = "";
    };
  }, [better]);
  const again = () => setAttempt(attempt + 1);
  return html`<section class="review" aria-label=${t("review.title")}>
    <h2>${t("review.title")}</h2>
    ${
      !attempt &&
      html`<p>${t("review.about")}</p>
        <button type="button" class="main" onClick=${again}>${t("review.begin")}</button>`
    }
    ${attempt > 0 && html`<${Progress} made=${made} again=${again} />`}
    ${
      made.moves.length > 1 &&
      html`<${Chances} store=${store} made=${made} at=${at} visit=${visit} />
        <div class="review-now" aria-live="polite">
          ${made.moves[at] && html`<${Decision} store=${store} move=${made.moves[at]} />`}
          <div class="review-tools">
            ${next && !next.deeper && html`<${Deepen} made=${made} move=${at} />`}
            <${PuzzleLink} puzzle=${made.puzzles.find(({ move }) => move === at)} />
          </div>
        </div>
        <${NextMistake} made=${made} at=${at} visit=${visit} />`
    }
    ${seat !== null && html`<${PlayOn} store=${store} at=${at} seat=${seat} />`}
    ${
      made.summary &&
      html`<${TurningPoints} store=${store} made=${made} visit=${visit} />
        <${OwnPuzzles} made=${made} />
        <${Players} table=${table} players=${made.summary.players} />
        <${DeepenAll} made=${made} />
        <${Luck} table=${table} players=${made.summary.players} />
        ${
          made.summary.trust &&
          html`<p class="quiet">${t("review.trust", {
            n: made.summary.trust.positions,
            predicted: shareWords(made.summary.trust.predicted),
            won: shareWords(made.summary.trust.won),
          })}</p>`
        }`
    }
  </section>`;
}

/**
 * How many moves are reviewed, or why the review does not go on.
 *
 * @param {{made: import("./making.js").Made, again: () => void}} props
 */
function Progress({ made, again }) {
  if (made.summary) return null;
  if (made.failed)
    return html`<p role="alert">${t("review.failed")}</p>
      <button type="button" onClick=${again}>${t("review.again")}</button>`;
  if (made.waiting) return html`<p role="status">${t(`review.${made.waiting}`)}</p>`;
  return html`<p class="review-progress">
    <progress max=${Math.max(1, made.all)} value=${made.moves.length} aria-label=${t("review.progress")} />
    <span>${t("replay.move", { n: made.moves.length, all: made.all })}</span>
  </p>`;
}

/**
 * The curves of the chances. Pressing the chart shows that moment.
 *
 * @param {{store: Replayed, made: import("./making.js").Made, at: number, visit: (moves: number) => void}} props
 */
function Chances({ store, made, at, visit }) {
  const [known, setKnown] = useState(false);
  const { table, position } = store.update.value;
  const seats = position.players.length;
  const players = position.players.map((_, seat) => ({ piece: pieceOf(table, seat), name: playerName(table, seat) }));
  const winners = useMemo(() => winnersOf(made.summary), [made.summary]);
  const rows = (known ? knownChances : openChances)(made.moves, winners, seats);
  const press = (/** @type {PointerEvent & {currentTarget: SVGElement}} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    visit(stepAt((event.clientX - box.left) / box.width, rows.length));
  };
  return html`<figure class="statistics">
    <figcaption>${t("review.chances")}</figcaption>
    <${Legend} players=${players} />
    <${LineChart}
      label=${t("review.chances")}
      players=${players}
      values=${rows}
      most=${100}
      now=${Math.min(at, rows.length - 1)}
      onClick=${press}
    />
    <${ChartTable}
      label=${t("review.chances")}
      corner=${t("replay.slider")}
      columns=${players.map(({ name }) => name)}
      rows=${rows.map((cells, move) => ({ name: String(move), cells: cells.map((cell) => shareWords(cell / 100)) }))}
    />
    <label class="review-choice">
      <input
        type="checkbox"
        checked=${known}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ { target }) => setKnown(target.checked)}
      />
      <span>${t("review.known")}</span>
    </label>
  </figure>`;
}

/**
 * Return the seats that won; null if not all moves are reviewed.
 *
 * @param {Sent.Summary | null} summary
 */
const winnersOf = (summary) =>
  summary ? summary.players.filter(({ account }) => (account?.result.chance ?? 0) > 0).map(({ seat }) => seat) : null;

/**
 * A move with its verdict, the better action, and a plan.
 *
 * @param {{store: Replayed, move: Sent.ReviewedMoveSent}} props
 */
function Decision({ store, move }) {
  const facts = store.facts.value;
  const { table } = store.update.value;
  const { judgement } = move;
  if (!judgement) return html`<p class="quiet">${t("review.forced", { name: playerName(table, move.seat) })}</p>`;
  const { others, verdict } = judgement;
  const [other] = others;
  const better = other && signOf(verdict) ? other : null;
  return html`<div class=${`review-decision by-${pieceOf(table, move.seat)}`}>
    <p>
      <b>${playerName(table, move.seat)}:</b> ${actionWords(facts, judgement.taken)}
      ${signOf(verdict) && html` <b class="review-sign" aria-hidden="true">${signOf(verdict)}</b>`}
    </p>
    <p>${verdictWords(judgement)}</p>
    <p class="quiet">${t("review.chance", { chance: sharedWords(judgement.chance, judgement.chance_error) })}</p>
    ${judgement.deeper && html`<p class="quiet">${t("review.deeper_done")}</p>`}
    ${better && html`<p>${t("review.better", { action: actionWords(facts, better.action) })}</p>`}
    ${better && better.plan.length > 0 && html`<p class="quiet">${planWords(facts, better.plan)}</p>`}
    ${
      others.length > 0 &&
      html`<details>
        <summary>${t("review.others")}</summary>
        <ul>
          ${others.map(
            ({ action, chance, chance_error: error }) =>
              html`<li key=${action.words}>${actionWords(facts, action)}: ${sharedWords(chance, error)}</li>`,
          )}
        </ul>
      </details>`
    }
  </div>`;
}

/**
 * The button that shows the next wrong decision. After the last one it begins again.
 *
 * @param {{made: import("./making.js").Made, at: number, visit: (moves: number) => void}} props
 */
function NextMistake({ made, at, visit }) {
  const wrong = made.moves.filter(({ judgement }) => isMistake(judgement?.verdict)).map(({ move }) => move);
  if (!wrong.length) return null;
  const next = wrong.find((move) => move > at) ?? wrong[0];
  return html`<button type="button" onClick=${() => visit(next)}>
    ${t("review.next")} <${Icon} name="forward" />
  </button>`;
}

/**
 * The decisions that lost most. Pressing one shows the moment before it.
 *
 * @param {{store: Replayed, made: import("./making.js").Made, visit: (moves: number) => void}} props
 */
function TurningPoints({ store, made, visit }) {
  const show = (/** @type {number} */ move) => {
    visit(move);
    bringIntoSight(document.querySelector(".board-frame"), Infinity);
  };
  const points = made.summary?.turning_points ?? [];
  const facts = store.facts.value;
  const { table } = store.update.value;
  return html`<h3>${t("finale.turning_points")}</h3>
    ${!points.length && html`<p>${t("review.none")}</p>`}
    ${
      points.length > 0 &&
      html`<ol class="review-points">
      ${points.map((move) => {
        const { seat, judgement } = made.moves[move];
        return (
          judgement &&
          html`<li key=${move}>
            <button type="button" class=${`by-${pieceOf(table, seat)}`} onClick=${() => show(move)}>
              <span>
                ${t("replay.slider")} ${move + 1}, ${playerName(table, seat)}: ${actionWords(facts, judgement.taken)}
                ${" "}<b class="review-sign" aria-hidden="true">${signOf(judgement.verdict)}</b>
              </span>
              <span class="quiet">${verdictWords(judgement)}</span>
            </button>
          </li>`
        );
      })}
    </ol>`
    }`;
}

/**
 * The button that judges all decisions more deeply; nothing if all are judged so.
 *
 * @param {{made: import("./making.js").Made}} props
 */
function DeepenAll({ made }) {
  if (made.moves.every(({ judgement }) => !judgement || judgement.deeper)) return null;
  return html`<${Deepen} made=${made} move=${null} />
    <p class="quiet">${t("review.deeper_about")}</p>`;
}

/**
 * How good each player's decisions were.
 *
 * @param {{table: Sent.Table, players: Sent.PlayerDocument[]}} props
 */
function Players({ table, players }) {
  const rows = /** @type {[string, (player: Sent.PlayerDocument) => string][]} */ ([
    ["review.accuracy", ({ accuracy }) => (accuracy === null ? "–" : shareWords(accuracy))],
    ["review.inaccuracies", ({ verdicts }) => String(verdicts.inaccuracy)],
    ["review.mistakes", ({ verdicts }) => String(verdicts.mistake)],
    ["review.blunders", ({ verdicts }) => String(verdicts.blunder)],
  ]);
  return html`<${Sheet} title=${t("review.decisions")} about=${t("review.accuracy_about")} table=${table} rows=${rows}
    players=${players} />`;
}

/**
 * Where each player's result comes from.
 *
 * @param {{table: Sent.Table, players: Sent.PlayerDocument[]}} props
 */
function Luck({ table, players }) {
  const told = players.filter(({ account }) => account);
  if (!told.length) return null;
  const rows = PARTS.filter((part) =>
    told.some(({ account }) => account && (account[part].points || part === "result")),
  ).map(
    (part) =>
      /** @type {[string, (player: Sent.PlayerDocument) => string]} */ ([
        `review.part_${part}`,
        ({ account }) => (account ? pointsWords(account[part].points, account[part].points_error) : ""),
      ]),
  );
  return html`<${Sheet} title=${t("review.luck")} about=${t("review.luck_about")} table=${table} rows=${rows}
    players=${told} />`;
}

/**
 * A table with a column for each player.
 *
 * @param {{
 *   title: string,
 *   about: string,
 *   table: Sent.Table,
 *   rows: [string, (player: Sent.PlayerDocument) => string][],
 *   players: Sent.PlayerDocument[],
 * }} props rows: the key of each row's name, and the cell of a player
 */
const Sheet = ({ title, about, table, rows, players }) =>
  html`<h3>${title}</h3>
    <div class="sheet-scroll" tabindex="0" role="group" aria-label=${title}>
      <table class="sheet">
        <thead>
          <tr>
            <td></td>
            ${players.map(({ seat }) => html`<th scope="col" key=${seat}>${playerName(table, seat)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([key, cell]) =>
              html`<tr key=${key} class=${key === "review.part_result" ? "total" : ""}>
                <th scope="row">${t(key)}</th>
                ${players.map((player) => html`<td key=${player.seat}>${cell(player)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="quiet">${about}</p>`;
