// Several people at one device: which seats are theirs, and who of them comes next.
import { late, loadStyles } from "../../controls/late.js";

/** @type {Promise<typeof import("./hand-over.js")> | undefined} */
let coming;

/** What only shared devices show, with its looks. */
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
 * The seats at this device, where several people share it; else none.
 *
 * @param {Sent.Table} table
 */
export const seatsHere = (table) => (table.you.seats.length > 1 ? table.you.seats : []);

/**
 * Whether the device goes from hand to hand: until the end, when everything lies open.
 *
 * @param {Sent.Table} table
 */
export const isShared = (table) => table.state === "playing" && seatsHere(table).length > 0;

/**
 * Those at this device who still play themselves.
 *
 * @param {Sent.Table} table
 */
export const playersHere = (table) => seatsHere(table).filter((seat) => !table.seats[seat].resigned);

/**
 * Who at this device has to decide now: the one who holds it first, then the others in their order.
 *
 * @param {Sent.Update} update
 * @returns {number | null}
 */
export function nextHere({ table, deciding }) {
  const due = playersHere(table).filter((seat) => deciding?.includes(seat) && !table.seats[seat].standin);
  const { seat } = table.you;
  return seat !== null && due.includes(seat) ? seat : (due[0] ?? null);
}
