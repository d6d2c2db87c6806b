// The trays for journeys of passengers: where one can begin, which way it can go, what that brings, and the journey
// under way.
import { html } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { Icon } from "../../controls/icons.js";
import { Card, Figure } from "../../controls/pictures.js";
import { placeName } from "../../names/names.js";
import { pieceOf } from "../people/colours.js";
import { bestJourneysFirst } from "./journey-order.js";
import { considerJourney, currentJourney, takeJourney } from "./journey-steps.js";
import { useBestJourneys } from "./prospects.js";
import { ofKind } from "../store/game.js";
import { pointing } from "../hand/tickets.js";

/**
 * The tray for the journey under way: the points so far, the next cities, and the button that ends it.
 *
 * @param {{store: Asked<"journey">}} props
 */
export function Journey({ store }) {
  const facts = store.facts.value;
  const way = currentJourney(store);
  if (!way) return null;
  const stop = !store.travelling.value && way.legal.find((action) => action.kind === "stop");
  return html`<h2>${t("tray.journey", { city: placeName(facts, way.journey.city) })}</h2>
    <p class="collected">${t("tray.collected", { n: collected(store) })}</p>
    ${!store.travelling.value && html`<${Steps} store=${store} way=${way} />`}
    ${
      stop &&
      html`<button
          type="button"
          class="main"
          data-words="stop"
          aria-disabled=${store.sending.value || undefined}
          onClick=${() => store.act("stop")}
        >
        ${t("tray.stop")}
      </button>`
    }`;
}

/**
 * The buttons for the cities to which the journey can continue.
 *
 * @param {{store: Seated, way: import("./journey-steps.js").CurrentJourney}} props
 */
function Steps({ store, way }) {
  const facts = store.facts.value;
  const far = (/** @type {string} */ route) => {
    const { a, b } = facts.routes[route];
    return a === way.journey.city ? b : a;
  };
  return html`<div class="choices">
    ${byName(ofKind(way.legal, "go"), ({ route }) => placeName(facts, far(route))).map(
      (action) =>
        html`<button
          type="button"
          class="choice"
          key=${action.words}
          data-words=${action.words}
          aria-disabled=${store.sending.value || undefined}
          ...${pointing(store, action.route)}
          onClick=${() => way.go(action)}
        >
          <${Icon} name="arrow" /> ${placeName(facts, far(action.route))}
          ${action.toll > 0 && html`<${Card} symbol="card-passenger" class="inline" />`}
          ${action.points > 0 && html`<span class="token-gain">+${action.points}</span>`}
        </button>`,
    )}
  </div>`;
}

/**
 * Return the points that the travelling passenger has collected so far.
 *
 * @param {Begun} store
 */
function collected(store) {
  let sum = 0;
  const events = store.standing.value.flatMap((entry) => entry.events);
  for (const event of events.reverse()) {
    if (event.type === "MerchandiseCollected") sum += event.points;
    if (event.type === "JourneyStarted") break;
  }
  return sum;
}

/**
 * The tray for a journey that has not begun: where it can begin, or the journey that the reader plans.
 *
 * @param {{store: Seated & Holding<"journey">}} props
 */
export function SetOut({ store }) {
  const { city, planned } = store.selection.value;
  if (planned) return html`<${PlannedJourney} store=${store} planned=${planned} />`;
  return html`<h2>${t("tray.set_out")}</h2>
    <${Starts} store=${store} city=${city} />`;
}

/**
 * The buttons for the cities from which a passenger can set out, the best journeys first.
 *
 * @param {{store: Seated, city?: string}} props city: the only city to list, if the reader has chosen it
 */
function Starts({ store, city }) {
  const facts = store.facts.value;
  const best = useBestJourneys(store);
  const moves = byName(ofKind(store.legal.value, "move"), (action) => placeName(facts, action.city)).filter(
    (action) => !city || action.city === city,
  );
  return html`<div class="choices" aria-busy=${best === null}>
    ${
      best !== null &&
      bestJourneysFirst(moves, best).map(
        (action) =>
          html`<button
            type="button"
            class="choice"
            key=${action.city}
            data-words=${action.words}
            ...${pointing(store, action.city)}
            onClick=${() => considerJourney(store, action.city)}
          >
            <${Figure} symbol=${`passenger-${pieceOf(store.update.value.table, store.seat.value)}`} />
            <span>${t("tray.set_out_from", { city: placeName(facts, action.city) })}</span>
            ${action.city in best && html`<span class="quiet">${bestWords(best[action.city])}</span>`}
          </button>`,
      )
    }
  </div>`;
}

/** @param {Sent.BestJourney} best */
const bestWords = ({ points, exact }) => t(exact ? "tray.best_journey" : "tray.best_journey_known", { n: points });

/**
 * The journey that the reader plans, with buttons that continue it, shorten it, or make it.
 *
 * @param {{store: Seated, planned: Sent.JourneyPreview & {from: string}}} props
 */
function PlannedJourney({ store, planned }) {
  const facts = store.facts.value;
  const way = currentJourney(store);
  const { routes, city } = planned.journey;
  const passed = passedBy(facts, planned.from, routes);
  return html`<h2>${t("tray.set_out")}</h2>
    <p class="planned-journey">
      ${passed.map(
        (stop, at) =>
          html`${at > 0 && html` <${Icon} name="arrow" /> `}<span key=${at}>${placeName(facts, stop)}</span>`,
      )}
    </p>
    <p class="collected" role="status">
      ${t("tray.would_collect", { n: planned.points })}
      ${planned.tolls > 0 && html` ${t("tray.would_cost", { n: planned.tolls })}`}
    </p>
    ${way && html`<${Steps} store=${store} way=${way} />`}
    <div class="planned-journey-ends">
      <button
        type="button"
        class="main"
        disabled=${routes.length === 0}
        aria-disabled=${store.sending.value || undefined}
        onClick=${() => takeJourney(store, planned)}
      >
        ${routes.length === 0 ? t("tray.choose_way") : t("tray.travel", { city: placeName(facts, city) })}
      </button>
      <button
        type="button"
        onClick=${() =>
          routes.length === 0 ? store.drop() : considerJourney(store, planned.from, routes.slice(0, -1))}
      >
        ${routes.length === 0 ? t("tray.cancel") : t("tray.step_back")}
      </button>
    </div>`;
}

/**
 * Return the cities of a journey, in order.
 *
 * @param {Sent.Facts} facts
 * @param {string} from the city where the journey begins
 * @param {string[]} routes
 */
function passedBy(facts, from, routes) {
  const cities = [from];
  for (const code of routes) {
    const { a, b } = facts.routes[code];
    cities.push(cities[cities.length - 1] === a ? b : a);
  }
  return cities;
}
