// What somebody did when it was last their turn, in a few signs beside their name; for somebody who is away,
// also how long they are waited for.
import { html } from "../../html.js";
import { late } from "../../controls/late.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { isAway, placeName } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";

/** Few tables have clocks, and few players are away. */
export const Countdown = late(async () => (await import("../people/countdown.js")).Countdown);

/** @param {{store: Begun, seat: number}} props */
export function LastTurn({ store, seat }) {
  const entries = store.lastTurns.value.get(seat) ?? [];
  const { table } = store.update.value;
  const facts = store.facts.value;
  const words = entries.flatMap((entry, at) => tellEntry(entry, table, facts, at > 0)).join(" ");
  // An entry may tell of several players: the last opening tickets to be chosen show everybody's.
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
 * That somebody is away, where the line has no room for it beside their name, and what happens then.
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
 * @param {Sent.Event} event
 * @param {Sent.Facts} facts
 */
function signOf(event, facts) {
  const sign = /** @type {((event: Sent.Event, facts: Sent.Facts) => any) | undefined} */ (SIGNS[event.type]);
  return sign?.(event, facts);
}

/**
 * The name of a place, which ends in dots where the line has no room for all of it.
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
