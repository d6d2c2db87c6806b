// The small part of planning ahead that every table loads. The rest is loaded when it is needed.
import { html, useEffect } from "../../html.js";
import { late, loadStyles } from "../../controls/late.js";
import { addCatalogue } from "../../language/index.js";
import { loadRefusals } from "../../net/api.js";

/** Milliseconds after which the rest is loaded for a reader who has planned nothing yet. */
const LATER = 2500;

const fetched = async () => {
  const [part] = await Promise.all([
    import("./thinking-ahead.js"),
    loadStyles(["thinking-ahead"]),
    addCatalogue("ahead/"),
    // Why steps of a plan are not possible.
    loadRefusals(),
  ]);
  return part;
};

const Planned = late(async () => (await fetched()).Plans);
const Planning = late(async () => (await fetched()).PlanButton);
const OfRoute = late(
  async () => (await fetched()).RouteAhead,
  // On one's own turn, the part is one small button. The payments above it would move when it arrives.
  () =>
    html`<div style=${{ display: "grid", justifyItems: "start", visibility: "hidden" }}>
      <button type="button" class="small" disabled>…</button>
    </div>`,
);

/** The buttons that plan to draw a card. */
export const DrawsAhead = late(async () => (await fetched()).DrawsAhead);

/** The steps that the reader can plan: draws, and claims of routes. */
export const RoutesAhead = late(async () => (await fetched()).RoutesAhead);

/**
 * The reader's plan, and what became of the last one. Null without either.
 *
 * @param {{store: Furnished}} props
 */
export function Plans({ store }) {
  const { steps, dropped, stopped } = store.ahead.kept.value;
  const { active } = store.ahead;
  useEffect(() => {
    // Load the tray's part after everything else, but before the reader presses a route.
    const later = active ? setTimeout(() => void OfRoute.prepare().catch(() => {}), LATER) : undefined;
    return () => clearTimeout(later);
  }, [active]);
  const told = steps.length + dropped.length > 0 || stopped;
  return store.ahead.active && told ? html`<${Planned} store=${store} />` : null;
}

/**
 * The button that opens the list of steps to plan, while another person has to decide.
 *
 * @param {{store: Furnished}} props
 */
export function PlanButton({ store }) {
  const { table, deciding } = store.update.value;
  const person = (/** @type {number} */ at) =>
    table.seats[at].kind === "person" && !table.seats[at].standin && !table.seats[at].resigned;
  return store.ahead.waiting && (deciding ?? []).some(person) ? html`<${Planning} store=${store} />` : null;
}

/**
 * The part of a route's tray in which the reader marks the route, or plans to claim it.
 *
 * @param {{store: Begun, code: string, typed?: boolean}} props typed: cards are words, not pictures
 */
export function RouteAhead({ store, code, typed = false }) {
  const owned = store.position.value.players.some((player) => player.routes.includes(code));
  return store.ahead.active && !owned ? html`<${OfRoute} store=${store} code=${code} typed=${typed} />` : null;
}
