// Small charts of a finished game: lines and bars in the players' colours. The marks on the pieces tell players
// apart without colours. A table beside each chart has the numbers for screen readers.
import { html } from "../../html.js";
import { numberWords } from "../../language/index.js";

/** The size and margins of a chart, in SVG units. Its font size is 12. */
const WIDE = 360;
const HIGH = 190;
const LEFT = 30;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 22;
/** About how many numbers stand along an axis. */
const STEPS = 5;

/** @typedef {{piece: number, name: string}} Player */

/**
 * Return the step between the numbers along an axis: 1, 2, 5, 10, 20, …
 *
 * @param {number} span
 */
function stepOf(span) {
  const rough = Math.max(1, span / STEPS);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
}

/**
 * Return the numbers to write along an axis that begins and ends at these values.
 *
 * @param {number} from
 * @param {number} to
 */
function ticks(from, to) {
  const step = stepOf(to - from);
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}

/**
 * The players' markers and names, above the charts.
 *
 * @param {{players: Player[]}} props
 */
export const Legend = ({ players }) =>
  html`<ul class="chart-legend" aria-hidden="true">
    ${players.map(
      ({ piece, name }) =>
        html`<li key=${piece}>
          <svg class="drawing" viewBox="-13 -13 26 26"><use href=${`#marker-${piece}`} /></svg>${name}
        </li>`,
    )}
  </ul>`;

/**
 * A chart with a line for each player, for instance the scores by turn.
 *
 * @param {{
 *   label: string,
 *   players: Player[],
 *   values: number[][],
 *   dots?: {at: number, seat: number}[],
 *   most?: number,
 *   now?: number | null,
 *   onClick?: (event: PointerEvent & {currentTarget: SVGElement}) => void,
 * }} props values: `[step][seat]`; dots: the points of lines to mark, by step and seat; most: the highest
 *   number of the upright axis, or more if a value is higher; now: the step to mark by an upright line
 */
