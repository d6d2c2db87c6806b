// The waiting room before a game: the seats, the invitation, and the rules of the table.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { Piece } from "../../controls/pictures.js";
import { ownShare } from "../../luck.js";
import { playerName } from "../../names/names.js";
import { ClubLink } from "../../pages/club/of-table.js";
import { LadderNote } from "../../pages/ladder/late-note.js";
import { pieceOf } from "./colours.js";
import { ColourAtTable, SitBeside } from "./hot-seat.js";
import { BotRule, Invite, SeatsAndTable, StandinRule } from "./people.js";

/**
 * The waiting room, in which people take seats, invite others and start the game.
 *
 * @param {{store: Furnished, me: Sent.Me | null, ready: () => Promise<unknown>, children?: Child}} props
 *   ready: waits until the server has saved the reader's name and colour; children: the fields for both
 */
export function WaitingRoom({ store, me, ready, children }) {
  const { table } = store.update.value;
  const seated = table.you.seat !== null;
  const free = table.seats.some((seat) => seat.kind === "open");
  const sit = async (/** @type {number} */ seat) => {
    await ready();
    await store.ask("join", { seat, luck: ownShare() });
  };
  return html`<section class="waiting" aria-label=${t("waiting.label")}>
    <h2>${t("waiting.label")}</h2>
    ${!seated && free && html`<div class="oneself"><p>${t("waiting.introduce")}</p>${children}</div>`}
    <ol class="seats">
      ${table.seats.map(
        (seat) =>
          html`<li key=${seat.seat} class=${seat.kind}>
            ${
              seat.beside && table.you.seats.includes(seat.seat)
                ? html`<${ColourAtTable} store=${store} seat=${seat.seat} />`
                : seat.colour
                  ? html`<${Piece} number=${pieceOf(table, seat.seat)} />`
                  : html`<span class="no-piece" />`
            }
            ${seat.kind === "open" ? html`<span class="quiet">${t("seat.open")}</span>` : playerName(table, seat.seat)}
            ${seat.seat === table.you.seat && html`<span class="tag you">${t("player.you")}</span>`}
            ${
              seat.beside && table.you.seats.includes(seat.seat) && html`<span class="tag">${t("player.beside")}</span>`
            }
            ${seat.kind === "bot" && html`<span class="tag">${t("player.bot")}</span>`}
            ${
              seat.kind === "open" &&
              !seated &&
              html`<button type="button" class="small" onClick=${() => sit(seat.seat)}>${t("waiting.sit")}</button>`
            }
          </li>`,
      )}
    </ol>
    ${seated && free && html`<${SitBeside} store=${store} />`}
    ${
      table.host &&
      html`<button type="button" class="main" onClick=${() => store.ask("start")}>${t("waiting.start")}</button>`
    }
    <${Invite} store=${store} me=${me} code=${true} />
    <${StandinRule} store=${store} />
    <${BotRule} store=${store} />
    ${table.hints.allowed && html`<p class="quiet hints-allowed">${t("advice.allowed")}</p>`}
    <${LadderNote} store=${store} />
    <${ClubLink} id=${store.id} />
    ${seated && html`<div class="oneself">${children}</div>`}
    <${SeatsAndTable} store=${store} />
  </section>`;
}
