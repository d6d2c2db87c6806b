// The colours of pieces. All pieces of a player have the same colour. Each colour has its own pattern, so that
// pieces can be told apart without colours.

/** All colours, in the order of the drawings: `piece-1` has the first one. */
export const COLOURS = ["blue", "red", "yellow", "black", "turquoise"];

/**
 * Return the colours of the people who will play at this device beside the person who sets up the table: the colour
 * chosen for them, or else the first free one.
 *
 * @param {Sent.SeatChoice[]} seats
 * @param {string | undefined} own the colour of the person who sets up the table, if they play
 * @returns {(string | null)[]} by seat; null for all other seats, and if no colour is free
 */
export function coloursHere(seats, own) {
  const taken = new Set([own]);
  const painted = seats.map(({ kind, colour }) => {
    if (kind !== "here" || !colour || taken.has(colour)) return null;
    taken.add(colour);
    return colour;
  });
  return seats.map(({ kind }, at) => {
    if (kind !== "here" || painted[at]) return painted[at];
    const free = COLOURS.find((colour) => !taken.has(colour)) ?? null;
    if (free) taken.add(free);
    return free;
  });
}

/**
 * Return the number of a player's pieces in the drawings, such as 3 for `piece-3` and `marker-3`.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
export const pieceOf = (table, seat) => COLOURS.indexOf(table.seats[seat]?.colour ?? "") + 1 || seat + 1;
