// Moves that were taken back: the log goes on telling them, the game knows nothing of them.

/** What is said about taking back, which is no part of the game as it stands. */
const ABOUT = new Set(["TakeBackAsked", "TakeBackAnswered", "TakenBack"]);

/**
 * The numbers of the entries that were taken back.
 *
 * @param {Sent.Entry[]} entries
 */
export const goneOf = (entries) =>
  new Set(
    entries.flatMap((entry) => entry.events.flatMap((event) => (event.type === "TakenBack" ? event.entries : []))),
  );

/**
 * What happened in the game as it stands.
 *
 * @param {Sent.Entry[]} entries
 */
export function standing(entries) {
  const gone = goneOf(entries);
  const about = (/** @type {Sent.Entry} */ entry) => entry.events.some((event) => ABOUT.has(event.type));
  return entries.filter((entry) => !gone.has(entry.number) && !about(entry));
}
