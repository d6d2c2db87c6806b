// The panel about seats and table: who has which seat, who is the host, the time to think, and closing the table.
import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { get, post } from "../../net/api.js";
import { paceWords, personName, playerName } from "../../names/names.js";
import { LadderNote } from "../../pages/ladder/late-note.js";
import { linkToSeat } from "./seat-link.js";

/** The times to think that the host can choose, each as its kind and amount. */
const PACES = /** @type {const} */ ([
  ["minutes", 10],
  ["minutes", 20],
  ["minutes", 30],
  ["minutes", 60],
  ["minutes", 120],
  ["days", 1],
  ["days", 2],
  ["days", 3],
  ["days", 7],
  ["none", 0],
]);

/**
 * The content of the panel, which is loaded when the reader opens the panel.
 *
 * @param {{store: Furnished}} props
 */
export function SeatsAndTableContent({ store }) {
  const { table } = store.update.value;
  const playing = table.state === "playing";
  return html`<ul class="seat-rows">
      ${table.seats.map((seat) => html`<${SeatRow} key=${seat.seat} store=${store} seat=${seat} playing=${playing} />`)}
    </ul>
    ${table.host && html`<${PaceChoice} store=${store} />`}
    <${HintRule} store=${store} />
    <${LadderNote} store=${store} />
    ${table.host && !table.closing && html`<${Closing} store=${store} />`}`;
}

/**
 * A row in the list of seats, with the buttons that the reader can use for the seat.
 *
 * @param {{store: Furnished, seat: Sent.Seat, playing: boolean}} props
 */
function SeatRow({ store, seat, playing }) {
  const { table } = store.update.value;
  const at = seat.seat;
  const mine = at === table.you.seat;
  const person = seat.kind === "person" && !seat.resigned;
  const free = playing && table.lesson === null && (!person || !seat.present) && seat.kind !== "open";
  const offered = table.offered.some((offer) => offer.seat === at);
  const hostGone = !table.host && table.host_seat !== null && !table.seats[table.host_seat].present;
  return html`<li>
    <p>
      <strong>${seat.kind === "open" ? t("seat.open") : playerName(table, at)}</strong>
      ${mine && html` <span class="tag you">${t("player.you")}</span>`}
      ${at === table.host_seat && html` <span class="tag">${t("seats_and_table.host")}</span>`}
      ${person && !seat.present && html` <span class="tag">${t("seats_and_table.away")}</span>`}
    </p>
    ${
      playing &&
      mine &&
      person &&
      table.lesson === null &&
      html`<${Link} store=${store} seat=${at} offered=${offered} label=${t("seats_and_table.hand_over")} />`
    }
    ${
      table.host &&
      !mine &&
      free &&
      html`<${Link} store=${store} seat=${at} offered=${offered} label=${t("seats_and_table.open")} />`
    }
    ${table.host && !mine && free && seat.kind === "person" && html`<${BotChoice} store=${store} seat=${at} />`}
    ${
      table.host &&
      !mine &&
      person &&
      html`<button type="button" class="small" onClick=${() => store.ask("host", { seat: at })}>
        ${t("seats_and_table.make_host")}
      </button>`
    }
    ${
      mine &&
      person &&
      hostGone &&
      html`<button type="button" class="small" onClick=${() => store.ask("host", { seat: at })}>
        ${t("seats_and_table.be_host")}
      </button>`
    }
  </li>`;
}

/**
 * A button for something that cannot be undone. It asks for confirmation with another button in another place, so
 * that a double click does not confirm it.
 *
 * @param {{label: string, sure: string, done: () => unknown, danger?: boolean, children?: Child}} props label: the
 *   first button; sure: the confirming button; done: what it does
 */
