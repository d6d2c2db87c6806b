// The log by turns.

/**
 * The entries of every seat's last turn.
 *
 * @param {Sent.Entry[]} log
 * @returns {Map<number, Sent.Entry[]>}
 */
export function lastTurns(log) {
  const turns = /** @type {Map<number, Sent.Entry[]>} */ (new Map());
  let seat = /** @type {number | null} */ (null);
  for (const entry of log) {
    if (entry.move === null || entry.seat === null) continue;
    if (entry.seat === seat) turns.get(seat)?.push(entry);
    else turns.set(entry.seat, [entry]);
    seat = entry.seat;
  }
  return turns;
}

/**
 * What happened since somebody's last move; for who only watches, in the newest turn.
 *
 * @param {Sent.Entry[]} log
 * @param {number | null} seat
 */
export function sinceTurnOf(log, seat) {
  let from = log.length;
  let mover = /** @type {number | null} */ (null);
  while (from > 0) {
    const entry = log[from - 1];
    if (entry.move !== null) {
      const ended = seat === null ? mover !== null && entry.seat !== mover : entry.seat === seat;
      if (ended) break;
      mover = entry.seat;
    }
    from -= 1;
  }
  return log.slice(from);
}
