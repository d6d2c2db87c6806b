// Several people at one device: which seats they have, and which of these decides next.
import { late, loadStyles } from "../../controls/late.js";

/** @type {Promise<typeof import("./hand-over.js")> | undefined} */
let coming;

/** Load the components that only shared devices need, and their styles. After a failure, the next call tries again. */
function handOver() {
  coming ??= Promise.all([import("./hand-over.js"), loadStyles(["hot-seat"])]).then(([found]) => found);
  coming.catch(() => {
    coming = undefined;
  });
  return coming;
}

export const ColourAtTable = late(async () => (await handOver()).ColourAtTable);
export const Cover = late(async () => (await handOver()).Cover);
export const HandOver = late(async () => (await handOver()).HandOver);
export const PassOn = late(async () => (await handOver()).PassOn);
export const SitBeside = late(async () => (await handOver()).SitBeside);

/**
 * Return the seats at this device if several people share it, and none otherwise.
 *
 * @param {Sent.Table} table
 */
export const seatsHere = (table) => (table.you.seats.length > 1 ? table.you.seats : []);

/**
 * Return whether the device is passed from person to person. After the end of the game it is not, because all cards
 * are open.
 *
 * @param {Sent.Table} table
 */
export const isShared = (table) => table.state === "playing" && seatsHere(table).length > 0;

/**
 * Return the seats at this shared device that have not resigned.
 *
 * @param {Sent.Table} table
 */
export const playersHere = (table) => seatsHere(table).filter((seat) => !table.seats[seat].resigned);

/**
 * Return the seat at this shared device that has to decide now; null if there is none. If several have to, the seat
 * that is shown comes first, then the others in order.
 *
 * @param {Sent.Update} update
 * @returns {number | null}
 */
export function nextHere({ table, deciding }) {
  const due = playersHere(table).filter((seat) => deciding?.includes(seat) && !table.seats[seat].standin);
  const { seat } = table.you;
  return seat !== null && due.includes(seat) ? seat : (due[0] ?? null);
}
