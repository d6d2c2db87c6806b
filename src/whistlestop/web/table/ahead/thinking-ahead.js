// Planning ahead: routes that the reader marks, and steps that are carried out when the reader's turn comes.
// planning.js decides when these components are shown.
import { html } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { Card, Payment, Space } from "../../controls/pictures.js";
import {
  cardName,
  claimCards,
  claimWords,
  pieceCount,
  playerName,
  routeName,
  routeWords,
  ticketName,
  withoutTwins,
} from "../../names/names.js";
import { reasonWords } from "../../names/reasons.js";
import { enterByKey } from "../focus.js";
import { cardKinds } from "../hand/hand.js";
import { pointing } from "../hand/tickets.js";
import { Duration } from "./duration.js";
import { usePossible } from "./possible.js";
import { MOST, planWith, raised, toggled, untilWith, wordsOf } from "./steps.js";

/**
 * Return a step of a plan in words.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Plans["steps"][number]} step
 */
function stepWords(facts, step) {
  if (step.kind === "draw") return step.card ? t("ahead.take", { card: cardName(step.card) }) : t("ahead.deck");
  const route = routeName(facts, step.route);
  return step.cards.length > 0
    ? t("ahead.planned", { route, cards: claimWords(facts, step) })
    : t("ahead.any", { route });
}

/**
 * Return a step of a plan in words that say whether it is done only if the steps before it are not possible.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Plans["steps"][number]} step
 * @param {number} at the place of the step in the plan, from 0
 */
function stepInOrder(facts, step, at) {
  const said = stepWords(facts, step);
  return at > 0 ? t("ahead.else", { step: said }) : said;
}

/**
 * Add a step to the plan, or remove it.
 *
 * @param {Begun} store
 * @param {string} words the step in the words of the notation
 * @param {boolean} [later] whether the reader still needs cards for the step
 */
function toggle(store, words, later = false) {
  return store.ahead.change((plans) => ({
    plan: planWith(plans, { steps: toggled(wordsOf(plans), words), until: untilWith(plans.until, later) }),
  }));
}

/**
 * A button that adds a step to the plan, or removes it. While it is in the plan, the button shows its number.
 *
 * @param {{store: Begun, words: string, label: string, later?: boolean, class?: string, children?: Child}} props
 *   words: the step in the words of the notation; later: whether the reader still needs cards for the step
 */
function StepButton({ store, words, label, later = false, class: name = "", children }) {
  const steps = wordsOf(store.ahead.kept.value);
  const at = steps.indexOf(words);
  return html`<button
    type="button"
    class=${`choice ${name}`}
    aria-pressed=${at >= 0}
    disabled=${at < 0 && steps.length >= MOST}
    onClick=${() => toggle(store, words, later)}
  >
    <span class="visually-hidden">${label}</span>
    <span class="pay-face" aria-hidden="true">${at >= 0 && steps.length > 1 && `${at + 1}. `}${children}</span>
  </button>`;
}

/**
 * The buttons that plan to draw a card, while others decide.
 *
 * @param {{store: Begun, typed?: boolean}} props typed: cards are words, not pictures
 */
export function DrawsAhead({ store, typed = false }) {
  if (!store.ahead.waiting) return null;
  const facts = store.facts.value;
  const kinds = cardKinds(facts).filter((card) => facts.cards.kinds[card]);
  return html`<div class="choices draws-ahead" role="group" aria-label=${t("ahead.draw")}>
    ${kinds.map(
      (card) =>
        html`<${StepButton}
          key=${card}
          store=${store}
          words=${`draw ${card}`}
          label=${t("ahead.take", { card: cardName(card) })}
        >
          ${typed ? cardName(card) : html`<${Card} symbol=${`card-${card}`} />`}
        </${StepButton}>`,
    )}
    <${StepButton} store=${store} words="draw deck" label=${t("ahead.deck")}>
      ${typed ? t("ahead.deck") : html`<${Card} symbol="card-back" />`}
    </${StepButton}>
  </div>`;
}

/**
 * The part of a route's tray in which the reader marks the route, or plans to claim it.
 *
 * @param {{store: Begun, code: string, typed?: boolean}} props typed: cards are words, not pictures
 */
