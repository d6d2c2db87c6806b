// The finished games of a club, with their results and links to the replays.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { language, t } from "../../language/index.js";
import { personName, tableTitle } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";

/** @param {{club: Sent.ClubNow}} props */
export function Games({ club }) {
  const [games, setGames] = useState(/** @type {Sent.ClubGame[] | null} */ (null));
  const [further, setFurther] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const fetchPage = (/** @type {string} */ before) =>
    get(`/api/clubs/${club.id}/games?before=${encodeURIComponent(before)}`);
  const running = club.playing.map(({ id }) => id).join();
  useEffect(() => {
    let stale = false;
    fetchPage("").then(
      (found) => {
        if (stale) return;
        setGames(found.games);
        setFurther(found.further);
        setProblem(null);
      },
      (error) => stale || setProblem(error),
    );
    return () => {
      stale = true;
    };
  }, [club.id, running, club.members.length]);
  const more = async () => {
    try {
      const found = await fetchPage(further ?? "");
      setGames([...(games ?? []), ...found.games]);
      setFurther(found.further);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
  };
  return html`<section class="club-games tables">
    <h2>${t("club.games")}</h2>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${games?.length === 0 && html`<p class="quiet">${t("club.no_games")}</p>`}
    ${
      games &&
      games.length > 0 &&
      html`<ul>
        ${games.map(
          (game) =>
            html`<li key=${game.id}>
              <a href=${`/replay/${game.id}`}>
                <strong>${tableTitle(game)}</strong>
                <ol class="club-results">
                  ${resultsOf(game).map(
                    ({ seat, words, won }) => html`<li key=${seat} class=${won ? "club-won" : ""}>${words}</li>`,
                  )}
                </ol>
                <span class="quiet">
                  ${dateWords(game.updated)}${game.counts ? "" : ` · ${t("club.not_counted")}`}
                </span>
              </a>
            </li>`,
        )}
      </ul>`
    }
    ${further && html`<button type="button" onClick=${more}>${t("club.more")}</button>`}
  </section>`;
}

/**
 * Return the results of a game in words, the best first. The server gives those who gave up the last place.
 *
 * @param {Sent.ClubGame} game
 */
function resultsOf({ seats, results }) {
  const nameOf = (/** @type {number} */ seat) =>
    personName(seats[seat]?.name ?? "", seats[seat]?.name_of ?? null) || t("given.player");
  return [...results]
    .sort((a, b) => a.place - b.place)
    .map(({ seat, place, score, won, given_up: gaveUp }) => ({
      seat,
      won,
      words: gaveUp
        ? t("club.gave_up", { name: nameOf(seat) })
        : t("club.result", { place, name: nameOf(seat), n: score }),
    }));
}

/**
 * Return a day in words, in the reader's own time zone.
 *
 * @param {string} moment in ISO 8601
 */
export const dateWords = (moment) =>
  new Intl.DateTimeFormat(language.value, { day: "numeric", month: "long", year: "numeric" }).format(new Date(moment));
