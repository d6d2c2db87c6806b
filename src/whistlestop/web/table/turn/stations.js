// Stations: where one can be built, which tickets it would complete, and how to pay for it.
import { html } from "../../html.js";
import { byName, listed, t } from "../../language/index.js";
import { Figure } from "../../controls/pictures.js";
import { cardsWords, placeName, ticketName } from "../../names/names.js";
import { pieceOf } from "../people/colours.js";
import { useCompletedByStations } from "./prospects.js";
import { pointing } from "../hand/tickets.js";
import { Payments, Reason } from "./tray.js";

/**
 * The list of cities where the reader can build a station, those that complete the most tickets first.
 *
 * @param {{store: Seated}} props
 */
export function StationPlaces({ store }) {
  const facts = store.facts.value;
  const stations = store.stations.value;
  const completes = useCompletedByStations(store);
  const served = (/** @type {string} */ city) => completes?.[city] ?? [];
  // Every station costs the same, wherever it is built.
  const [payments] = stations.values();
  const price = payments?.[0].cards.reduce((sum, [, n]) => sum + n, 0) ?? 0;
  const named = byName(stations.keys(), (city) => placeName(facts, city)).sort(
    (a, b) => served(b).length - served(a).length,
  );
  return html`<h2>${t("tray.station_where")}</h2>
    <p class="about">${t("tray.station_price", { n: price })}</p>
    <ul class="route-list" aria-busy=${completes === null}>
      ${
        completes !== null &&
        named.map(
          (city) =>
            html`<li key=${city}>
              <button
                type="button"
                class="choice"
                data-city=${city}
                ...${pointing(store, city)}
                onClick=${() => store.chooseStation(city)}
              >
                <${Figure} symbol=${`station-${pieceOf(store.update.value.table, store.seat.value)}`} />
                <span>${placeName(facts, city)}</span>
                ${
                  served(city).length > 0 &&
                  html`<span class="quiet"><${Served} facts=${facts} tickets=${served(city)} /></span>`
                }
              </button>
            </li>`,
        )
      }
    </ul>`;
}

/**
 * The sentence that lists the tickets that a station would complete.
 *
 * @param {{facts: Sent.Facts, tickets: string[]}} props
 */
function Served({ facts, tickets }) {
  return html`${t("tray.completes", { tickets: listed(tickets.map((code) => ticketName(facts, code))) })}`;
}

/**
 * The tray for a station in the chosen city: the ways to pay for it, or why none can be built.
 *
 * @param {{store: Holding<"city">}} props
 */
export function Station({ store }) {
  const facts = store.facts.value;
  const { city } = store.selection.value;
  const payments = store.stations.value.get(city) ?? [];
  const serves = useCompletedByStations(store)?.[city] ?? [];
  return html`<h2>${t("tray.station", { city: placeName(facts, city) })}</h2>
    ${serves.length > 0 && html`<p class="about"><${Served} facts=${facts} tickets=${serves} /></p>`}
    ${
      payments.length > 0
        ? html`<${Payments}
          store=${store}
          payments=${payments}
          label=${(/** @type {import("./tray.js").Payable} */ action) =>
            t("tray.build", { cards: cardsWords(action.cards) })}
        />`
        : html`<${Reason} store=${store} code=${city} />`
    }`;
}
