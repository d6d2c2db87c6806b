// What a player did in their last turn, in a few signs beside their name. For an absent player, also the time until
// something happens to their seat.
import { html } from "../../html.js";
import { late } from "../../controls/late.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { isAway, placeName } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";

/** The countdown. It is loaded late, because few tables have clocks and few players are absent. */
export const Countdown = late(async () => (await import("../people/countdown.js")).Countdown);

/**
 * The signs for a player's last turn. The tooltip and screen readers have them in words.
 *
 * @param {{store: Begun, seat: number}} props
 */
export function LastTurn({ store, seat }) {
  const entries = store.lastTurns.value.get(seat) ?? [];
  const { table } = store.update.value;
  const facts = store.facts.value;
  const words = entries.flatMap((entry, at) => tellEntry(entry, table, facts, at > 0)).join(" ");
  // An entry can have events of several players: the last choice of opening tickets reveals how all have chosen.
  const own = entries
    .flatMap((entry) => /** @type {Sent.AnyEvent[]} */ (entry.events))
    .filter((event) => event.seat === seat);
  const several = own.filter(({ type }) => type === "MerchandiseCollected").length > 1;
  const signs = own.flatMap((event) => signOf(event, facts) ?? []);
  return html`<span class="last-turn" title=${words}>
    <${Away} update=${store.update.value} seat=${seat} />
    <span class=${`signs ${several ? "several" : ""}`} aria-hidden="true">${signs}</span>
    <span class="visually-hidden">${words}</span>
  </span>`;
}

/**
 * The note that a player is absent, for lines without room beside the name, and what happens to the seat.
 *
 * @param {{update: Sent.Update, seat: number}} props
 */
function Away({ update, seat }) {
  if (!isAway(update.table.seats[seat]) || update.table.state !== "playing") return null;
  const wait = update.absences?.find((one) => one.seat === seat);
  return html`<span class="absence">
    <span class="absent">${t("player.away")}</span>
    ${
      wait &&
      html`<span class="wait"><${Countdown} left=${wait.seconds} told=${update.absences} follows=${wait.then} /></span>`
    }
  </span>`;
}

/**
 * Return the sign for an event; undefined if the event has none.
 *
 * @param {Sent.Event} event
 * @param {Sent.Facts} facts
 */
function signOf(event, facts) {
  const sign = /** @type {((event: Sent.Event, facts: Sent.Facts) => any) | undefined} */ (SIGNS[event.type]);
  return sign?.(event, facts);
}

/**
 * The name of a place. It is cut off with dots if the line is too short.
 *
 * @param {Sent.Facts} facts
 * @param {string} city
 */
const place = (facts, city) => html`<span class="at">${placeName(facts, city)}</span>`;

/** @param {{points: number}} event */
const gained = ({ points }) => html`<span class="gained"> ${t("points.gained", { n: points })}</span>`;

/** @type {Sent.Handlers<Sent.Facts, any>} */
const SIGNS = {
  CardDrawn: (event) => html`<${Card} symbol=${`card-${event.card ?? "back"}`} />`,
  TicketsKept: (event) =>
    [...new Set(event.kept_stacks)].map((stack) => {
      const kept = event.kept_stacks.filter((one) => one === stack).length;
      return html`<span class="sign">
        <${Card} symbol=${`ticket-back-${stack}`} />${kept > 1 && html`<span>×${kept}</span>`}
      </span>`;
    }),
  RouteClaimed: (event, facts) => {
    const { a, b } = facts.routes[event.route];
    return html`<span class="sign scored">
      ${place(facts, a)}<span class="to">–</span>${place(facts, b)}${gained(event)}
    </span>`;
  },
  TunnelLeft: () => html`<span>${t("last.withdrew")}</span>`,
  StationBuilt: (event, facts) =>
    html`<span class="sign">
      <span class="at">${t("last.station", { city: placeName(facts, event.city) })}</span>
    </span>`,
  MerchandiseCollected: (event, facts) =>
    html`<span class="sign scored">${place(facts, event.city)}${gained(event)}</span>`,
  TurnPassed: () => html`<span>${t("last.passed")}</span>`,
};