function Asked({ label, sure, done, danger = false, children }) {
  const [asked, setAsked] = useState(false);
  return html`<button
      type="button"
      class="small"
      aria-expanded=${asked}
      onClick=${(/** @type {MouseEvent} */ event) => {
        // The second click of a double click must not hide the question again.
        if (event.detail < 2) setAsked(!asked);
      }}
    >
      ${asked ? t("seats_and_table.not") : label}
    </button>
    ${
      asked &&
      html`<div class="confirmation">
        ${children}
        <button
          type="button"
          class=${danger ? "danger" : "small main"}
          onClick=${async () => {
            await done();
            setAsked(false);
          }}
        >
          ${sure}
        </button>
      </div>`
    }`;
}

/**
 * The button that makes a link to a seat, and the link. Only the person who made the link sees it, and only once.
 *
 * @param {{store: Furnished, seat: number, offered: boolean, label: string}} props
 */
function Link({ store, seat, offered, label }) {
  const { table } = store.update.value;
  if (table.passing?.seat === seat) return html`<p class="quiet">${t("seats_and_table.asked")}</p>`;
  const sure = table.you.seats.includes(seat)
    ? "seats_and_table.hand_over_sure"
    : mustAgree(table, seat)
      ? "seats_and_table.close_ask"
      : "seats_and_table.make_link";
  return html`<${MadeLink} store=${store} seat=${seat} offered=${offered} label=${label} sure=${t(sure)} />`;
}

/**
 * Return whether other people at the table must agree before the host can give a seat away.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
const mustAgree = (table, seat) =>
  table.seats.some(
    (one) => one.seat !== seat && !table.you.seats.includes(one.seat) && one.kind === "person" && !one.resigned,
  );

/**
 * The host's link to a seat, after the other players have agreed that another person may have it.
 *
 * @param {{store: Furnished, seat: number}} props
 */
export function LinkToSeat({ store, seat }) {
  const offered = store.update.value.table.offered.some((offer) => offer.seat === seat);
  return html`<${MadeLink} store=${store} seat=${seat} offered=${offered} />`;
}

/**
 * The button that makes a link to a seat, the link, and the button that withdraws it.
 *
 * @param {{store: Furnished, seat: number, offered: boolean, label?: string, sure?: string}} props
 *   label, sure: the buttons that ask for confirmation and confirm; without them, one button makes the link at once
 */
function MadeLink({ store, seat, offered, label, sure }) {
  const [link, setLink] = useState("");
  const [early, setEarly] = useState(false);
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const offer = async () => {
    try {
      const { key } = await post(`/api/tables/${store.id}/seats/offer`, { seat });
      setEarly(key === null);
      if (key === null) return;
      setLink(new URL(linkToSeat(store.update.value.table.invite, seat, key), location.href).href);
      setCopied(false);
    } catch (error) {
      store.refuse(error);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Outside of secure contexts there is no clipboard API, but the old command still works.
      field.current?.select();
      document.execCommand("copy");
    }
    setCopied(true);
  };
  if (!offered && label && sure) return html`<${Asked} label=${label} sure=${sure} done=${offer} />`;
  if (!offered) {
    return html`<button type="button" class="small main" onClick=${offer}>${t("seats_and_table.make_link")}</button>
      ${early && html`<p class="quiet" role="status">${t("seats_and_table.too_early")}</p>`}`;
  }
  return html`<div class="confirmation">
    ${
      link
        ? html`<div class="invite">
          <label>
            <span>${t("seats_and_table.link")}</span><input ref=${field} type="text" readonly value=${link} />
          </label>
          <button type="button" class="small" onClick=${copy}>${copied ? t("invite.copied") : t("invite.copy")}</button>
        </div>`
        : html`<p class="quiet">${t("seats_and_table.offered")}</p>`
    }
    <button type="button" class="small" onClick=${() => store.ask("seats/withdraw", { seat })}>
      ${t("seats_and_table.withdraw")}
    </button>
  </div>`;
}

/**
 * The button that gives a seat to a bot, with a list of bots to choose from.
 *
 * @param {{store: Furnished, seat: number}} props
 */
