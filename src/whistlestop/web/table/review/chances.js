// The curves of all players' chances to win, from the reviewed moves.

/**
 * Return every player's chance before each move, in per cent, with all cards open. The result follows at the end.
 *
 * @param {Sent.ReviewedMoveSent[]} moves
 * @param {number[] | null} winners the seats that won; null = not all moves are reviewed
 * @param {number} seats
 * @returns {number[][]} `[move][seat]`
 */
export function openChances(moves, winners, seats) {
  const rows = moves.map(({ chances }) => chances.map((chance) => 100 * chance));
  if (winners) rows.push(resultOf(winners, seats));
  return rows;
}

/**
 * Return every player's chance before each move, in per cent, from what the player knew at their last decision. Before
 * a player's first decision it is the fair share. The result follows at the end.
 *
 * @param {Sent.ReviewedMoveSent[]} moves
 * @param {number[] | null} winners the seats that won; null = not all moves are reviewed
 * @param {number} seats
 * @returns {number[][]} `[move][seat]`
 */
export function knownChances(moves, winners, seats) {
  let now = Array.from({ length: seats }, () => 100 / seats);
  const rows = moves.map(({ seat, judgement }) => {
    if (judgement) now = now.map((chance, at) => (at === seat ? 100 * judgement.chance : chance));
    return now;
  });
  if (winners) rows.push(resultOf(winners, seats));
  return rows;
}

/**
 * Return every player's share of the win in per cent.
 *
 * @param {number[]} winners
 * @param {number} seats
 */
const resultOf = (winners, seats) =>
  Array.from({ length: seats }, (_, seat) => (winners.includes(seat) ? 100 / winners.length : 0));
