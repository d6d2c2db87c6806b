// The reader's personal page: name and colour, games, results, other devices, and the deletion of all data.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { late, loadStyles } from "../../controls/late.js";
import { Header } from "../../controls/menu.js";
import { addCatalogue, numberWords, t, tOr } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { get, post } from "../../net/api.js";
import { Devices, broughtCode } from "./devices.js";
import { clearDevice } from "./leaving.js";
import { Colours, Name, person } from "./person.js";
import { Push } from "./push.js";
import { Webhook } from "./webhook.js";
import { Tables } from "../start/table-list.js";

const LadderSection = late(
  async () =>
    (await Promise.all([import("../ladder/membership.js"), loadStyles(["ladder"]), addCatalogue("ladder/")]))[0]
      .LadderSection,
);

const ClubSection = late(
  async () =>
    (await Promise.all([import("../club/section.js"), loadStyles(["club"]), addCatalogue("club/")]))[0].ClubSection,
);

export function PersonalPage() {
  const [running, setRunning] = useState(/** @type {Sent.Listed[] | null} */ (null));
  const [results, setResults] = useState(/** @type {Sent.Results | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [brought] = useState(broughtCode);
  // Increased when the device has been signed in as another person. Then everything is requested again.
  const [who, setWho] = useState(0);
  useEffect(() => {
    get("/api/tables").then((lists) => setRunning(lists.mine.filter((table) => table.state !== "over")), setProblem);
    get("/api/me/results").then(setResults, setProblem);
  }, [who]);
  useEffect(() => {
    document.title = `${t("me.title")} – Whistlestop`;
  });
  const devices =
    results &&
    html`<${Devices}
      key="devices"
      who=${who}
      devices=${results.devices}
      brought=${brought}
      onCarried=${() => setWho(who + 1)}
    />`;
  return html`
    <${Header} />
    <main id="main" class="personal">
      <h1 class="display-title">${t("me.title")}</h1>
      ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
      ${brought && devices}
      <section class="oneself" key=${`oneself-${who}`}><${Name} /><${Colours} /></section>
      ${
        running &&
        html`<${Tables} title=${t("me.running")} tables=${running}>
          ${running.length === 0 && html`<p class="quiet">${t("me.no_running")}</p>`}
        </${Tables}>`
      }
      ${results && html`<${Results} results=${results} />`}
      <${LadderSection} key=${`ladder-${who}`} />
      <${ClubSection} key=${`clubs-${who}`} />
      <${Finished} key=${`finished-${who}`} onProblem=${setProblem} />
      ${!brought && devices}
      ${person.value?.push && html`<${Push} key=${`push-${who}`} />`}
      ${person.value?.webhooks && html`<${Webhook} key=${`webhook-${who}`} />`}
      <${Everything} />
    </main>
  `;
}

/** @param {{results: Sent.Results}} props */
function Results({ results }) {
  const { all, against, boards } = results;
  const paths = boards.some((one) => one.path > 0);
  return html`<section class="results">
    <h2>${t("me.results")}</h2>
    ${!results.complete && html`<p class="quiet">${t("me.incomplete")}</p>`}
    ${
      all.played === 0
        ? html`<p class="quiet">${t("me.no_results")}</p>`
        : html`<div class="result-tables">
            <table>
              <thead>
                <tr>
                  <th scope="col">${t("me.opponents")}</th>
                  <${ScoreTitles} />
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">${t("me.all")}</th>
                  <${ScoreCells} score=${all} />
                </tr>
                ${against.map(
                  (one) =>
                    html`<tr key=${one.bot}>
                      <th scope="row">${one.bot === null ? t("me.people") : tOr(`given.${one.bot}`, one.bot)}</th>
                      <${ScoreCells} score=${one} />
                    </tr>`,
                )}
              </tbody>
            </table>
            <table>
              <caption class="visually-hidden">${t("me.boards")}</caption>
              <thead>
                <tr>
                  <th scope="col">${t("me.board")}</th>
                  <${ScoreTitles} />
                  <th scope="col">${t("me.best")}</th>
                  ${paths && html`<th scope="col">${t("me.path")}</th>`}
                </tr>
              </thead>
              <tbody>
                ${boards.map(
                  (one) =>
                    html`<tr key=${one.board}>
                      <th scope="row">
                        ${one.board === null ? t("me.own_boards") : tOr(`edition_title.${one.board}`, one.board)}
                      </th>
                      <${ScoreCells} score=${one} />
                      <td>${one.best === null ? "–" : numberWords(one.best)}</td>
                      ${paths && html`<td>${one.path > 0 ? numberWords(one.path) : "–"}</td>`}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
          <p class="quiet">${t("me.results_about")}</p>`
    }
  </section>`;
}

const ScoreTitles = () =>
  html`<th scope="col">${t("me.played")}</th>
    <th scope="col">${t("me.won")}</th>
    <th scope="col">${t("me.share")}</th>`;

/** @param {{score: Sent.Score}} props */
const ScoreCells = ({ score: { played, won } }) =>
  html`<td>${numberWords(played)}</td>
    <td>${numberWords(won)}</td>
    <td>${numberWords(Math.round((100 * won) / Math.max(played, 1)))} %</td>`;

/** @param {{onProblem: (problem: ApiError) => void}} props */
function Finished({ onProblem }) {
  const [games, setGames] = useState(/** @type {Sent.Ended[] | null} */ (null));
  const [further, setFurther] = useState(/** @type {string | null} */ (null));
  const more = async (/** @type {string} */ before) => {
    try {
      const found = await get(`/api/me/games?before=${encodeURIComponent(before)}`);
      setGames([...(before ? (games ?? []) : []), ...found.games]);
      setFurther(found.further);
    } catch (error) {
      onProblem(/** @type {ApiError} */ (error));
    }
  };
  useEffect(() => void more(""), []);
  if (!games) return null;
  return html`<${Tables} title=${t("me.ended")} tables=${games} state=${outcome}>
    ${games.length === 0 && html`<p class="quiet">${t("me.no_ended")}</p>`}
    ${further && html`<button type="button" onClick=${() => more(further)}>${t("me.more")}</button>`}
  </${Tables}>`;
}

/**
 * Return how a game ended for the reader: that they gave up, or the place and the score, if they are known.
 *
 * @param {Sent.Ended} game
 */
function outcome({ place, score, given_up: gaveUp }) {
  if (gaveUp) return t("me.gave_up");
  if (place === null || score === null) return t("state.over");
  return t(place === 1 ? "me.won_with" : "me.place", { place, n: score });
}

/** The section in which readers can download or delete everything that the server has saved about them. */
function Everything() {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const forget = async () => {
    setBusy(true);
    try {
      await post("/api/me/forget", { sure: true });
      await clearDevice();
      location.assign("/");
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  return html`<section class="everything">
    <h2>${t("me.everything")}</h2>
    <div class="choices">
      <a class="button" href="/api/me/everything" download="whistlestop.json">${t("me.download")}</a>
      ${!asked && html`<button type="button" class="danger" onClick=${() => setAsked(true)}>${t("me.forget")}</button>`}
    </div>
    ${
      asked &&
      html`<div class="reason question" role="group" aria-label=${t("me.forget")}>
        <p>${t("me.forget_gone")}</p>
        <p>${t("me.forget_games")}</p>
        <p>${t("me.forget_beyond")}</p>
        ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
        <div class="choices">
          <button type="button" onClick=${() => setAsked(false)}>${t("me.forget_no")}</button>
          <button type="button" class="danger" disabled=${busy} onClick=${forget}>${t("me.forget_yes")}</button>
        </div>
      </div>`
    }
  </section>`;
}
