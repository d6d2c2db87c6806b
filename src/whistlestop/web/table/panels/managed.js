// What is said and asked about the table itself: an end without a result, a seat that is lost or offered.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName, playerNames } from "../../names/names.js";
import { Name, remembered } from "../../pages/person.js";
import { declineSeat, invitedTo } from "../invited.js";

/** @param {{store: Furnished}} props */
export function Managed({ store }) {
  const { table } = store.update.value;
  const invited = table.you.seat === null ? invitedTo.value : null;
  return html`${table.closing && html`<${Ending} store=${store} closing=${table.closing} />`}
    ${invited && table.seats[invited.seat] && html`<${Invited} store=${store} seat=${invited.seat} />`}
    ${table.you.former !== null && !invited && html`<p class="table-matter standin former" role="status">${t("managing.former")}</p>`}`;
}

/** @param {{store: Furnished, closing: Sent.Closing}} props */
function Ending({ store, closing }) {
  const { table } = store.update.value;
  const { seat } = table.you;
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("close/answer", { asked: closing.entry, agrees });
  const awaited = seat !== null && closing.awaited.includes(seat);
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("managing.close")}>
    <p role="status">
      <strong>${t("managing.close_asks")}</strong>
      ${!awaited && closing.awaited.length > 0 && ` ${t("take_back.awaited", { name: playerNames(table, closing.awaited) })}`}
    </p>
    ${awaited &&
    html`<div class="take-back-answers">
      <button type="button" class="small main" onClick=${answer(false)}>${t("managing.play_on")}</button>
      <button type="button" class="small" onClick=${answer(true)}>${t("take_back.agree")}</button>
    </div>`}
    ${table.host &&
    html`<div class="take-back-answers"><button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button></div>`}
  </div>`;
}

/**
 * Whoever has come by a link is asked before anything happens.
 *
 * @param {{store: Furnished, seat: number}} props
 */
function Invited({ store, seat }) {
  const take = async () => {
    await remembered();
    const invited = invitedTo.value;
    if (invited && (await store.ask("seats/take", invited))) declineSeat();
  };
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("managing.take")}>
    <p>${t("managing.invited", { name: playerName(store.update.value.table, seat) })}</p>
    <div class="oneself"><${Name} /></div>
    <div class="take-back-answers">
      <button type="button" class="small main" onClick=${take}>${t("managing.take")}</button>
      <button type="button" class="small" onClick=${declineSeat}>${t("managing.not")}</button>
    </div>
  </div>`;
}
