// The lines of the score sheet in the order of scoring: routes, merchandise, each ticket, then the edition's
// bonuses.
import { t } from "../../language/index.js";
import { ticketName } from "../../names/names.js";

/** @typedef {"routes" | "merchandise" | "ticket" | Bonus} LineKind */
/** @typedef {"districts" | "attractions" | "stations" | "longest_path" | "most_tickets" | "doubly_joined"} Bonus */
/** @typedef {{kind: LineKind, label: string, points: (number | null)[], notes?: (string | undefined)[]}} Line */

/**
 * Return the lines of a score sheet.
 *
 * @param {Sent.Sheet} sheet
 * @param {Sent.Facts} facts
 * @returns {Line[]}
 */
export function sheetLines(sheet, facts) {
  const { players } = sheet;
  const each = (/** @type {(player: Sent.PlayerSheet) => number | null} */ value) => players.map(value);
  /** @type {Line[]} */
  const lines = [{ kind: "routes", label: t("sheet.routes"), points: each((player) => player.route_points) }];
  if (Object.keys(facts.merchandise).length) {
    lines.push({ kind: "merchandise", label: t("sheet.merchandise"), points: each((player) => player.merchandise) });
  }
  const most = Math.max(0, ...players.map((player) => player.tickets.length));
  for (let at = 0; at < most; at += 1) {
    lines.push({
      kind: "ticket",
      label: t("sheet.ticket", { n: at + 1 }),
      points: each((player) => player.tickets[at]?.points ?? null),
      notes: players.map(({ tickets }) => tickets[at] && ticketNote(facts, tickets[at])),
    });
  }
  /**
   * @param {Bonus} kind
   * @param {keyof {[Key in keyof Sent.PlayerSheet as Sent.PlayerSheet[Key] extends number ? Key : never]: 1}} key
   * @param {(player: Sent.PlayerSheet) => string} [note]
   */
  const bonus = (kind, key, note) => {
    const notes = note && players.map(note);
    lines.push({ kind, label: t(`sheet.${kind}`), points: each((player) => player[key]), notes });
  };
  if (facts.districts.length) bonus("districts", "district_points");
  if (facts.attraction_points) bonus("attractions", "attraction_points");
  if (facts.stations) bonus("stations", "station_points");
  if (facts.longest_path_bonus) {
    bonus("longest_path", "longest_path_bonus", (player) => t("sheet.spaces", { n: player.longest_path }));
  }
  if (facts.most_tickets_bonus) {
    bonus("most_tickets", "most_tickets_bonus", (player) => t("sheet.completed", { n: player.completed }));
  }
  if (facts.doubly_joined.length) {
    bonus("doubly_joined", "doubly_joined_points", ({ doubly_joined: n }) => t("sheet.doubly_joined_of", { n }));
  }
  return lines;
}

/**
 * Return the name of a ticket, and whether it is doubly joined.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.TicketLine} line
 */
const ticketNote = (facts, { ticket, doubly_joined }) =>
  ticketName(facts, ticket) + (doubly_joined ? `: ${t("sheet.ticket_twice")}` : "");

/**
 * Return the longest path of each player who got the bonus for it.
 *
 * @param {Sent.Sheet} sheet
 * @returns {{seat: number, routes: string[]}[]}
 */
export const bestPaths = (sheet) =>
  sheet.players
    .filter((player) => player.longest_path_bonus > 0)
    .map(({ seat }) => ({ seat, routes: sheet.longest_paths[seat] ?? [] }));

/**
 * Return the places of every district that a player has linked.
 *
 * @param {Sent.PlayerSheet} player
 * @param {Sent.Facts} facts
 * @returns {string[]}
 */
export function linkedPlaces(player, facts) {
  const linked = new Set(player.districts.map((line) => line.name));
  return facts.districts.filter((district) => linked.has(district.name)).flatMap((district) => district.cities);
}

/**
 * Return what stays marked on the board after the scoring: the routes of the longest paths, and the places of
 * linked districts.
 *
 * @param {Sent.Sheet} sheet
 * @param {Sent.Facts} facts
 */
export const lasting = (sheet, facts) => [
  ...bestPaths(sheet).flatMap(({ routes }) => routes),
  ...sheet.players.flatMap((player) => linkedPlaces(player, facts)),
];