export function RouteAhead({ store, code, typed = false }) {
  const { ahead } = store;
  const facts = store.facts.value;
  const possible = usePossible(store, code);
  const { marked } = ahead.kept.value;
  const later = possible?.claims.length === 0 && possible.routes.includes(code);
  return html`<div class="ahead">
    ${
      possible &&
      possible.claims.length > 0 &&
      html`<p class="quiet">${t("ahead.when_turn")}</p>
        <div class="choices payments">
          ${possible.claims.map(
            (claim) =>
              html`<${StepButton}
                key=${claim.words}
                store=${store}
                words=${claim.words}
                label=${t("ahead.claim", { cards: claimWords(facts, claim) })}
                class="planned-claim"
              >
                ${typed ? claimWords(facts, claim) : html`<${Payment} cards=${claimCards(facts, claim)} />`}
              </${StepButton}>`,
          )}
        </div>`
    }
    ${
      possible?.code &&
      html`<p class="reason" role="status">${reasonWords({ ...possible, code: possible.code }, store)}</p>`
    }
    ${
      later &&
      html`<${StepButton}
        store=${store}
        words=${`claim ${code}`}
        label=${t("ahead.as_soon")}
        later=${true}
        class="planned-claim"
      >
        ${t("ahead.as_soon")}
      </${StepButton}>`
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
 * The steps that the reader can plan: draws, and claims of routes.
 *
 * @param {{store: Begun}} props
 */
export function RoutesAhead({ store }) {
  const facts = store.facts.value;
  const possible = usePossible(store);
  const codes = [...new Set((possible?.claims ?? []).map((claim) => claim.route))];
  const listed = (/** @type {string[]} */ some) =>
    withoutTwins(
      facts,
      byName(some, (code) => routeName(facts, code)),
    );
  const routes = listed(codes);
  const later = listed((possible?.routes ?? []).filter((code) => !codes.includes(code)));
  return html`<h2>${t("ahead.plan")}</h2>
    <p class="quiet">${t("ahead.only_you")}</p>
    <h3>${t("ahead.draw")}</h3>
    <${DrawsAhead} store=${store} />
    <${Planned} store=${store} />
    <h3>${t("ahead.routes")}</h3>
    ${possible && routes.length === 0 && html`<p class="quiet">${t("ahead.none")}</p>`}
    <${RouteChoices} store=${store} codes=${routes} />
    ${
      later.length > 0 &&
      html`<details>
        <summary>${t("ahead.later")}</summary>
        <${RouteChoices} store=${store} codes=${later} />
      </details>`
    }`;
}

/**
 * The reader's plan in one paragraph, because the tray covers the list of its steps. It stands below the cards, so that
 * they do not move when one of them is pressed. Screen readers hear of changes from the list.
 *
 * @param {{store: Begun}} props
 */
function Planned({ store }) {
  const facts = store.facts.value;
  const steps = store.ahead.kept.value.steps.map((step, at) => stepInOrder(facts, step, at));
  return steps.length > 0 && html`<p class="planned"><strong>${t("ahead.label")}</strong> ${steps.join("; ")}</p>`;
}

/**
 * A list of routes. A press on one of them opens its tray.
 *
 * @param {{store: Begun, codes: string[]}} props
 */
function RouteChoices({ store, codes }) {
  const facts = store.facts.value;
  return html`<ul class="route-list">
    ${codes.map(
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
 * Return why a plan has stopped, in a sentence.
 *
 * @param {Sent.Stopped} stopped
 * @param {Sent.Facts} facts
 * @param {Sent.Table} table
 */
const stoppedWords = ({ why, route, seat, pieces, card, ticket }, facts, table) =>
  t(`ahead.stopped.${why}`, {
    route: route && routeName(facts, route),
    name: seat === null ? "" : playerName(table, seat),
    pieces: pieceCount(facts, pieces),
    card: card && cardName(card),
    ticket: ticket && ticketName(facts, ticket),
  });

/**
 * The reader's plan, and what became of the last one.
 *
 * @param {{store: Furnished}} props
 */
export function Plans({ store }) {
  const { ahead } = store;
  const begun = /** @type {Begun} */ (store);
  const facts = store.facts.value;
  const { steps, dropped, stopped } = ahead.kept.value;
  return html`<section class="plans" aria-label=${t("ahead.label")}>
    ${steps.length > 0 && html`<${Steps} store=${begun} />`}
    ${
      (dropped.length > 0 || stopped) &&
      html`<div class="plans-dropped" role="status">
        ${
          stopped &&
          html`<p>
            <strong>
              ${stoppedWords(stopped, facts, store.update.value.table)}
            </strong>
          </p>`
        }
        ${dropped.map(
          (one) =>
            html`<p key=${one.words}>
              ${
                one.route &&
                stopped?.why !== "closed" &&
                html`<strong>${t("ahead.dropped", { route: routeName(facts, one.route) })}</strong> `
              }
              ${one.code ? reasonWords({ ...one, code: one.code }, begun) : one.message}
            </p>`,
        )}
        <button type="button" class="small" onClick=${() => ahead.keep({ seen: true })}>
          ${t("ahead.understood")}
        </button>
      </div>`
    }
  </section>`;
}

/**
 * The steps of the reader's plan, in order, how long the plan counts, and what stops it.
 *
 * @param {{store: Begun}} props
 */
function Steps({ store }) {
  const { ahead } = store;
  const plans = ahead.kept.value;
  const words = wordsOf(plans);
  // On the reader's turn, the plan can only be stopped.
  const still = !ahead.waiting;
  const raise = (/** @type {string} */ one) =>
    ahead.change((now) => ({ plan: planWith(now, { steps: raised(wordsOf(now), one) }) }));
  const stop = () => ahead.keep({ plan: { steps: [], until: "once" } });
  return html`<p><strong>${t("ahead.label")}</strong></p>
    ${words.length > 1 && html`<p class="quiet">${t("ahead.first")}</p>`}
    <ol aria-live="polite">
      ${plans.steps.map((step, at) => {
        const facts = store.facts.value;
        const said = stepWords(facts, step);
        return html`<li key=${step.words}>
          <span>${stepInOrder(facts, step, at)}</span>
          ${
            at > 0 &&
            html`<button
              type="button"
              class="small raise"
              aria-label=${t("ahead.up", { step: said })}
              disabled=${still}
              onClick=${() => raise(step.words)}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 10.5 8 5.5l5 5" /></svg>
            </button>`
          }
          <button
            type="button"
            class="close"
            aria-label=${t("ahead.drop", { step: said })}
            disabled=${still && words.length > 1}
            onClick=${() => toggle(store, step.words)}
          >
            ×
          </button>
        </li>`;
      })}
    </ol>
    <${Duration} store=${store} still=${still} />
    <button type="button" class="small stop-plan" onClick=${stop}>${t("ahead.stop")}</button>`;
}
