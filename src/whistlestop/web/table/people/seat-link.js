// A link to a seat names it after its `#`, which browsers send to no server.
import { signal } from "../../html.js";

/** @returns {{seat: number, key: string} | null} */
function found() {
  const [, seat, key] = /^#seat=(\d+)\.([\w-]+)$/.exec(location.hash) ?? [];
  return key ? { seat: Number(seat), key } : null;
}

/** The seat to which the address invites, with the key that opens it. */
export const linkedSeat = signal(found());
addEventListener("hashchange", () => {
  linkedSeat.value = found();
});

/** Be invited no more: the seat has been taken, or is not wanted. */
export function declineSeat() {
  history.replaceState(history.state, "", location.pathname);
  linkedSeat.value = null;
}

/**
 * @param {string} table its path
 * @param {number} seat
 * @param {string} key
 */
export const linkToSeat = (table, seat, key) => `${table}#seat=${seat}.${key}`;

/**
 * Whether there is anything to say or to ask about the table itself.
 *
 * @param {Furnished} store
 */
export function isManaged(store) {
  const { table } = store.update.value;
  if (store.readonly || table.state !== "playing") return false;
  const opened = table.offered.some(({ seat, by }) => by === "host" && table.you.seats.includes(seat));
  if (table.passing !== null || table.reclaimable.length > 0 || opened) return true;
  return table.closing !== null || table.you.former !== null || (linkedSeat.value !== null && table.you.seat === null);
}
