// Planning ahead: routes that the reader marks, and claims that are made when the reader's turn comes.
// planning.js decides when these components are shown.
import { html, useEffect, useState } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { get } from "../../net/api.js";
import { Payment, Space } from "../../controls/pictures.js";
import { cardsWords, routeName, routeWords, withoutTwins } from "../../names/names.js";
import { reasonWords } from "../../names/reasons.js";
import { enterByKey } from "../focus.js";
import { pointing } from "../hand/tickets.js";

/** The most claims that can be planned. On the turn, the first possible one is made. */
const MOST = 5;

/**
 * Return the claims that the reader could plan now; null until they are known, and on the reader's turn.
 *
 * @param {Begun} store
 * @param {string} [route] the only route to ask about; without it, all routes
 */
function usePossible(store, route) {
  const [possible, setPossible] = useState(/** @type {Sent.PossibleClaims | null} */ (null));
  const { waiting } = store.ahead;
  const { version } = store.update.value;
  useEffect(() => {
    if (!waiting) {
      setPossible(null);
      return undefined;
    }
    let stale = false;
    const query = route ? `?route=${encodeURIComponent(route)}` : "";
    get(store.seated(`/api/tables/${store.id}/ahead/claims${query}`)).then(
      (found) => stale || setPossible(found),
      () => stale || setPossible(null),
    );
    return () => {
      stale = true;
    };
  }, [store, route, waiting, version]);
  return possible;
}

/**
 * The part of a route's tray in which the reader marks the route, or plans to claim it.
 *
 * @param {{store: Begun, code: string, typed?: boolean}} props typed: cards are words, not pictures
 */
export function RouteAhead({ store, code, typed = false }) {
  const { ahead } = store;
  const possible = usePossible(store, code);
  const { claims, marked } = ahead.kept.value;
  return html`<div class="ahead">
    ${
      possible &&
      possible.claims.length > 0 &&
      html`<p class="quiet">${t("ahead.when_turn")}</p>
        <div class="choices payments">
          ${possible.claims.map((claim) => {
            const planned = claims.findIndex((one) => one.words === claim.words);
            return html`<button
              type="button"
              class="choice planned-claim"
              key=${claim.words}
              aria-pressed=${planned >= 0}
              disabled=${planned < 0 && claims.length >= MOST}
              onClick=${() => ahead.togglePlan(claim.words)}
            >
              <span class="visually-hidden">${t("ahead.claim", { cards: cardsWords(claim.cards) })}</span>
              <span class="pay-face" aria-hidden="true">
                ${typed ? cardsWords(claim.cards) : html`<${Payment} cards=${claim.cards} />`}
                ${planned >= 0 && claims.length > 1 && ` ${planned + 1}.`}
              </span>
            </button>`;
          })}
        </div>`
    }
    ${
      possible?.code &&
      html`<p class="reason" role="status">${reasonWords({ ...possible, code: possible.code }, store)}</p>`
    }
    <button
      type="button"
      class="small mark-route"
      aria-pressed=${marked.includes(code)}
      onClick=${() => ahead.toggleMark(code)}
    >
      ${t("ahead.mark")}
    </button>
  </div>`;
}

/**
 * The button that opens and closes the list of routes to plan.
 *
 * @param {{store: Furnished}} props
 */
export function PlanButton({ store }) {
  const chosen = store.selection.value?.kind === "ahead";
  return html`<button
    type="button"
    class="small plan"
    aria-pressed=${chosen}
    onClick=${(/** @type {MouseEvent} */ event) => {
      store.choice.pickUp(chosen ? null : { kind: "ahead" });
      if (!chosen) enterByKey(event);
    }}
  >
    ${t("ahead.plan")}
  </button>`;
}

/**
 * The list of routes that the reader can plan to claim.
 *
 * @param {{store: Begun}} props
 */
export function RoutesAhead({ store }) {
  const facts = store.facts.value;
  const possible = usePossible(store);
  const codes = [...new Set((possible?.claims ?? []).map((claim) => claim.route))];
  const routes = withoutTwins(
    facts,
    byName(codes, (code) => routeName(facts, code)),
  );
  return html`<h2>${t("ahead.plan")}</h2>
    <p class="quiet">${possible && routes.length === 0 ? t("ahead.none") : t("ahead.only_you")}</p>
    <ul class="route-list">
      ${routes.map(
        (code) =>
          html`<li key=${code}>
            <button type="button" class="choice" ...${pointing(store, code)} onClick=${() => store.chooseRoute(code)}>
              <${Space} colour=${facts.routes[code].colour} kind=${facts.routes[code].tunnel ? "tunnel" : "space"} />
              <span>${routeName(facts, code)}</span>
              <span class="quiet">${routeWords(facts, code)}</span>
              <span>${t("points.short", { n: facts.points[facts.routes[code].length - 1] })}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

/**
 * The list of the reader's plans, and of plans that became impossible.
 *
 * @param {{store: Furnished}} props
 */
export function Plans({ store }) {
  const { ahead } = store;
  const begun = /** @type {Begun} */ (store);
  const facts = store.facts.value;
  const { claims, dropped } = ahead.kept.value;
  return html`<section class="plans" aria-label=${t("ahead.label")}>
    ${
      claims.length > 0 &&
      html`<p>
          <strong>${t("ahead.label")}</strong>
        ${claims.length > 1 && html` <span class="quiet">${t("ahead.first")}</span>`}
        </p>
        <ol>
          ${claims.map(
            (claim) =>
              html`<li key=${claim.words}>
                <span>
                  ${t("ahead.planned", { route: routeName(facts, claim.route), cards: cardsWords(claim.cards) })}
                </span>
                <button
                  type="button"
                  class="close"
                  aria-label=${t("ahead.drop", { route: routeName(facts, claim.route) })}
                  onClick=${() => ahead.togglePlan(claim.words)}
                >
                  ×
                </button>
              </li>`,
          )}
        </ol>`
    }
    ${
      dropped.length > 0 &&
      html`<div class="plans-dropped" role="status">
        ${dropped.map(
          (one) =>
            html`<p key=${one.words}>
              <strong>${t("ahead.dropped", { route: routeName(facts, one.route) })}</strong>
              ${` ${one.code ? reasonWords({ ...one, code: one.code }, begun) : one.message}`}
            </p>`,
        )}
        <button type="button" class="small" onClick=${() => ahead.keep({ seen: true })}>
          ${t("ahead.understood")}
        </button>
      </div>`
    }
  </section>`;
}
