// The sentence that says whose turn it is and what the player can do.
import { t } from "../language/index.js";
import { cardName, placeName, playerName, playerNames, routeName, tableTitle } from "./names.js";
import { ofKind } from "../table/store/game.js";

/**
 * Return the sentence that says whose turn it is; empty if there is no position to speak about.
 *
 * @param {Sent.Update} update
 * @param {Sent.Facts} facts
 * @param {boolean} [past] whether the update is shown in a replay
 * @returns {string}
 */
export function sentence(update, facts, past = false) {
  const { table, position } = update;
  if (table.state === "open") {
    const open = table.seats.filter((seat) => seat.kind === "open").length;
    return t("turn.waiting_for_players", { n: open });
  }
  if (!position) return "";
  if (position.phase === "over") return t("turn.over");
  const seat = table.you.seat === null || table.seats[table.you.seat].resigned ? null : table.you.seat;
  const { deciding } = /** @type {Sent.Present} */ (update);
  if (past || seat === null || !deciding.includes(seat)) return theirs(table, position, deciding, past);
  return yours(/** @type {Sent.Present} */ (update), facts);
}

/**
 * Return the sentence about a decision of other players.
 *
 * @param {Sent.Table} table
 * @param {Sent.Position} position
 * @param {number[]} deciding the seats that have to decide
 * @param {boolean} past
 */
function theirs(table, position, deciding, past) {
  const name = playerNames(table, deciding);
  if (position.phase === "opening_mix" || position.phase === "opening_keep") {
    return t("turn.they_choose_tickets", { n: deciding.length, name });
  }
  if (table.seats[deciding[0]]?.kind === "bot" && !past) return t("turn.bot_thinks", { name });
  return t("turn.they_move", { name });
}

/**
 * Return the sentence about the reader's own decision.
 *
 * @param {Sent.Present} update
 * @param {Sent.Facts} facts
 */
function yours(update, facts) {
  const { position, asking_cards, legal } = update;
  switch (position.phase) {
    case "opening_mix":
      return t("turn.opening_mix", { n: ofKind(legal, "tickets")[0]?.drawn });
    case "opening_keep":
    case "keep":
      return t("turn.keep", { n: fewestKept(legal) });
    case "second_card":
      return t("turn.second_card");
    case "placement":
      return t("turn.placement", { route: routeName(facts, position.route) });
    case "journey":
      return t(mayStop(legal) ? "turn.journey" : "turn.journey_first", {
        city: placeName(facts, position.journey.city),
      });
    case "surcharge":
      return t("turn.surcharge", { n: position.tunnel.due, card: cardName(asking_cards[0]) });
    case "substitution":
      return t("turn.substitution", { n: position.owed, route: routeName(facts, position.route) });
    default:
      return turnWords(legal);
  }
}

/**
 * Return the sentence about the reader's turn.
 *
 * @param {Sent.Action[]} legal
 */
function turnWords(legal) {
  const kinds = new Set(legal.map((action) => action.kind));
  if (kinds.has("pass")) return t("turn.pass");
  if (kinds.has("claim")) return kinds.has("tickets") ? t("turn.all") : t("turn.draw_or_claim");
  return kinds.has("tickets") ? t("turn.draw_or_tickets") : t("turn.draw");
}

/**
 * Return the least number of tickets that the reader must keep.
 *
 * @param {Sent.Action[]} legal
 */
export const fewestKept = (legal) => Math.min(...ofKind(legal, "keep").map((action) => action.tickets.length));

/**
 * Return whether the reader may end the journey of a passenger.
 *
 * @param {Sent.Action[]} legal
 */
const mayStop = (legal) => legal.some((action) => action.kind === "stop");

/**
 * Return whether the tip for a phase is true on a board. The tip for the second card says that it cannot be a wild
 * card.
 *
 * @param {Sent.Facts} facts
 * @param {string} phase
 */
export const tipHolds = (facts, phase) => phase !== "second_card" || facts.cards.locomotive_ends_draw;

/**
 * Return the sentence about the final round; empty before that round and after the end.
 *
 * @param {Sent.Position | null} position
 */
export function finalRound(position) {
  if (!position?.last_turns || position.phase === "over") return "";
  return t("turn.final_round", { n: position.last_turns });
}

/**
 * Return the words for the page's title and for notifications when it becomes a player's turn.
 *
 * @param {Sent.Update} update
 * @param {number | null} [seat] the seat of the player; without it, the reader's seat
 */
export const turnTitle = (update, seat = update.table.you.seat) =>
  t("title.your_turn", { table: tableTitle(update.table), name: playerName(update.table, seat ?? -1) });
