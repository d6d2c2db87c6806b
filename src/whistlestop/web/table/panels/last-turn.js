// What somebody did when it was last their turn, in a few signs beside their name; for somebody who is away,
// also how long they are waited for.
import { html } from "../../html.js";
import { late } from "../../controls/late.js";
import { Card } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { isAway, placeName, routeName } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";

/** Few tables have clocks, and few players are away. */
export const Countdown = late(async () => (await import("./countdown.js")).Countdown);

/** @param {{store: Begun, seat: number}} props */
export function LastTurn({ store, seat }) {
  const entries = store.lastTurns.value.get(seat) ?? [];
  const { table } = store.update.value;
  const facts = store.facts.value;
  const words = entries.flatMap((entry, at) => tellEntry(entry, table, facts, at > 0)).join(" ");
  const signs = entries.flatMap((entry) => entry.events).flatMap((event) => signOf(event, facts) ?? []);
  return html`<span class="last-turn" title=${words}>
    <${Away} update=${store.update.value} seat=${seat} />
    <span aria-hidden="true">${signs}</span><span class="visually-hidden">${words}</span>
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
    ${wait &&
    html`<span class="wait"><${Countdown} left=${wait.seconds} told=${update.absences} words=${(/** @type {string} */ time) => t(`absence.${wait.then}`, { time })} /></span>`}
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

/** @type {Sent.Handlers<Sent.Facts, any>} */
const SIGNS = {
  CardDrawn: (event) => html`<${Card} symbol=${`card-${event.card ?? "back"}`} />`,
  TicketsKept: (event) => event.kept_stacks.map((stack) => html`<${Card} symbol=${`ticket-back-${stack}`} />`),
  RouteClaimed: (event, facts) => html`<span>${routeName(facts, event.route)} ${t("points.gained", { n: event.points })}</span>`,
  TunnelLeft: () => html`<span>${t("last.withdrew")}</span>`,
  StationBuilt: (event, facts) => html`<span>${t("last.station", { city: placeName(facts, event.city) })}</span>`,
  MerchandiseCollected: (event, facts) => html`<span>${placeName(facts, event.city)} ${t("points.gained", { n: event.points })}</span>`,
  TurnPassed: () => html`<span>${t("last.passed")}</span>`,
};
