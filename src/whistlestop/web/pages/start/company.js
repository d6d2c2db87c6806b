// The choice of opponents for a new table: bots, other people at this device, or friends who get a link.

/** @typedef {"bot" | "here" | "open"} Company the kind of all seats except the player's own */

/** @type {Company[]} */
export const COMPANIES = ["bot", "here", "open"];

/**
 * Return the kind of all seats except the player's own; null if they are of several kinds, or if the player has none.
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
 * Return as many seats as before: the player's own first, and all others of one kind. A seat that was of that kind
 * before keeps its bot or its name.
 *
 * @param {Company} company the kind of the other seats
 * @param {Sent.SeatChoice[]} seats
 * @param {string | undefined} bot the bot for seats that had none
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
