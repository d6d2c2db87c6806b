// The results of a player on the ladder against one other player, or against everyone.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { numberWords, t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { leadWords, playerOnLadder } from "./words.js";

/**
 * The results of the first player against the second, or against everyone. It stays at the lower edge of the window.
 *
 * @param {{players: Sent.LadderPlayer[], query: string, onClose: () => void}} props players: one or two; query: chooses
 *   the games
 */
export function Against({ players, query, onClose }) {
  const [one, other] = players;
  const [found, setFound] = useState(/** @type {Sent.LadderPerson | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const path = /** @type {const} */ (`/api/ladder/people/${one.id}?${other ? `against=${other.id}&` : ""}${query}`);
  useEffect(() => {
    let stale = false;
    setProblem(null);
    get(path).then(
      (answer) => stale || setFound(answer),
      (error) => stale || setProblem(error),
    );
    return () => {
      stale = true;
    };
  }, [path]);
  const more = async () => {
    if (!found) return;
    const next = await get(`${path}&page=${found.page + 1}`).catch(() => null);
    if (next) setFound({ ...next, against: [...found.against, ...next.against] });
  };
  const name = playerOnLadder(one);
  const title = other ? t("ladder.against", { name, other: playerOnLadder(other) }) : t("ladder.against_all", { name });
  return html`<section class="ladder-against" aria-label=${title} aria-busy=${!found}>
    <p role="status"><strong>${title}</strong></p>
    <button type="button" class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${
      found &&
      (found.against.length > 0
        ? html`<div class="standings" tabindex="0" role="group" aria-label=${title}>
            <table>
              <thead>
                <tr>
                  <th scope="col" class="standings-name">${t("ladder.column.opponent")}</th>
                  ${["games", "ahead", "behind", "margin"].map(
                    (column) => html`<th scope="col" key=${column}>${t(`ladder.column.${column}`)}</th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${found.against.map(
                  ({ player, games, ahead, behind, margin }) =>
                    html`<tr key=${player.id}>
                      <th scope="row">
                        ${playerOnLadder(player)}
                        ${player.you && html` <span class="tag you">${t("player.you")}</span>`}
                        ${player.bot !== null && html` <span class="tag">${t("player.bot")}</span>`}
                      </th>
                      <td>${numberWords(games)}</td>
                      <td>${numberWords(ahead)}</td>
                      <td>${numberWords(behind)}</td>
                      <td>${margin === null ? "–" : leadWords(margin)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : html`<p class="quiet">${t(other ? "ladder.never" : "ladder.empty")}</p>`)
    }
    ${found?.more && html`<button type="button" class="small" onClick=${more}>${t("ladder.show_more")}</button>`}
  </section>`;
}
