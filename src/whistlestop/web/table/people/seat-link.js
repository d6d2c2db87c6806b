// Links to seats. They have the seat and its key after the `#`, because browsers do not send that part to servers.
import { signal } from "../../html.js";

/** @returns {{seat: number, key: string} | null} the seat and the key in the page's address; null if there are none */
function found() {
  const [, seat, key] = /^#seat=(\d+)\.([\w-]+)$/.exec(location.hash) ?? [];
  return key ? { seat: Number(seat), key } : null;
}

/** The seat that the page's address offers to the reader, and its key; null if it offers none. */
export const linkedSeat = signal(found());
addEventListener("hashchange", () => {
  linkedSeat.value = found();
});

/** Remove the seat from the page's address, after the reader has taken or declined it. */
export function declineSeat() {
  history.replaceState(history.state, "", location.pathname);
  linkedSeat.value = null;
}

/**
 * Return the link with which a person can take a seat.
 *
 * @param {string} table the path of the table
 * @param {number} seat
 * @param {string} key
 */
export const linkToSeat = (table, seat, key) => `${table}#seat=${seat}.${key}`;

/**
 * Return whether there is a message or question about the table itself. If so, the page loads `TableMatters`, which
 * shows it.
 *
 * @param {Furnished} store
 */
export function hasTableMatters(store) {
  const { table } = store.update.value;
  if (store.readonly || table.state !== "playing") return false;
  const opened = table.offered.some(({ seat, by }) => by === "host" && table.you.seats.includes(seat));
  if (table.passing !== null || table.reclaimable.length > 0 || opened) return true;
  if (table.hints.asked !== null) return true;
  return table.closing !== null || table.you.former !== null || (linkedSeat.value !== null && table.you.seat === null);
}
