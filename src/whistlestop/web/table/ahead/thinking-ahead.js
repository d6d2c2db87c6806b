// Thinking ahead: routes marked for oneself, and claims that are made when one's turn comes. planning.js
// knows when any of it is shown.
import { html, useEffect, useState } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { get } from "../../net/api.js";
import { Payment, Space } from "../../controls/pictures.js";
import { cardsWords, routeName, routeWords, withoutTwins } from "../../names/names.js";
import { reasonWords } from "../../names/reasons.js";
import { enterByKey } from "../focus.js";
import { pointing } from "../hand/tickets.js";

/** So many claims can be planned, of which the first possible one is made. */
const MOST = 5;

/**
 * What could be planned now; null until it is known, and on one's own turn.
 *
 * @param {Begun} store
 * @param {string} [route] the only one that matters
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
 * Part of a route's tray: mark it, or plan to claim it.
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
 * To the routes and away from them.
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
 * The routes that can be planned, to choose from.
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
 * What is planned, and what came to nothing.
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
