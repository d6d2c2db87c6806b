// Which puzzles the reader has tried, and which one comes next. This module draws nothing.

/**
 * The results of the puzzles that the reader has tried, by id: whether the first decision was right.
 *
 * @typedef {Record<string, boolean>} Tried
 */

/** The difficulty of the hardest puzzles. */
const HARDEST = 5;

/**
 * Return for each of the five stars of a difficulty whether it is filled.
 *
 * @param {number} difficulty from 1 to 5
 */
export const starsOf = (difficulty) => Array.from({ length: HARDEST }, (_, star) => star < difficulty);

/**
 * Return the results with one more. The first result of a puzzle stays.
 *
 * @param {Tried} tried
 * @param {string} puzzle the id of the puzzle
 * @param {boolean} right
 * @returns {Tried}
 */
export const withTried = (tried, puzzle, right) => (puzzle in tried ? tried : { ...tried, [puzzle]: right });

/**
 * Return the id of the next puzzle of the same board that the reader has not tried; null if there is none. The search
 * begins after the present puzzle and goes on with the first.
 *
 * @param {Sent.PuzzleTitle[]} puzzles
 * @param {Sent.PuzzleTitle} now the present puzzle
 * @param {Tried} tried
 */
export function nextPuzzle(puzzles, now, tried) {
  const board = puzzles.filter(({ edition }) => edition === now.edition);
  const at = board.findIndex(({ id }) => id === now.id);
  const inTurn = [...board.slice(at + 1), ...board.slice(0, Math.max(at, 0))];
  return inTurn.find(({ id }) => !(id in tried))?.id ?? null;
}

/**
 * Return how many of some puzzles the reader has tried, and how many of these were right at once.
 *
 * @param {{id: string}[]} puzzles
 * @param {Tried} tried
 */
export function countsOf(puzzles, tried) {
  const done = puzzles.filter(({ id }) => id in tried);
  return { all: puzzles.length, tried: done.length, right: done.filter(({ id }) => tried[id]).length };
}
