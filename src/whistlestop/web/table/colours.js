// The colours of pieces: every player has one, and all pieces of theirs are in it. With a colour goes
// a pattern, so that nobody has to tell colours apart.

/** In the drawings' order: `piece-1` is the first. */
export const COLOURS = ["blue", "red", "yellow", "black", "turquoise"];

/**
 * The number of a player's pieces in the drawings: `piece-3`, `marker-3`.
 *
 * @param {Sent.Table} table
 * @param {number} seat
 */
export const pieceOf = (table, seat) => COLOURS.indexOf(table.seats[seat]?.colour ?? "") + 1 || seat + 1;
