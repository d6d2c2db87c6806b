// The reader's tickets: done or open at a glance, and what is still missing on the map.
import { html } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { Ticket } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { ticketName, ticketPoints } from "../../names/names.js";
import { mayMove } from "../../settings.js";

/** @param {{store: Begun}} props */
export function Tickets({ store }) {
  const facts = store.facts.value;
  const geometry = store.geometry.value;
  const ways = waysOf(store);
  // At the beginning all choose at once: until the others have chosen, the reader's choice lies ready.
  const { tickets, answer } = store.me.value ?? {};
  const codes = [...(tickets ?? []), ...(answer ?? [])].sort((a, b) => need(ways[a]) - need(ways[b]));
  const selection = store.selection.value;
  return html`<section class="tickets" aria-label=${t("tickets.label")}>
    ${codes.length === 0 && html`<p class="quiet">${t("tickets.none")}</p>`}
    ${codes.map((code) => {
      const pressed = selection?.kind === "ticket" && selection.ticket === code;
      return html`<button
        type="button"
        class=${`ticket-button ${state(ways[code])}`}
        key=${code}
        data-ticket=${code}
        aria-pressed=${pressed}
        ...${pointing(store, code)}
        onClick=${() => {
          store.choice.pickUp(pressed ? null : { kind: "ticket", ticket: code });
        }}
      >
        <span class="visually-hidden">${ticketWords(facts, code, ways[code])}</span>
        <${Ticket} facts=${facts} geometry=${geometry} code=${code} lost=${ways[code] === null} />
        <${Standing} way=${ways[code]} />
      </button>`;
    })}
  </section>`;
}

/**
 * How many tickets the reader has and how many are completed, where they lie below the window: a press
 * brings them into it.
 *
 * @param {{store: Begun}} props
 */
export function TicketsInBrief({ store }) {
  const codes = store.me.value?.tickets ?? [];
  if (codes.length === 0 || store.position.value.phase === "over") return null;
  const ways = waysOf(store);
  const done = codes.filter((code) => ways[code]?.pieces === 0).length;
  return html`<button type="button" class="tickets-brief" onClick=${showTickets}>
    ${t("tickets.brief", { n: codes.length })} <br />${t("tickets.brief_done", { n: done })}
  </button>`;
}

function showTickets() {
  const tickets = document.querySelector(".tickets");
  tickets?.scrollIntoView({ behavior: mayMove() ? "smooth" : "auto" });
  /** @type {HTMLElement | null | undefined} */ (tickets?.querySelector("button"))?.focus({ preventScroll: true });
}

/**
 * What each ticket still needs; when the game is over, what is missing is missing for good.
 *
 * @param {Begun} store
 * @returns {Sent.Moment["ways"]}
 */
function waysOf(store) {
  const { ways, position } = store.update.value;
  if (position.phase !== "over") return ways ?? {};
  const settled = Object.entries(ways ?? {}).map(([code, way]) => [code, way?.pieces === 0 ? way : null]);
  return Object.fromEntries(settled);
}

/**
 * Hover and focus show a ticket, a route or a city on the map.
 *
 * @param {Begun} store
 * @param {string} code
 */
export function pointing(store, code) {
  const on = () => {
    store.choice.point(code);
  };
  const off = () => {
    if (store.pointed.value === code) store.choice.point(null);
  };
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}

/** @typedef {Sent.Way | null | undefined} Way as it stands; null: lost, undefined: nobody knows */

/**
 * How many pieces are missing; what cannot be done any more comes last.
 *
 * @param {Way} way
 */
const need = (way) => (way ? way.pieces : Infinity);

/** @param {Way} way */
const state = (way) => (way === undefined ? "" : way === null ? "lost" : way.pieces === 0 ? "done" : "open");

/** @param {{way: Way}} props */
export function Standing({ way }) {
  if (way === undefined) return null;
  const words =
    way && way.pieces > 0
      ? t("ticket.to_go", { n: way.pieces })
      : html`<${Icon} name=${way === null ? "lost" : "done"} />`;
  return html`<span class=${`standing-mark ${state(way)}`} aria-hidden="true">${words}</span>`;
}

/**
 * A ticket in words, with how it stands.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 * @param {Way} way
 */
export function ticketWords(facts, code, way) {
  const name = t("ticket.name", { name: ticketName(facts, code), points: ticketPoints(facts, code) });
  if (way === undefined) return name;
  if (way === null) return `${name}: ${t("ticket.lost")}`;
  return `${name}: ${way.pieces === 0 ? t("ticket.done") : t("ticket.missing", { n: way.pieces })}`;
}
