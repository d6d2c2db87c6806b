// The question whether a move may be taken back, with buttons for those who must agree.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName, playerNames } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";

/**
 * The question of a player who wants to take a move back. Those who must agree can answer. The player can withdraw
 * the question.
 *
 * @param {{store: Furnished, asked: Sent.Asked}} props
 */
export function Asked({ store, asked }) {
  const { table } = store.update.value;
  // On a shared device, the reader answers for all seats at it.
  const { seats } = table.you;
  const begun = /** @type {Begun} */ (store);
  const moves = store.standing.value.filter((entry) => entry.move !== null && entry.move >= asked.move);
  const what = moves.length > 0 && tellEntry(moves[0], table, begun.facts.value).join(" ");
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("take-back/answer", { asked: asked.entry, agrees });
  const mine = seats.includes(asked.seat);
  const awaited = asked.awaited.some((seat) => seats.includes(seat));
  return html`<div class="take-back-asked" role="group" aria-label=${t("take_back.label")}>
    <p role="status">
      <strong>${mine ? t("take_back.you_ask") : t("take_back.asks", { name: playerName(table, asked.seat) })}</strong>
      ${what && html` <q>${what}</q>`}
      ${moves.length > 1 && ` ${t("take_back.and_after", { n: moves.length - 1 })}`}
      ${!awaited && ` ${t("take_back.awaited", { name: playerNames(table, asked.awaited) })}`}
    </p>
    ${
      awaited &&
      html`<div class="take-back-answers">
        <button type="button" class="small main" onClick=${answer(true)}>${t("take_back.agree")}</button>
        <button type="button" class="small" onClick=${answer(false)}>${t("take_back.refuse")}</button>
      </div>`
    }
    ${
      mine &&
      html`<div class="take-back-answers">
        <button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button>
      </div>`
    }
  </div>`;
}
