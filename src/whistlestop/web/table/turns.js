// The log by turns.

/**
 * The entries of every seat's last turn.
 *
 * @param {Sent.Entry[]} log
 * @returns {Map<number, Sent.Entry[]>}
 */
export function lastTurns(log) {
  const turns = /** @type {Map<number, Sent.Entry[]>} */ (new Map());
  let turn = { seat: /** @type {number | null} */ (null), offered: false };
  for (const entry of log) {
    if (entry.move === null || entry.seat === null) continue;
    const types = new Set(entry.events.map((event) => event.type));
    if (entry.seat === turn.seat) {
      turns.get(entry.seat)?.push(entry);
    } else {
      turn = { seat: entry.seat, offered: false };
      turns.set(entry.seat, [entry]);
    }
    turn.offered ||= types.has("TicketsOffered");
    // Opening tickets were not drawn in a turn: the first one is still to come.
    if ((types.has("TicketsKept") || types.has("TicketsAnswered")) && !turn.offered) turn = { seat: null, offered: false };
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
