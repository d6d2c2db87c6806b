// The panel for the winners of a game: their pieces in wreaths, their names and their points.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { winnersWords } from "../../names/names.js";
import { pieceOf } from "../people/colours.js";

/** The leaves of half a wreath: the x and y of each, and its angle in degrees. */
const LEAVES = [
  [10, 45, 72],
  [26, 39, 48],
  [38, 28, 28],
  [46, 13, 8],
  [48, -4, -14],
  [44, -20, -34],
  [35, -34, -56],
];

/** @param {{piece: number}} props */
const Wreath = ({ piece }) =>
  html`<svg class="wreath drawing" viewBox="-66 -54 132 112" aria-hidden="true">
    <circle class="wreath-ground" r="40" />
    ${[1, -1].map(
      (side) =>
        html`<g key=${side} class="wreath-leaves" transform=${`scale(${side} 1)`}>
          <path class="wreath-stem" d="M4 49A49 49 0 0 0 36 -33" />
          ${LEAVES.map(
            ([x, y, turn]) =>
              html`<path
                key=${y}
                d="M0 0C5 -8 5 -16 0 -22C-5 -16 -5 -8 0 0Z"
                transform=${`translate(${x} ${y}) rotate(${turn})`}
              />`,
          )}
        </g>`,
    )}
    <use href=${`#piece-${piece}`} transform="scale(1.5)" />
  </svg>`;

/** @param {{sheet: Sent.Sheet, table: Sent.Table}} props */
export function Winner({ sheet, table }) {
  return html`<div class="winner-card">
    <div class="wreaths">
      ${sheet.winners.map((seat) => html`<${Wreath} key=${seat} piece=${pieceOf(table, seat)} />`)}
    </div>
    <p class="winner">${winnersWords(sheet.winners, table)}</p>
    <p class="winner-points">${t("points", { n: sheet.totals[sheet.winners[0]] })}</p>
    ${sheet.decided_by && html`<p>${t(`tie.${sheet.decided_by}`)}</p>`}
  </div>`;
}
