// Thinking ahead begins here: the rest of it is fetched by whoever plans something.
import { html, useEffect } from "../../html.js";
import { late, loadStyles } from "../../controls/late.js";

/** Milliseconds after which it comes to whoever has planned nothing yet. */
const LATER = 2500;

const fetched = async () => (await Promise.all([import("./thinking-ahead.js"), loadStyles(["thinking-ahead"])]))[0];

const Planned = late(async () => (await fetched()).Plans);
const Planning = late(async () => (await fetched()).PlanButton);
const OfRoute = late(async () => (await fetched()).RouteAhead);

/** The routes that can be planned, to choose from. */
export const RoutesAhead = late(async () => (await fetched()).RoutesAhead);

/**
 * What is planned, and what came to nothing.
 *
 * @param {{store: Furnished}} props
 */
export function Plans({ store }) {
  const { claims, dropped } = store.ahead.kept.value;
  const { active } = store.ahead;
  useEffect(() => {
    // When all else has come: what opens with the first route must not grow in front of whoever pressed it.
    const later = active ? setTimeout(() => void OfRoute.prepare().catch(() => {}), LATER) : undefined;
    return () => clearTimeout(later);
  }, [active]);
  return store.ahead.active && claims.length + dropped.length > 0 ? html`<${Planned} store=${store} />` : null;
}

/**
 * Where there is time to plan, because another person has to decide: the way to the routes, by keyboard, too.
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
 * Part of a route's tray: mark it, or plan to claim it.
 *
 * @param {{store: Begun, code: string, typed?: boolean}} props typed: cards are words, not pictures
 */
export function RouteAhead({ store, code, typed = false }) {
  const owned = store.position.value.players.some((player) => player.routes.includes(code));
  return store.ahead.active && !owned ? html`<${OfRoute} store=${store} code=${code} typed=${typed} />` : null;
}
