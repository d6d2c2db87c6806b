// The choice of the tickets, if a board has variants.
import { html } from "../../html.js";
import { listed, t } from "../../language/index.js";
import { ticketsOffered } from "../../names/offers.js";

/**
 * The variants of a board as buttons, the base game first, and what is special about the chosen one. Null if the board
 * has no variants.
 *
 * @param {{board: Sent.Board, chosen: string, onChoose: (name: string) => void}} props
 *   chosen: the name of the chosen variant, or of the board's own edition
 */
export function TicketChoice({ board, chosen, onChoose }) {
  if (board.variants.length === 0) return null;
  const choices = [board.base, ...board.variants];
  const now = choices.find(({ name }) => name === chosen) ?? choices[0];
  return html`<fieldset class="ticket-choice">
    <legend>${t("variant.choose")}</legend>
    <div class="choices" role="group" aria-label=${t("variant.choose")}>
      ${choices.map(
        ({ name, short, tickets }) =>
          html`<button type="button" key=${name} data-variant=${short} aria-pressed=${name === now.name}
            onClick=${() => onChoose(name)}>
            <strong>${t(`variant.${short}`)}</strong> <span>${t("variant.tickets", { n: tickets })}</span>
          </button>`,
      )}
    </div>
    <p class="quiet" role="status">${t("variant.about", numbersOf(now))} ${bonusWords(now)}</p>
  </fieldset>`;
}

/** @param {{opening: Sent.Offer, turn: Sent.Offer}} offers */
const numbersOf = ({ opening, turn }) => ({
  deal: ticketsOffered(opening),
  keep: opening.keep,
  draw: ticketsOffered(turn),
});

/** @param {{longest_path_bonus: number, most_tickets_bonus: number, doubly_joined: number[]}} numbers */
function bonusWords({ longest_path_bonus: longest, most_tickets_bonus: most, doubly_joined: doubly }) {
  const all = [
    ...(longest ? [t("variant.longest", { n: longest })] : []),
    ...(most ? [t("variant.most", { n: most })] : []),
    ...(doubly.length ? [t("variant.doubly", { n: Math.max(...doubly) })] : []),
  ];
  return all.length > 0 ? t("variant.bonus", { all: listed(all) }) : t("variant.no_bonus");
}