export function LineChart({ label, players, values, dots = [], most: high = 1, now = null, onClick }) {
  const all = values.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(high, ...all)];
  const x = (/** @type {number} */ at) => LEFT + (at * (WIDE - LEFT - RIGHT)) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ value) => TOP + ((most - value) * (HIGH - TOP - BOTTOM)) / (most - least);
  return html`<svg
    class="chart drawing"
    viewBox=${`0 0 ${WIDE} ${HIGH}`}
    role="img"
    aria-label=${label}
    onClick=${onClick}
  >
    ${now !== null && html`<path class="chart-now" d=${`M${x(now)} ${TOP}V${HIGH - BOTTOM}`} />`}
    ${ticks(least, most).map(
      (value) =>
        html`<g key=${`y${value}`}>
          <path class="chart-grid" d=${`M${LEFT} ${y(value)}H${WIDE - RIGHT}`} />
          <text class="end" x=${LEFT - 5} y=${y(value) + 4}>${numberWords(value)}</text>
        </g>`,
    )}
    ${ticks(0, values.length - 1).map(
      (at) => html`<text key=${`x${at}`} class="middle" x=${x(at)} y=${HIGH - 5}>${numberWords(at)}</text>`,
    )}
    ${players.map(({ piece }, seat) => {
      const points = values.map((row, at) => `${x(at).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("L");
      return html`<g key=${piece} class=${`by-${piece}`}>
        <path class="chart-casing" d=${`M${points}`} /><path class="chart-line" d=${`M${points}`} />
      </g>`;
    })}
    ${dots.map(
      ({ at, seat }) => html`<circle key=${`${at}`} class="chart-dot" cx=${x(at)} cy=${y(values[at][seat])} r="4" />`,
    )}
    ${players.map(
      ({ piece }, seat) =>
        html`<use
          key=${`end${piece}`}
          href=${`#marker-${piece}`}
          transform=${`translate(${WIDE - RIGHT} ${y(values[values.length - 1][seat])}) scale(.6)`}
        />`,
    )}
  </svg>`;
}

/**
 * Return the step of a line chart that is closest to a place in it.
 *
 * @param {number} share the place from left to right, from 0 to 1
 * @param {number} steps the number of steps in the chart
 */
export function stepAt(share, steps) {
  const step = Math.round(((share * WIDE - LEFT) * (steps - 1)) / (WIDE - LEFT - RIGHT));
  return Math.min(Math.max(0, steps - 1), Math.max(0, step));
}

const ROW = 30;

/**
 * A chart with a bar for each player, made of parts. The first has the full colour, the others are lighter.
 *
 * @param {{label: string, players: Player[], values: number[][]}} props values: for each player, the parts
 */
export function StackedBars({ label, players, values }) {
  const most = Math.max(1, ...values.map((parts) => parts.reduce((sum, part) => sum + part, 0)));
  const unit = (WIDE - 2 * LEFT - 46) / most;
  return html`<svg
    class="chart drawing"
    viewBox=${`0 0 ${WIDE} ${ROW * players.length + 4}`}
    role="img"
    aria-label=${label}
  >
    ${players.map(({ piece }, seat) => {
      let x = LEFT + 6;
      const middle = seat * ROW + ROW / 2 + 2;
      return html`<g key=${piece} class=${`by-${piece}`}>
        <use href=${`#marker-${piece}`} transform=${`translate(${LEFT / 2} ${middle}) scale(.8)`} />
        ${values[seat].map((part, at) => {
          const left = x;
          x += part * unit;
          return html`<rect
            key=${at}
            class=${`chart-bar part-${at}`}
            x=${left}
            y=${middle - 10}
            width=${part * unit}
            height="20"
          />`;
        })}
        <text x=${x + 6} y=${middle + 4}>${values[seat].map((part) => numberWords(part)).join(" + ")}</text>
      </g>`;
    })}
  </svg>`;
}

/**
 * A chart with a group of bars for each thing that is counted, one bar for each player.
 *
 * @param {{label: string, players: Player[], names: string[], values: number[][]}} props
 *   names: the names of the things; values: how many of each, `[seat][thing]`
 */
export function GroupedBars({ label, players, names, values }) {
  const most = Math.max(1, ...values.flat());
  const room = (WIDE - 2 * RIGHT) / names.length;
  const wide = Math.min(18, (room - 8) / players.length);
  const base = HIGH - BOTTOM - 20;
  return html`<svg class="chart drawing" viewBox=${`0 0 ${WIDE} ${HIGH - 20}`} role="img" aria-label=${label}>
    <path class="chart-grid" d=${`M${RIGHT} ${base}H${WIDE - RIGHT}`} />
    ${names.map((name, at) => {
      const middle = RIGHT + room * (at + 0.5);
      return html`<g key=${name}>
        <text class="middle" x=${middle} y=${base + 17}>${name}</text>
        ${players.map(({ piece }, seat) => {
          const value = values[seat][at];
          const high = (value * (base - TOP - 14)) / most;
          const left = middle + (seat - players.length / 2) * wide;
          return (
            value > 0 &&
            html`<g key=${piece} class=${`by-${piece}`}>
              <rect class="chart-bar" x=${left + 1} y=${base - high} width=${wide - 2} height=${high} />
              <text class="middle" x=${left + wide / 2} y=${base - high - 4}>${numberWords(value)}</text>
            </g>`
          );
        })}
      </g>`;
    })}
  </svg>`;
}

/**
 * The numbers of a chart as a table for screen readers.
 *
 * @param {{label: string, corner: string, columns: string[], rows: {name: string, cells: (string | number)[]}[]}} props
 */
export const ChartTable = ({ label, corner, columns, rows }) =>
  html`<div class="visually-hidden">
    <table>
      <caption>${label}</caption>
      <thead>
        <tr>
          <th scope="col">${corner}</th>${columns.map((name, at) => html`<th scope="col" key=${at}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, cells }, at) =>
            html`<tr key=${at}>
              <th scope="row">${name}</th>
              ${cells.map(
                (cell, place) => html`<td key=${place}>${typeof cell === "number" ? numberWords(cell) : cell}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
