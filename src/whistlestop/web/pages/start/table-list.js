// A list of tables, with links, the names of the players and the states of the games.
import { html } from "../../html.js";
import { listed, t } from "../../language/index.js";
import { personName, tableTitle } from "../../names/names.js";

/**
 * @template {Sent.Listed} Row
 * @param {{title: string, tables: Row[], state?: (table: Row) => string, children?: Child}} props
 *   state: returns the state of a game in words, if not the usual ones; children: what follows the list
 */
export function Tables({ title, tables, state = usual, children }) {
  return html`<section class="tables">
    <h2>${title}</h2>
    <ul>
      ${tables.map((table) => {
        const names = table.seats.map((seat) => personName(seat.name, seat.name_of) || t("seat.open"));
        return html`<li key=${table.id}>
          <a href=${`/t/${table.id}`} class=${table.your_turn ? "your-turn" : ""}>
            <strong>${tableTitle(table)}</strong>
            <span>${listed(names)}</span>
            ${table.daily && html`<span class="tag">${t("daily.tag")}</span>`}
            ${table.lesson && html`<span class="tag">${t("lesson.tag")}</span>`}
            <span class="tag">${state(table)}</span>
          </a>
        </li>`;
      })}
    </ul>
    ${children}
  </section>`;
}

/**
 * Return the state of a table in words.
 *
 * @param {Sent.Listed} table
 */
const usual = (table) => (table.your_turn ? t("start.your_turn") : t(`state.${table.state}`));
