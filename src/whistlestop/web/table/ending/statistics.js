// A finished game in numbers and charts: points turn by turn, cards drawn, routes by length.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playedBy } from "../../names/names.js";
import { ChartTable, GroupedBars, Legend, StackedBars } from "./charts.js";
import { ScoreChart, company, turningPoints } from "./turning.js";
import { eventsOf } from "../log/turns.js";

/**
 * The sheet with the scores turn by turn, and the turning points.
 *
 * @param {{store: Begun, told: import("./show.js").Told}} props
 */
export function Course({ store, told }) {
  const { table } = store.update.value;
  const { sheet, turns } = told;
  const players = company(table, sheet);
  const names = players.map(({ name }) => name);
  return html`<section class="statistics" aria-label=${t("stats.course")}>
    <${Legend} players=${players} />
    <figure>
      <figcaption>${t("stats.scores")}</figcaption>
      <${ScoreChart} told=${turns} sheet=${sheet} table=${table} />
      <${ChartTable}
        label=${t("stats.scores")}
        corner=${t("stats.turn")}
        columns=${names}
        rows=${turns.turns.map(({ scores }, at) => ({ name: String(at + 1), cells: scores }))}
      />
      <ul class="turning-points" aria-label=${t("finale.turning_points")}>
        ${turningPoints(turns, sheet, table).map((words) => html`<li key=${words}>${words}</li>`)}
      </ul>
    </figure>
  </section>`;
}

/**
 * The sheet with the cards that each player drew, and the routes that they claimed.
 *
 * @param {{store: Begun, told: import("./show.js").Told}} props
 */
export function Counts({ store, told }) {
  const { table } = store.update.value;
  const facts = store.facts.value;
  const { sheet } = told;
  const players = company(table, sheet);
  const names = players.map(({ name }) => name);
  const events = store.standing.value.flatMap((entry) => entry.events);
  const claimed = sheet.players.map(({ seat }) =>
    eventsOf(events, "RouteClaimed").filter((event) => event.seat === seat),
  );
  const drawn = sheet.players.map(({ seat }) => {
    const cards = eventsOf(events, "CardDrawn").filter((event) => event.seat === seat);
    const open = cards.filter((event) => event.slot !== null).length;
    return [open, cards.length - open];
  });
  const lengths = facts.points.map((_, at) => at + 1);
  const byLength = claimed.map((routes) =>
    lengths.map((length) => routes.filter((event) => facts.routes[event.route].length === length).length),
  );
  const used = lengths.filter((_, at) => byLength.some((row) => row[at] > 0));
  const rows = [
    { label: t("stats.routes"), value: (/** @type {number} */ seat) => claimed[seat].length },
    {
      label: t("stats.longest_route"),
      value: (/** @type {number} */ seat) =>
        Math.max(0, ...claimed[seat].map((event) => facts.routes[event.route].length)),
    },
    {
      label: t("stats.tickets"),
      value: (/** @type {number} */ seat) =>
        t("stats.of", { n: sheet.players[seat].completed, all: sheet.players[seat].tickets.length }),
    },
  ];
  return html`<section class="statistics counts" aria-label=${t("stats.counts")}>
    <${Legend} players=${players} />
    <figure>
      <figcaption>
        ${t("stats.cards")}:
        <span class="chart-key full" />${t("stats.from_display")}
        <span class="chart-key" />${t("stats.from_deck")}
      </figcaption>
      <${StackedBars} label=${t("stats.cards")} players=${players} values=${drawn} />
      <${ChartTable}
        label=${t("stats.cards")}
        corner=${t("stats.player")}
        columns=${[t("stats.display"), t("stats.deck")]}
        rows=${drawn.map((cells, seat) => ({ name: names[seat], cells }))}
      />
    </figure>
    ${
      used.length > 0 &&
      html`<figure>
        <figcaption>${t("stats.lengths")}</figcaption>
        <${GroupedBars}
          label=${t("stats.lengths")}
          players=${players}
          names=${used.map(String)}
          values=${byLength.map((row) => used.map((length) => row[length - 1]))}
        />
        <${ChartTable}
          label=${t("stats.lengths")}
          corner=${t("stats.player")}
          columns=${used.map((length) => `${t("stats.length")} ${length}`)}
          rows=${byLength.map((row, seat) => ({ name: names[seat], cells: used.map((length) => row[length - 1]) }))}
        />
      </figure>`
    }
    <div class="sheet-scroll" tabindex="0" role="group" aria-label=${t("stats.counts")}>
      <table class="sheet">
        <thead>
          <tr>
            <td></td>
            ${sheet.players.map(({ seat }) => html`<th scope="col" key=${seat}>${playedBy(table, seat)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ label, value }) =>
              html`<tr key=${label}>
                <th scope="row">${label}</th>
                ${sheet.players.map(({ seat }) => html`<td key=${seat}>${value(seat)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
