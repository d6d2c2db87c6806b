// Tunnels: how likely one asks for nothing more, and one that asks: what was laid out and turned up.
import { html } from "../../html.js";
import { shareWords, t } from "../../language/index.js";
import { Card, Payment } from "../../controls/pictures.js";
import { cardName, cardsWords, routeName } from "../../names/names.js";
import { useTunnelRisks } from "./prospects.js";
import { ofKind } from "../store/game.js";
import { Pay, Payments } from "./tray.js";

/**
 * Payments for a tunnel, each with the chance that no card is due.
 *
 * @param {{code: string} & Pick<Parameters<typeof Payments>[0], "store" | "payments" | "label">} props
 */
export function TunnelPayments(props) {
  const risks = useTunnelRisks(props.store, props.code);
  const sentence = (/** @type {number} */ share) => t("tray.tunnel_chance", { share: shareWords(share) });
  const risk = (/** @type {import("./tray.js").Payable} */ { words }) =>
    risks?.[words] && sentence(risks[words].due[0]);
  // Until the server has answered, words as long as its answer keep everything where it will be.
  return html`<${Payments} ...${props} risk=${risk} unknown=${risks ? "" : sentence(0.5)} />`;
}

/** @param {{store: Asked<"surcharge">}} props */
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
