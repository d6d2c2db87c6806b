// The reader's tickets, each with a mark that says whether it is completed. The map shows what a ticket still
// needs.
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
  // At the beginning all players choose at the same time. Show the reader's answer before the others have chosen.
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
 * The button that says how many tickets the reader has, and how many are completed. It is shown where the tickets
 * themselves may be out of sight, and scrolls to them.
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

/** Scroll to the reader's tickets and focus the first one. */
function showTickets() {
  const tickets = document.querySelector(".tickets");
  tickets?.scrollIntoView({ behavior: mayMove() ? "smooth" : "auto" });
  /** @type {HTMLElement | null | undefined} */ (tickets?.querySelector("button"))?.focus({ preventScroll: true });
}

/**
 * Return what each ticket still needs. After the game, a ticket that is not completed is lost (null).
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
 * Return the event handlers of an element that shows a ticket, route or city on the map while it has the mouse or
 * the focus.
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

/** @typedef {Sent.Way | null | undefined} Way what a ticket still needs; null: it is lost, undefined: it is unknown */

/**
 * Return how many pieces a ticket still needs, for sorting. Lost tickets come last.
 *
 * @param {Way} way
 */
const need = (way) => (way ? way.pieces : Infinity);

/**
 * Return the CSS class for what a ticket still needs.
 *
 * @param {Way} way
 */
const state = (way) => (way === undefined ? "" : way === null ? "lost" : way.pieces === 0 ? "done" : "open");

/**
 * The mark on a ticket: the number of pieces that it still needs, or whether it is completed or lost.
 *
 * @param {{way: Way}} props
 */
export function Standing({ way }) {
  if (way === undefined) return null;
  const mark = html`<${Icon} name=${way === null ? "lost" : "done"} />`;
  const words = way && way.pieces > 0 ? t("ticket.to_go", { n: way.pieces }) : [mark, way?.doubly_joined && mark];
  return html`<span class=${`standing-mark ${state(way)}`} aria-hidden="true">${words}</span>`;
}

/**
 * Return a ticket in words, with what it still needs.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 * @param {Way} way
 */
export function ticketWords(facts, code, way) {
  const name = t("ticket.name", { name: ticketName(facts, code), points: ticketPoints(facts, code) });
  if (way === undefined) return name;
  if (way === null) return `${name}: ${t("ticket.lost")}`;
  if (way.pieces > 0) return `${name}: ${t("ticket.missing", { n: way.pieces })}`;
  return `${name}: ${t(way.doubly_joined ? "ticket.done_twice" : "ticket.done")}`;
}
