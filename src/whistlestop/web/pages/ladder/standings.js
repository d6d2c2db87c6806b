// The content of the ladder's page: joining it, the ratings of a board, a table size and a season, and results
// against others.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { byName, language, numberWords, t } from "../../language/index.js";
import { editionTitle } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";
import { Against } from "./against.js";
import { Membership } from "./membership.js";
import { playerOnLadder, ratingWords, seasonWords } from "./words.js";

const RULES = ["people", "hints", "back", "deal", "left"];

/**
 * @typedef {object} Chosen
 * @property {string} edition the name of an edition; empty = all boards
 * @property {string} players the number of seats; empty = any
 * @property {string} season a season; empty = all time
 */

/**
 * Return the query of a request for the chosen games.
 *
 * @param {Chosen} chosen
 */
const queryOf = (chosen) => new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== "")).toString();

export function Standings() {
  const [editions, setEditions] = useState(/** @type {Sent.Board[]} */ ([]));
  const [chosen, setChosen] = useState(/** @type {Chosen} */ ({ edition: "", players: "", season: "" }));
  const [shown, setShown] = useState(/** @type {Sent.LadderStandings | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [pressed, setPressed] = useState(/** @type {Sent.LadderPlayer[]} */ ([]));
  const [changes, setChanges] = useState(0);
  void language.value;
  const query = queryOf(chosen);
  useEffect(() => {
    get("/api/boards").then(setEditions, setProblem);
  }, []);
  useEffect(() => {
    let stale = false;
    get(`/api/ladder?${query}`).then((found) => stale || setShown(found), setProblem);
    return () => {
      stale = true;
    };
  }, [query, changes]);
  useEffect(() => {
    document.title = `${t("ladder.title")} – Whistlestop`;
  });
  const more = async () => {
    if (!shown) return;
    const found = await get(`/api/ladder?${query}&page=${shown.page + 1}`).catch(() => null);
    if (found) setShown({ ...found, rows: [...shown.rows, ...found.rows] });
  };
  const press = (/** @type {Sent.LadderPlayer} */ player) => {
    const others = pressed.filter(({ id }) => id !== player.id);
    setPressed(others.length < pressed.length ? others : [...others.slice(0, 1), player]);
  };
  const close = () => setPressed([]);
  return html`<h1 class="display-title">${t("ladder.title")}</h1>
      <p class="lead">${t("ladder.lead")}</p>
      ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
      <${Membership} onChange=${() => setChanges(changes + 1)} />
      ${
        shown &&
        html`<section class="ladder-list">
          <h2>${t("ladder.list")}</h2>
          <${Choices} editions=${editions} seasons=${shown.seasons} chosen=${chosen} onChoose=${setChosen} />
          ${
            shown.rows.length > 0
              ? html`<${Rows} shown=${shown} pressed=${pressed} onPress=${press} />`
              : html`<p class="quiet">${t("ladder.empty")}</p>`
          }
          ${shown.more && html`<button type="button" onClick=${more}>${t("ladder.show_more")}</button>`}
          <p class="quiet">
            ${t("ladder.about")} ${t("ladder.provisional_about", { n: shown.provisional_below })}
          </p>
          ${pressed.length > 0 && html`<${Against} players=${pressed} query=${query} onClose=${close} />`}
        </section>`
      }
      <section class="ladder-rules">
        <h2>${t("ladder.rules")}</h2>
        <ul>
          ${RULES.map((rule) => html`<li key=${rule}>${t(`ladder.rule.${rule}`)}</li>`)}
        </ul>
      </section>
      <p class="ladder-further">
        <a class="button" href="/">${t("finale.start")}</a> <a href="/clubs">${t("start.clubs")}</a>
      </p>`;
}

/**
 * The choice of a board, a number of players and a season.
 *
 * @param {{
 *   editions: Sent.Board[],
 *   seasons: string[],
 *   chosen: Chosen,
 *   onChoose: (chosen: Chosen) => void,
 * }} props
 */
