// What is due after a payment: the surcharge of a tunnel, with its chance beforehand, and substitutes.
import { html } from "../../html.js";
import { shareWords, t } from "../../language/index.js";
import { Card, Payment } from "../../controls/pictures.js";
import { cardName, cardsWords, routeName } from "../../names/names.js";
import { useTunnelRisks } from "./prospects.js";
import { ofKind } from "../store/game.js";
import { Pay, Payments } from "./tray.js";

/**
 * The payments for a tunnel, each with the chance that no surcharge is due.
 *
 * @param {{code: string} & Pick<Parameters<typeof Payments>[0], "store" | "payments" | "label">} props
 */
export function TunnelPayments(props) {
  const risks = useTunnelRisks(props.store, props.code);
  const sentence = (/** @type {number} */ share) => t("tray.tunnel_chance", { share: shareWords(share) });
  const risk = (/** @type {import("./tray.js").Payable} */ { words }) =>
    risks?.[words] && sentence(risks[words].due[0]);
  // Until the server has answered, hidden words of the same length keep the space for its answer.
  return html`<${Payments} ...${props} risk=${risk} unknown=${risks ? "" : sentence(0.5)} />`;
}

/**
 * The tray for a surcharge: the cards laid out and turned up, and the ways to pay or to give up the tunnel.
 *
 * @param {{store: Asked<"surcharge">}} props
 */
export function Surcharge({ store }) {
  const facts = store.facts.value;
  const { route, tunnel } = store.position.value;
  const pays = ofKind(store.legal.value, "pay");
  const { asking_cards } = store.update.value;
  return html`<h2>${t("tray.tunnel", { route: routeName(facts, route) })}</h2>
    <div class="tunnel">
      <span class="tunnel-part">
        <span>${t("tray.laid_out")}</span><${Payment} cards=${Object.entries(tunnel.cards)} />
      </span>
      <span class="tunnel-part">
        <span>${t("tray.revealed")}</span>
        <span class="payment">
          ${tunnel.revealed.map((/** @type {string} */ card, /** @type {number} */ at) => {
            const marked = asking_cards.includes(card) ? "" : "harmless";
            return html`<${Card} key=${at} symbol=${`card-${card}`} class=${marked} />`;
          })}
        </span>
      </span>
    </div>
    <p>${t("tray.due", { n: tunnel.due, card: cardName(asking_cards[0]) })}</p>
    ${pays.length === 0 && html`<p class="reason">${t("tray.cannot_pay")}</p>`}
    <div class="choices">
      ${pays.map(
        (action) =>
          html`<${Pay}
            key=${action.words}
            store=${store}
            action=${action}
            label=${t("tray.pay", { cards: cardsWords(action.cards) })}
          />`,
      )}
    </div>
    <button
      type="button"
      data-words="withdraw"
      aria-disabled=${store.sending.value || undefined}
      onClick=${() => store.act("withdraw")}
    >
      ${t("tray.withdraw")}
    </button>`;
}

/**
 * The tray for giving cards as substitutes, one after another.
 *
 * @param {{store: Asked<"substitution">}} props
 */
export function Substitution({ store }) {
  const { owed, route } = store.position.value;
  const hand = store.me.value.hand ?? {};
  return html`<h2>${t("turn.substitution", { n: owed, route: routeName(store.facts.value, route) })}</h2>
    <div class="choices">
      ${ofKind(store.legal.value, "pay").map(
        (action) =>
          html`<${Pay}
            key=${action.words}
            store=${store}
            action=${action}
            label=${t("tray.pay", { cards: cardsWords(action.cards) })}
            risk=${`×${hand[action.cards[0][0]] ?? 0}`}
          />`,
      )}
    </div>`;
}
