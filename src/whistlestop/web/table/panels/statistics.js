// What the log tells about a finished game, in numbers.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName } from "../../names/names.js";
import { eventsOf } from "../store.js";

/** @param {{store: Begun, sheet: Sent.Sheet}} props */
export function Statistics({ store, sheet }) {
  const { table } = store.update.value;
  const facts = store.facts.value;
  const events = store.standing.value.flatMap((entry) => entry.events);
  const claimed = (/** @type {number} */ seat) => eventsOf(events, "RouteClaimed").filter((event) => event.seat === seat);
  const drawn = (/** @type {number} */ seat) => eventsOf(events, "CardDrawn").filter((event) => event.seat === seat);
  const rows = [
    { label: t("stats.routes"), value: (/** @type {number} */ seat) => claimed(seat).length },
    {
      label: t("stats.longest_route"),
      value: (/** @type {number} */ seat) =>
        Math.max(0, ...claimed(seat).map((event) => facts.routes[event.route].length)),
    },
    {
      label: t("stats.display"),
      value: (/** @type {number} */ seat) => drawn(seat).filter((event) => event.slot !== null).length,
    },
    {
      label: t("stats.deck"),
      value: (/** @type {number} */ seat) => drawn(seat).filter((event) => event.slot === null).length,
    },
    {
      label: t("stats.tickets"),
      value: (/** @type {number} */ seat) =>
        t("stats.of", { n: sheet.players[seat].completed, all: sheet.players[seat].tickets.length }),
    },
  ];
  return html`<details class="statistics">
    <summary>${t("stats.label")}</summary>
    <div class="sheet-scroll" tabindex="0" role="group" aria-label=${t("stats.label")}>
      <table class="sheet">
        <thead>
          <tr>
            <td></td>
            ${sheet.players.map(({ seat }) => html`<th scope="col" key=${seat}>${playerName(table, seat)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ label, value }) => html`<tr key=${label}>
              <th scope="row">${label}</th>
              ${sheet.players.map(({ seat }) => html`<td key=${seat}>${value(seat)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
