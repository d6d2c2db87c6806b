// How long the reader's plan counts, and what stops it before its end.
import { html, useState } from "../../html.js";
import { either, numberWords, t } from "../../language/index.js";
import { cardName, pieceCount } from "../../names/names.js";
import { usePossible } from "./possible.js";
import { conditionsWith, MOST_TURNS, planWith } from "./steps.js";

/**
 * Return a condition in words that follow "as soon as".
 *
 * @param {Sent.Condition} condition
 * @param {Sent.Facts} facts
 */
const conditionWords = ({ when, pieces = 0, card = "" }, facts) =>
  t(`ahead.if.${when}`, { pieces: pieceCount(facts, pieces), card: card && cardName(card) });

/**
 * How long the reader's plan counts, and what stops it. The reader can change both.
 *
 * @param {{store: Begun, still: boolean}} props still: whether the plan cannot be changed now
 */
export function Duration({ store, still }) {
  const { ahead } = store;
  const plans = ahead.kept.value;
  const { until, turns, conditions } = plans;
  const [open, setOpen] = useState(false);
  const routes = new Set(plans.steps.flatMap((step) => (step.kind === "claim" ? [step.route] : [])));
  const keep = (/** @type {Partial<Sent.NewPlan>} */ some) => ahead.change((now) => ({ plan: planWith(now, some) }));
  const facts = store.facts.value;
  const stops = either(conditions.map((one) => conditionWords(one, facts)));
  return html`<label class="plan-until">
      <span class="quiet">${t("ahead.until")}</span>
      <select
        value=${until}
        disabled=${still}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
          keep({ until: /** @type {Sent.Until} */ (event.target.value) })}
      >
        <option value="once">${t("ahead.until.once")}</option>
        <option value="claimed">${t(routes.size > 0 ? "ahead.until.claimed" : "ahead.until.turns")}</option>
        ${
          (routes.size > 1 || until === "all_claimed") &&
          html`<option value="all_claimed">${t("ahead.until.all_claimed")}</option>`
        }
      </select>
    </label>
    ${
      until !== "once" &&
      html`<label class="plan-until">
        <span class="quiet">${t("ahead.most_turns")}</span>
        <select
          value=${turns}
          disabled=${still}
          onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => keep({ turns: Number(event.target.value) })}
        >
          ${Array.from(
            { length: MOST_TURNS },
            (_, at) => html`<option key=${at} value=${at + 1}>${numberWords(at + 1)}</option>`,
          )}
        </select>
      </label>`
    }
    ${conditions.length > 0 && html`<p class="quiet" role="status">${t("ahead.stops", { stops })}</p>`}
    ${
      !still &&
      html`<details
        class="plan-stops"
        onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpen(event.target.open)}
      >
        <summary>${t("ahead.stops.choose")}</summary>
        ${open && html`<${Conditions} store=${store} />`}
      </details>`
    }`;
}

/**
 * The conditions that can stop the plan.
 *
 * @param {{store: Begun}} props
 */
function Conditions({ store }) {
  const { ahead } = store;
  const { conditions } = ahead.kept.value;
  const possible = usePossible(store);
  const facts = store.facts.value;
  const [rival, pieces, card, ticket] = /** @type {const} */ (["rival", "pieces", "card", "ticket"]).map((when) =>
    conditions.find((one) => one.when === when),
  );
  const keep = (/** @type {Sent.When} */ when, /** @type {Partial<Sent.Condition> | null} */ more) =>
    ahead.change((now) => ({ plan: planWith(now, { conditions: conditionsWith(now.conditions, when, more) }) }));
  if (!possible) return null;
  const most = Math.max(possible.most_pieces, pieces?.pieces ?? -1);
  const box = (/** @type {Sent.When} */ when, /** @type {Sent.Condition | undefined} */ chosen) =>
    html`<label class="switch">
      <span>${t(`ahead.choose.${when}`)}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${Boolean(chosen)}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => keep(when, event.target.checked ? {} : null)}
      />
    </label>`;
  return html`<div class="plan-conditions">
    ${box("rival", rival)} ${(possible.tickets || ticket) && box("ticket", ticket)}
    <label>
      <span>${t("ahead.choose.card")}</span>
      <select
        value=${card?.card ?? ""}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
          keep("card", event.target.value ? { card: event.target.value } : null)}
      >
        <option value="">${t("ahead.choose.never")}</option>
        ${possible.cards.map((kind) => html`<option key=${kind} value=${kind}>${cardName(kind)}</option>`)}
      </select>
    </label>
    ${
      most >= 0 &&
      html`<label>
        <span>${t("ahead.choose.pieces")}</span>
        <select
          value=${pieces ? String(pieces.pieces) : ""}
          onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
            keep("pieces", event.target.value ? { pieces: Number(event.target.value) } : null)}
        >
          <option value="">${t("ahead.choose.never")}</option>
          ${Array.from(
            { length: most + 1 },
            (_, n) => html`<option key=${n} value=${String(n)}>${pieceCount(facts, n)}</option>`,
          )}
        </select>
      </label>`
    }
  </div>`;
}
