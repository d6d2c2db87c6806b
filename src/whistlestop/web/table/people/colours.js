// The colours of pieces: every player has one, and all pieces of theirs are in it. With a colour goes
// a pattern, so that nobody has to tell colours apart.

/** In the drawings' order: `piece-1` is the first. */
export const COLOURS = ["blue", "red", "yellow", "black", "turquoise"];

/**
 * The colours of those who will play at this device beside whoever sets up the table: what was chosen
 * for them, or the next one that nobody has.
 *
 * @param {Sent.SeatChoice[]} seats
 * @param {string | undefined} own the colour of who sets it up, if they may play, too
 * @returns {(string | null)[]} by seat; null for all others
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
 * The number of a player's pieces in the drawings: `piece-3`, `marker-3`.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
export const pieceOf = (table, seat) => COLOURS.indexOf(table.seats[seat]?.colour ?? "") + 1 || seat + 1;