function BotChoice({ store, seat }) {
  const [bots, setBots] = useState(/** @type {Sent.Bot[]} */ ([]));
  const [bot, setBot] = useState("skilled");
  useEffect(() => {
    get("/api/bots").then(
      (found) => setBots(found.filter(({ level }) => level !== null)),
      () => {},
    );
  }, []);
  const name = personName(bot, bot);
  return html`<${Asked}
    label=${t("seats_and_table.bot")}
    sure=${t("seats_and_table.bot_sure", { name })}
    danger=${true}
    done=${() => store.ask("seats/bot", { seat, bot })}
  >
    <label>
      <span>${t("seats_and_table.which_bot")}</span>
      <select value=${bot} onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => setBot(event.target.value)}>
        ${bots.map((one) => html`<option key=${one.name} value=${one.name}>${personName(one.name, one.name)}</option>`)}
      </select>
    </label>
  </${Asked}>`;
}

/**
 * The list from which the host chooses the time to think. During the game it can only be made longer.
 *
 * @param {{store: Furnished}} props
 */
function PaceChoice({ store }) {
  const { pace, state } = store.update.value.table;
  const playing = state === "playing";
  if (playing && pace.kind === "none") return null;
  const longer = (/** @type {string} */ kind, /** @type {number} */ amount) =>
    kind === "none" || (kind === pace.kind ? amount > pace.amount : pace.kind === "minutes");
  const others = PACES.filter(
    ([kind, amount]) => (!playing || longer(kind, amount)) && !(kind === pace.kind && amount === pace.amount),
  );
  return html`<label class="pace-choice">
      <span>${t("seats_and_table.pace")}</span>
      <select
        value=${`${pace.kind} ${pace.amount}`}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => {
          const [kind, amount] = event.target.value.split(" ");
          store.ask("pace", { kind, amount: Number(amount) });
        }}
      >
        <option value=${`${pace.kind} ${pace.amount}`}>${paceWords(pace.kind, pace.amount)}</option>
        ${others.map(
          ([kind, amount]) =>
            html`<option key=${`${kind} ${amount}`} value=${`${kind} ${amount}`}>${paceWords(kind, amount)}</option>`,
        )}
      </select>
    </label>
    ${playing && html`<p class="quiet">${t("seats_and_table.longer")}</p>`}`;
}

/**
 * Whether hints are allowed. The host can change it. Other people at the table are asked before hints are allowed.
 *
 * @param {{store: Furnished}} props
 */
export function HintRule({ store }) {
  const { table } = store.update.value;
  const { allowed, asked } = table.hints;
  if (table.lesson !== null || table.puzzle !== null || table.daily !== null || table.pace.kind === "minutes")
    return null;
  if (!table.host) return allowed ? html`<p class="quiet">${t("advice.allowed")}</p>` : null;
  const ask = !allowed && table.state === "playing" && mustAgree(table, table.you.seat ?? -1);
  if (ask) {
    return html`<button
      type="button"
      class="small"
      disabled=${asked !== null}
      onClick=${() => store.ask("hints", { allowed: true })}
    >
      ${t("advice.allow_ask")}
    </button>`;
  }
  return html`<label class="switch">
      <span>${t("advice.allow")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${allowed}
        onChange=${async (/** @type {EventOf<HTMLInputElement>} */ { target }) => {
          const done = await store.ask("hints", { allowed: target.checked });
          if (!done) target.checked = allowed;
        }}
      />
    </label>
    ${allowed && html`<p class="quiet">${t("advice.allowed")}</p>`}`;
}

/**
 * The button with which the host closes the table, or asks the other players whether they agree.
 *
 * @param {{store: Furnished}} props
 */
function Closing({ store }) {
  const { table } = store.update.value;
  const asks =
    table.state === "playing" &&
    table.seats.some(
      (seat) => seat.seat !== table.you.seat && seat.kind === "person" && !seat.resigned && seat.present,
    );
  return html`<div class="close-table">
    <${Asked}
      label=${t("seats_and_table.close")}
      sure=${t(asks ? "seats_and_table.close_ask" : "seats_and_table.close_sure")}
      danger=${true}
      done=${() => store.ask("close")}
    >
      ${table.state === "playing" && html`<p class="quiet">${t("seats_and_table.close_about")}</p>`}
    </${Asked}>
  </div>`;
}
