// With whom a new table is played: against bots, with others at this device, or with friends by link.

/** @typedef {"bot" | "here" | "open"} Company what all seats but the player's own are */

/** @type {Company[]} */
export const COMPANIES = ["bot", "here", "open"];

/**
 * What the other seats of a new table have in common; null if they are of several kinds.
 *
 * @param {Sent.SeatChoice[]} seats
 * @returns {Company | null}
 */
export function companyOf(seats) {
  const others = seats.filter((seat) => seat.kind !== "me");
  if (others.length !== seats.length - 1) return null;
  return COMPANIES.find((kind) => others.every((seat) => seat.kind === kind)) ?? null;
}

/**
 * As many seats as before: the player's own first, and all others of one kind. A seat that was of that
 * kind before keeps its bot or its name.
 *
 * @param {Company} company
 * @param {Sent.SeatChoice[]} seats
 * @param {string | undefined} bot who plays on seats that had no bot
 * @returns {Sent.SeatChoice[]}
 */
export function inCompany(company, seats, bot) {
  const fresh = /** @type {Record<Company, Sent.SeatChoice>} */ ({
    bot: { kind: "bot", bot },
    here: { kind: "here", name: "" },
    open: { kind: "open" },
  });
  const kept = seats.filter((seat) => seat.kind === company);
  const others = Array.from({ length: seats.length - 1 }, (_, at) => kept[at] ?? { ...fresh[company] });
  return [{ kind: "me" }, ...others];
}