function Choices({ editions, seasons, chosen, onChoose }) {
  const played = editions.flatMap((facts) => [
    facts,
    ...facts.variants.map((variant) => ({ ...facts, name: variant.name, title: variant.title })),
  ]);
  const offered = chosen.edition ? played.filter(({ name }) => name === chosen.edition) : editions;
  const fewest = Math.min(...offered.map(({ players }) => players[0]));
  const most = Math.max(...offered.map(({ players }) => players[1]));
  const sizes = offered.length > 0 ? Array.from({ length: most - fewest + 1 }, (_, at) => String(fewest + at)) : [];
  const boards = byName(played, editionTitle).map((facts) => [facts.name, editionTitle(facts)]);
  const choose = (/** @type {Partial<Chosen>} */ some) => {
    const next = { ...chosen, ...some };
    const players = played.find(({ name }) => name === next.edition)?.players;
    const fits = !players || (Number(next.players) >= players[0] && Number(next.players) <= players[1]);
    onChoose(fits ? next : { ...next, players: "" });
  };
  return html`<div class="ladder-choices">
    <${Choice}
      label=${t("ladder.board")}
      all=${t("ladder.all_boards")}
      values=${boards}
      chosen=${chosen.edition}
      onChoose=${(/** @type {string} */ edition) => choose({ edition })}
    />
    <${Choice}
      label=${t("ladder.players")}
      all=${t("ladder.all_sizes")}
      values=${sizes.map((size) => [size, numberWords(Number(size))])}
      chosen=${chosen.players}
      onChoose=${(/** @type {string} */ players) => choose({ players })}
    />
    <${Choice}
      label=${t("ladder.season")}
      all=${t("ladder.all_time")}
      values=${seasons.map((season) => [season, seasonWords(season)])}
      chosen=${chosen.season}
      onChoose=${(/** @type {string} */ season) => choose({ season })}
    />
  </div>`;
}

/**
 * A list of values, of which one is chosen, or all of them.
 *
 * @param {{
 *   label: string,
 *   all: string,
 *   values: [string, string][],
 *   chosen: string,
 *   onChoose: (value: string) => void,
 * }} props all: the words for all values; values: each with its words; chosen: empty = all
 */
const Choice = ({ label, all, values, chosen, onChoose }) =>
  html`<label>
    <span>${label}</span>
    <select
      value=${chosen}
      onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => onChoose(event.target.value)}
    >
      <option value="">${all}</option>
      ${values.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
    </select>
  </label>`;

/**
 * @param {{
 *   shown: Sent.LadderStandings,
 *   pressed: Sent.LadderPlayer[],
 *   onPress: (player: Sent.LadderPlayer) => void,
 * }} props
 */
function Rows({ shown, pressed, onPress }) {
  const elsewhere = shown.mine !== null && !shown.rows.some((row) => row.you);
  const rows = elsewhere && shown.mine ? [...shown.rows, shown.mine] : shown.rows;
  return html`<div class="standings" tabindex="0" role="group" aria-label=${t("ladder.list")}>
    <table>
      <thead>
        <tr>
          ${["rank", "name", "games", "won", "rating"].map(
            (column) =>
              html`<th scope="col" key=${column} class=${`standings-${column}`}>${t(`ladder.column.${column}`)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => {
          const { id, name, bot, you } = row;
          return html`<tr key=${id} class=${`${you ? "mine" : ""} ${elsewhere && you ? "apart" : ""}`}>
            <td>${row.rank === null ? "–" : numberWords(row.rank)}</td>
            <th scope="row">
              <button
                type="button"
                class="ladder-name"
                aria-pressed=${pressed.some((one) => one.id === id)}
                onClick=${() => onPress({ id, name, bot, you })}
              >
                ${playerOnLadder(row)}
              </button>
              ${you && html` <span class="tag you">${t("player.you")}</span>`}
              ${bot !== null && html` <span class="tag">${t("player.bot")}</span>`}
              ${row.provisional && html` <span class="quiet">${t("ladder.provisional")}</span>`}
            </th>
            <td>${numberWords(row.games)}</td>
            <td>${numberWords(row.won)}</td>
            <td class="standings-rating">${ratingWords(row)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
