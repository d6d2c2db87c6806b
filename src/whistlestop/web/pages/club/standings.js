// The standings of a club: ratings from its games alone.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { language, numberWords, t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { ratingWords } from "../ladder/words.js";

const COLUMNS = ["rank", "name", "games", "won", "place", "rating"];

/**
 * Return a mean place with one digit after the point.
 *
 * @param {number} place
 */
const placeWords = (place) =>
  new Intl.NumberFormat(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(place);

/** @param {{club: Sent.ClubNow}} props */
export function Standings({ club }) {
  const [found, setFound] = useState(/** @type {Sent.ClubStandings | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  // A game that has ended is not among those being played any more.
  const known = [...club.playing.map(({ id }) => id), ...club.members.map(({ id, name }) => `${id} ${name}`)].join();
  useEffect(() => {
    let stale = false;
    get(`/api/clubs/${club.id}/standings`).then(
      (answer) => {
        if (stale) return;
        setFound(answer);
        setProblem(null);
      },
      (error) => stale || setProblem(error),
    );
    return () => {
      stale = true;
    };
  }, [club.id, known]);
  return html`<section class="club-standings">
    <h2>${t("club.standings")}</h2>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${found && found.rows.length === 0 && html`<p class="quiet">${t("club.standings_empty")}</p>`}
    ${
      found &&
      found.rows.length > 0 &&
      html`<div class="standings" tabindex="0" role="group" aria-label=${t("club.standings")}>
          <table>
            <thead>
              <tr>
                ${COLUMNS.map(
                  (column) =>
                    html`<th scope="col" key=${column} class=${`standings-${column}`}>
                      ${t(`club.column.${column}`)}
                    </th>`,
                )}
              </tr>
            </thead>
            <tbody>
              ${found.rows.map(
                (row) =>
                  html`<tr key=${row.id} class=${row.you ? "mine" : ""}>
                    <td>${numberWords(row.rank)}</td>
                    <th scope="row">
                      ${row.name || t("given.player")}
                      ${row.you && html` <span class="tag you">${t("player.you")}</span>`}
                    </th>
                    <td>${numberWords(row.games)}</td>
                    <td>${numberWords(row.won)}</td>
                    <td>${placeWords(row.place)}</td>
                    <td class="standings-rating">${ratingWords(row)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <p class="quiet">${t("club.rating_about")}</p>`
    }
    ${found && html`<p class="quiet">${t("club.standings_about", { n: found.most })}</p>`}
  </section>`;
}
