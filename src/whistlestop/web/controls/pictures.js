// Small pictures that consist of symbols of the drawings: cards, pieces, tickets.
import { html } from "../html.js";
import { pointsOf } from "../board/geometry.js";
import { ticketPoints } from "../names/names.js";
import { headingOf } from "./headings.js";

/** @param {{symbol: string, class?: string}} props symbol: the symbol's id, such as `card-red` */
export function Card({ symbol, class: name = "" }) {
  return html`<svg class=${`card drawing ${name}`} viewBox="0 0 120 78" aria-hidden="true">
    <use href=${`#${symbol}`} />
  </svg>`;
}

/** @param {{number: number}} props number: the number of a colour, from 1, as `pieceOf` returns it */
export function Piece({ number }) {
  return html`<svg class="piece drawing" viewBox="-25.5 -11.5 51 25" aria-hidden="true">
    <use href=${`#piece-${number}`} />
  </svg>`;
}

/** @param {{symbol: string}} props symbol: the id of a station's or passenger's symbol, of about 25 by 28 units */
export function Figure({ symbol }) {
  return html`<svg class="figure drawing" viewBox="-14 -16 28 33" aria-hidden="true">
    <use href=${`#${symbol}`} />
  </svg>`;
}

/** @param {{colour: string | null, kind?: string}} props */
export function Space({ colour, kind = "space" }) {
  return html`<svg class="space drawing" viewBox="-24 -10 48 20" aria-hidden="true">
    <use href=${`#${kind}-${colour ?? "grey"}`} />
  </svg>`;
}

/** How many of the backs of a payment are drawn. Their number stands beside them. */
const MOST_BACKS = 3;

/**
 * Return the numbers of the cards that are drawn of a kind.
 *
 * @param {string} card
 * @param {number} n how many cards of the kind are paid
 */
const drawn = (card, n) => [...Array(card === "back" ? Math.min(n, MOST_BACKS) : n).keys()];

/**
 * The cards of a payment. Cards of the same kind overlap.
 *
 * @param {{cards: Sent.Cards}} props
 */
export function Payment({ cards }) {
  return html`<span class="payment">
    ${cards.map(
      ([card, n]) =>
        html`<span class="payment-kind" key=${card}>
          ${drawn(card, n).map((at) => html`<${Card} key=${at} symbol=${`card-${card}`} />`)}
          ${n > 1 && html`<span class="payment-count">${n}</span>`}
        </span>`,
    )}
  </span>`;
}

const WIDE = 100;

/**
 * A ticket with both ends on a miniature of the map.
 *
 * @param {{facts: Sent.Facts, geometry: Sent.Geometry, code: string, lost?: boolean}} props
 *   lost: whether the ticket can no longer be completed
 */
export function Ticket({ facts, geometry, code, lost = false }) {
  const entry = facts.tickets[code];
  const { scale, left, top, window } = geometry.mini;
  /** @type {(point: Sent.Point) => Sent.Point} */
  const place = ([x, y]) => [left + x * scale, top + y * scale];
  const starts = pointsOf(geometry, entry.origin).map(place);
  const goals = entry.options.flatMap(([goal]) => pointsOf(geometry, goal).map(place));
  const wide = window[2] > WIDE;
  const value = ticketPoints(facts, code);
  const radius = value.length < 3 ? 8.5 : 13;
  const { measures } = geometry;
  const heading = headingOf(facts, entry, wide, measures);
  const share = wide ? measures.heading.maps[heading.length - 1] : 1;
  return html`<svg class=${`ticket-card drawing ${lost ? "faded" : ""}`} viewBox="0 0 120 78" aria-hidden="true">
    <rect class="ticket" x=".6" y=".6" width="118.8" height="76.8" rx="5" />
    <g transform=${`translate(60 74)scale(${share})translate(-60-74)`}>
      <use href="#mini-map" />
      ${starts.length === 1 && goals.length === 1 && html`<path class="ticket-line" d=${bow(starts[0], goals[0])} />`}
      ${goals.map(
        ([x, y], at) =>
          html`<circle key=${at} class="ticket-mark" cx=${x} cy=${y} r=${goals.length === 1 ? 3.4 : 2.4} />`,
      )}
      ${starts.map(([x, y], at) => html`<circle key=${at} class="ticket-mark" cx=${x} cy=${y} r="3.4" />`)}
    </g>
    ${heading.map(
      (line) =>
        html`<g class="heading" key=${line.y}>
          ${line.parts.map(
            (part) =>
              html`${part.flag && html`<use href=${`#flag-${part.country}`} ...${part.flag} />`}
                <text x=${part.x} y=${line.y} font-size=${line.size}>${part.words}</text>`,
          )}
        </g>`,
    )}
    <rect class="ticket" x=${115 - 2 * radius} y="55" width=${2 * radius} height="17" rx="8.5" />
    <text class="middle bold" x=${115 - radius} y="68.2" font-size="13">${value}</text>
  </svg>`;
}

/**
 * Return the SVG path of a slightly curved line, which does not look like a route.
 *
 * @param {Sent.Point} from
 * @param {Sent.Point} to
 */
function bow([ax, ay], [bx, by]) {
  const cx = (ax + bx) / 2 + (ay - by) * 0.14;
  const cy = (ay + by) / 2 - (ax - bx) * 0.14;
  return `M${ax} ${ay}Q${cx} ${cy} ${bx} ${by}`;
}
