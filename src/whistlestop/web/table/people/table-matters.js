// Messages and questions about the table itself: whether to end the game without a result, and seats that were lost
// or are offered.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName, playerNames } from "../../names/names.js";
import { Name, remembered } from "../../pages/me/person.js";
import { declineSeat, linkedSeat } from "./seat-link.js";
import { LinkToSeat } from "./seats-and-table.js";

/**
 * All messages and questions about the table itself that concern the reader now.
 *
 * @param {{store: Furnished}} props
 */
export function TableMatters({ store }) {
  const { table } = store.update.value;
  const invited = table.you.seat === null ? linkedSeat.value : null;
  return html`${table.hints.asked && html`<${HintsAsked} store=${store} asked=${table.hints.asked} />`}
    ${table.closing && html`<${Ending} store=${store} closing=${table.closing} />`}
    ${invited && table.seats[invited.seat] && html`<${Invited} store=${store} seat=${invited.seat} />`}
    <${Passing} store=${store} />
    ${table.reclaimable.length > 0 && html`<${Lost} store=${store} seats=${table.reclaimable} />`}
    ${
      table.you.former !== null &&
      table.reclaimable.length === 0 &&
      !invited &&
      html`<p class="table-matter standin former" role="status">${t("seats_and_table.former")}</p>`
    }`;
}

/**
 * The host's request to give a seat to another person, as the reader sees it.
 *
 * @param {{store: Furnished}} props
 */
function Passing({ store }) {
  const { table } = store.update.value;
  const { passing } = table;
  const { seats } = table.you;
  const opened = table.offered.find(({ seat, by }) => by === "host" && seats.includes(seat));
  const own = passing && seats.includes(passing.seat) ? passing : opened;
  if (own && !table.seats[own.seat].resigned) {
    return html`<${Matter} text=${t("seats_and_table.seat_yours")}>
      <button type="button" class="small main" onClick=${() => store.ask("return")}>
        ${t("seats_and_table.seat_keep")}
      </button>
    </${Matter}>`;
  }
  if (!passing) return null;
  const name = playerName(table, passing.seat);
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("seats/answer", { asked: passing.entry, agrees });
  const waiting = passing.awaited.length > 0 && t("take_back.awaited", { name: playerNames(table, passing.awaited) });
  if (passing.awaited.some((seat) => seats.includes(seat))) {
    return html`<${Matter} text=${t("seats_and_table.seat_asks", { name })}>
      <button type="button" class="small main" onClick=${answer(true)}>${t("take_back.agree")}</button>
      <button type="button" class="small" onClick=${answer(false)}>${t("take_back.refuse")}</button>
    </${Matter}>`;
  }
  if (table.host) {
    const open = passing.awaited.length === 0;
    return html`<${Matter}
      text=${t("seats_and_table.seat_you_ask", { name })}
      more=${waiting || t(passing.alone ? "seats_and_table.seat_alone" : "seats_and_table.seat_agreed", { name })}
    >
      ${open && html`<${LinkToSeat} store=${store} seat=${passing.seat} />`}
      <button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button>
    </${Matter}>`;
  }
  return html`<${Matter} text=${t("log.SeatAsked", { name })} more=${waiting || undefined} />`;
}

/**
 * The message that the reader has lost seats while they were absent, with a button that takes the seats back.
 *
 * @param {{store: Furnished, seats: number[]}} props
 */
function Lost({ store, seats }) {
  const name = playerNames(store.update.value.table, seats);
  return html`<${Matter} text=${t("seats_and_table.seat_lost", { name })}>
    <button type="button" class="small main" onClick=${() => store.ask("return")}>
      ${t("seats_and_table.seat_back")}
    </button>
  </${Matter}>`;
}

/**
 * A message about a seat, with buttons below.
 *
 * @param {{text: string, more?: string, children?: Child}} props
 */
function Matter({ text, more, children }) {
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("seats_and_table.label")}>
    <p role="status"><strong>${text}</strong> ${more}</p>
    <div class="take-back-answers">${children}</div>
  </div>`;
}

/**
 * The host's question whether the game may end without a result, with buttons for those who must answer.
 *
 * @param {{store: Furnished, closing: Sent.Closing}} props
 */
function Ending({ store, closing }) {
  const { table } = store.update.value;
  const { seat } = table.you;
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("close/answer", { asked: closing.entry, agrees });
  const awaited = seat !== null && closing.awaited.includes(seat);
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("seats_and_table.close")}>
    <p role="status">
      <strong>${t("seats_and_table.close_asks")}</strong>
      ${
        !awaited &&
        closing.awaited.length > 0 &&
        ` ${t("take_back.awaited", { name: playerNames(table, closing.awaited) })}`
      }
    </p>
    ${
      awaited &&
      html`<div class="take-back-answers">
        <button type="button" class="small main" onClick=${answer(false)}>${t("seats_and_table.play_on")}</button>
        <button type="button" class="small" onClick=${answer(true)}>${t("take_back.agree")}</button>
      </div>`
    }
    ${
      table.host &&
      html`<div class="take-back-answers">
        <button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button>
      </div>`
    }
  </div>`;
}

/**
 * The host's question whether hints may be allowed, with buttons for those who must answer.
 *
 * @param {{store: Furnished, asked: Sent.HintsAsked}} props
 */
function HintsAsked({ store, asked }) {
  const { table } = store.update.value;
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("hints/answer", { asked: asked.entry, agrees });
  const awaited = asked.awaited.some((seat) => table.you.seats.includes(seat));
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("advice.allow")}>
    <p role="status">
      <strong>${t("advice.asks")}</strong>
      ${!awaited && ` ${t("take_back.awaited", { name: playerNames(table, asked.awaited) })}`}
    </p>
    <div class="take-back-answers">
      ${
        awaited &&
        html`<button type="button" class="small main" onClick=${answer(true)}>${t("take_back.agree")}</button>
          <button type="button" class="small" onClick=${answer(false)}>${t("take_back.refuse")}</button>`
      }
      ${
        table.host &&
        html`<button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button>`
      }
    </div>
  </div>`;
}

/**
 * A question to a person who opened a link to a seat, before they take it.
 *
 * @param {{store: Furnished, seat: number}} props
 */
function Invited({ store, seat }) {
  const take = async () => {
    await remembered();
    const invited = linkedSeat.value;
    if (invited && (await store.ask("seats/take", invited))) declineSeat();
  };
  return html`<div class="table-matter standin take-back-asked" role="group" aria-label=${t("seats_and_table.take")}>
    <p>${t("seats_and_table.invited", { name: playerName(store.update.value.table, seat) })}</p>
    <div class="oneself"><${Name} /></div>
    <div class="take-back-answers">
      <button type="button" class="small main" onClick=${take}>${t("seats_and_table.take")}</button>
      <button type="button" class="small" onClick=${declineSeat}>${t("seats_and_table.not")}</button>
    </div>
  </div>`;
}
