// The one sentence above the table: whose turn it is, and what can be done.
import { t } from "../language/index.js";
import { cardName, placeName, playerName, playerNames, routeName, tableTitle } from "./names.js";
import { ofKind } from "../table/store/game.js";

/**
 * @param {Sent.Update} update
 * @param {Sent.Facts} facts
 * @param {boolean} [past] it is being looked back at
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
 * @param {Sent.Table} table
 * @param {Sent.Position} position
 * @param {number[]} deciding
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
    default:
      return turnWords(legal);
  }
}

/** @param {Sent.Action[]} legal */
function turnWords(legal) {
  const kinds = new Set(legal.map((action) => action.kind));
  if (kinds.has("pass")) return t("turn.pass");
  if (kinds.has("claim")) return kinds.has("tickets") ? t("turn.all") : t("turn.draw_or_claim");
  return kinds.has("tickets") ? t("turn.draw_or_tickets") : t("turn.draw");
}

/** @param {Sent.Action[]} legal */
export const fewestKept = (legal) => Math.min(...ofKind(legal, "keep").map((action) => action.tickets.length));

/** @param {Sent.Action[]} legal */
const mayStop = (legal) => legal.some((action) => action.kind === "stop");

/**
 * How close the end is, or nothing.
 *
 * @param {Sent.Position | null} position
 */
export function finalRound(position) {
  if (!position?.last_turns || position.phase === "over") return "";
  return t("turn.final_round", { n: position.last_turns });
}

/**
 * What a listener is told when it becomes their turn.
 *
 * @param {Sent.Update} update
 * @param {number | null} [seat] whose, of several at this device
 */
export const turnTitle = (update, seat = update.table.you.seat) =>
  t("title.your_turn", { table: tableTitle(update.table), name: playerName(update.table, seat ?? -1) });
