// Playing on from a moment of a finished game, at a new table against bots.
import { html, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";
import { post } from "../../net/api.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/**
 * The choice to play on from the moment that the replay shows. The reader gets the seat of the player who moved next.
 *
 * @param {{store: Begun, at: number, seat: number}} props
 *   at: the number of moves before the moment; seat: the seat that moved next
 */
export function PlayOn({ store, at, seat }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const { table } = store.update.value;
  const begin = (/** @type {"same" | "new"} */ hidden) => async () => {
    setBusy(true);
    try {
      const { id } = await post(`/api/tables/${store.id}/branches`, { move: at, hidden });
      location.assign(`/t/${id}`);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  return html`<details class="play-on">
    <summary class="button">${t("review.play_on")}</summary>
    <p>${t("review.play_on_about", { name: playerName(table, seat) })}</p>
    <p>
      <button type="button" class="main" disabled=${busy} onClick=${begin("same")}>${t("review.same_cards")}</button>
    </p>
    <p class="quiet">${t("review.same_cards_about")}</p>
    <p><button type="button" disabled=${busy} onClick=${begin("new")}>${t("review.new_cards")}</button></p>
    <p class="quiet">${t("review.new_cards_about", { name: playerName(table, seat) })}</p>
    ${problem && html`<p role="alert">${problemWords(problem)}</p>`}
  </details>`;
}
