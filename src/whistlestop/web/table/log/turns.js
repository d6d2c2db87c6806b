// The log by turns, without the moves that were taken back, and events by type.

/**
 * Return the events of one type.
 *
 * @template {Sent.Event["type"]} Type
 * @param {Sent.Event[]} events
 * @param {Type} type
 */
export const eventsOf = (events, type) =>
  /** @type {Sent.EventOf<Type>[]} */ (events.filter((event) => event.type === type));

/**
 * Return the number of the turn of every entry; −1 for none. Opening tickets belong to no turn.
 *
 * @param {Sent.Entry[]} log
 */
function numbered(log) {
  let turn = { seat: /** @type {number | null} */ (null), offered: false };
  let number = 0;
  return log.map((entry) => {
    if (entry.move === null || entry.seat === null) return -1;
    const types = new Set(entry.events.map((event) => event.type));
    if (entry.seat !== turn.seat) {
      turn = { seat: entry.seat, offered: false };
      number += 1;
    }
    turn.offered ||= types.has("TicketsOffered");
    // Opening tickets are not drawn in a turn, so the player's first turn is still to come.
    if ((types.has("TicketsKept") || types.has("TicketsAnswered")) && !turn.offered)
      turn = { seat: null, offered: false };
    return number;
  });
}

/**
 * Return the log in groups. Entries of one turn form a group, unless another entry came between them.
 *
 * @param {Sent.Entry[]} log
 */
export function byTurns(log) {
  const turns = numbered(log);
  const pieces = /** @type {Sent.Entry[][]} */ ([]);
  log.forEach((entry, at) => {
    if (at > 0 && turns[at] >= 0 && turns[at] === turns[at - 1]) pieces[pieces.length - 1].push(entry);
    else pieces.push([entry]);
  });
  return pieces;
}

/**
 * Return the entries of every seat's last turn.
 *
 * @param {Sent.Entry[]} log
 * @returns {Map<number, Sent.Entry[]>}
 */
export function lastTurns(log) {
  const turns = numbered(log);
  const newest = new Map(log.map((entry, at) => [turns[at] < 0 ? -1 : (entry.seat ?? -1), turns[at]]));
  newest.delete(-1);
  return new Map([...newest].map(([seat, turn]) => [seat, log.filter((_, at) => turns[at] === turn)]));
}

/**
 * Return the entries since a seat's last move; for a spectator, those of the newest turn.
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

/** The types of notices about taking back. They are not part of the game's log. */
const ABOUT = new Set(["TakeBackAsked", "TakeBackAnswered", "TakenBack"]);

/**
 * Return the numbers of the entries that were taken back.
 *
 * @param {Sent.Entry[]} entries
 */
export const goneOf = (entries) =>
  new Set(
    entries.flatMap((entry) => entry.events.flatMap((event) => (event.type === "TakenBack" ? event.entries : []))),
  );

/**
 * Return the entries without moves that were taken back, and without notices about taking back.
 *
 * @param {Sent.Entry[]} entries
 */
export function standing(entries) {
  const gone = goneOf(entries);
  const about = (/** @type {Sent.Entry} */ entry) => entry.events.some((event) => ABOUT.has(event.type));
  return entries.filter((entry) => !gone.has(entry.number) && !about(entry));
}
