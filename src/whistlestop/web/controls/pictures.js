// Small pictures made of the drawings' own symbols: cards, pieces, tickets.
import { html } from "../html.js";
import { pointsOf } from "../board/geometry.js";
import { placeName, ticketPoints } from "../names/names.js";
import { widthOf } from "./lettering.js";

/** @param {{symbol: string, class?: string}} props the symbol's id, as `card-red` */
export function Card({ symbol, class: name = "" }) {
  return html`<svg class=${`card drawing ${name}`} viewBox="0 0 120 78" aria-hidden="true">
    <use href=${`#${symbol}`} />
  </svg>`;
}

/** @param {{number: number}} props of the colour, as `pieceOf` says */
export function Piece({ number }) {
  return html`<svg class="piece drawing" viewBox="-25.5 -11.5 51 25" aria-hidden="true">
    <use href=${`#piece-${number}`} />
  </svg>`;
}

/** @param {{symbol: string}} props a figure of some 25 by 28 */
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

/**
 * Cards of a payment, the same ones overlapping.
 *
 * @param {{cards: Sent.Cards}} props
 */
export function Payment({ cards }) {
  return html`<span class="payment">
    ${cards.map(
      ([card, n]) => html`<span class="payment-kind" key=${card}>
        ${Array.from({ length: n }, (_, at) => html`<${Card} key=${at} symbol=${`card-${card}`} />`)}
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
 *   lost: it cannot be completed any more
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
  const { heading: type } = geometry.measures;
  const heading = headings(facts, entry, wide, type);
  return html`<svg class=${`ticket-card drawing ${lost ? "faded" : ""}`} viewBox="0 0 120 78" aria-hidden="true">
    <rect class="ticket" x=".6" y=".6" width="118.8" height="76.8" rx="5" />
    <g transform=${wide && heading.length > 1 ? type.lowered : ""}>
      <use href="#mini-map" />
      ${starts.length === 1 && goals.length === 1 && html`<path class="ticket-line" d=${bow(starts[0], goals[0])} />`}
      ${goals.map(([x, y], at) => html`<circle key=${at} class="ticket-mark" cx=${x} cy=${y} r=${goals.length === 1 ? 3.4 : 2.4} />`)}
      ${starts.map(([x, y], at) => html`<circle key=${at} class="ticket-mark" cx=${x} cy=${y} r="3.4" />`)}
    </g>
    ${heading.map(
      (line) => html`<text key=${line.y} class=${wide ? "middle" : ""} x=${line.x} y=${line.y} font-size=${line.size}>${line.words}</text>`,
    )}
    <rect class="ticket" x=${115 - 2 * radius} y="55" width=${2 * radius} height="17" rx="8.5" />
    <text class="middle bold" x=${115 - radius} y="68.2" font-size="13">${value}</text>
  </svg>`;
}

/**
 * A little bow, so that the line is not taken for a route.
 *
 * @param {Sent.Point} from
 * @param {Sent.Point} to
 */
function bow([ax, ay], [bx, by]) {
  const cx = (ax + bx) / 2 + (ay - by) * 0.14;
  const cy = (ay + by) / 2 - (ax - bx) * 0.14;
  return `M${ax} ${ay}Q${cx} ${cy} ${bx} ${by}`;
}

/**
 * The size at which the longest of some lines has room.
 *
 * @param {string[]} lines
 * @param {number} room
 */
const sizeFor = (lines, room) => room / Math.max(...lines.map(widthOf));

/**
 * Both names above a wide map or beside a tall one, as large as fits.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Ticket} entry
 * @param {boolean} wide
 * @param {Heading} type
 */
function headings(facts, entry, wide, type) {
  const origin = placeName(facts, entry.origin);
  const one = entry.options.length === 1;
  const goal = one
    ? placeName(facts, entry.options[0][0])
    : entry.options.map(([code, points]) => `${code} ${points}`).join(" ");
  return wide ? above(`${origin}${one ? "–" : ":"}`, one ? goal : ` ${goal}`, type) : beside([origin, goal], type);
}

/** @typedef {Sent.Measures["heading"]} Heading how large the names on a card may be */

/** @param {string} first @param {string} second @param {Heading} type */
function above(first, second, type) {
  const line = sizeFor([first + second], type.across);
  if (line >= type.small) return [{ words: first + second, x: 60, y: 14, size: Math.min(type.large, line) }];
  const lines = [first, second.trim()];
  const size = Math.min(type.halved, sizeFor(lines, type.across));
  return lines.map((words, at) => ({ words, x: 60, y: 11.5 + 10.5 * at, size }));
}

/** @param {string[]} names @param {Heading} type */
function beside(names, type) {
  let y = 0;
  return names.flatMap((name) => {
    const lines = sizeFor([name], type.beside) < type.large ? broken(name) : [name];
    const size = Math.min(type.large, sizeFor(lines, type.beside));
    y += 4;
    return lines.map((words) => ({ words, x: 61, y: (y += 11), size }));
  });
}

/**
 * A name in two lines, if it has several words: the longer line as short as can be.
 *
 * @param {string} name
 */
function broken(name) {
  const ways = [...name.matchAll(/ /g)].map(({ index = 0 }) => [name.slice(0, index), name.slice(index + 1)]);
  const longer = (/** @type {string[]} */ lines) => Math.max(...lines.map(widthOf));
  return ways.reduce((best, way) => (longer(way) < longer(best) ? way : best), [name]);
}
