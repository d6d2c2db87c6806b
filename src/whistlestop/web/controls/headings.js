// The heading of a ticket card, above or beside its map, in the reader's language. It is laid out as
// `drawing/ticket_headings.py` lays out the printed one. If a ticket has several destinations, countries are shown
// by their flags. A country without a flag is shown by its name.
import { signal } from "../html.js";
import { placeName } from "../names/names.js";

/** The font size in pixels at which words are measured, and the font family of the drawings. */
const SIZE = 100;
const FAMILY = "'Whistlestop Text', 'Barlow Semi Condensed', 'Arial Narrow', sans-serif";

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const known = new Map();
/** Whether the fonts have loaded. Before, words are measured in a fallback font, and measured again afterwards. */
const arrived = signal(false);
document.fonts
  .load(`${SIZE}px ${FAMILY}`)
  .catch(() => [])
  .then(() => {
    known.clear();
    arrived.value = true;
  });

/** The x of the middle of a card. */
const MIDDLE = 60;
/** The x at which names begin beside a tall map. */
const BESIDE = 61;

/** @typedef {Sent.Heading} Type the font sizes and distances on a card */

/**
 * A part of a line: one end of a ticket, or both.
 *
 * @typedef {object} Part
 * @property {string} words
 * @property {string} [country] the country whose flag stands before the words
 */

/**
 * A line of a heading, with the positions of its parts.
 *
 * @typedef {object} Line
 * @property {number} y the base line
 * @property {number} size the font size
 * @property {(Part & {x: number, flag?: {x: number, y: number, width: number, height: number}})[]} parts
 */

/**
 * Return the lines of a ticket's heading.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Ticket} entry
 * @param {boolean} wide whether the map is wide, so that the heading stands above the map; otherwise beside it
 * @param {Sent.Measures} measures
 * @returns {Line[]}
 */
export function headingOf(facts, entry, wide, measures) {
  const set = setter(measures);
  const origin = placeName(facts, entry.origin);
  if (entry.options.length === 1) {
    const goal = placeName(facts, entry.options[0][0]);
    return wide ? set.namesAbove(`${origin}–`, goal) : set.beside([origin, goal]);
  }
  const part = (/** @type {string} */ code, /** @type {string} */ words, /** @type {string} */ instead) =>
    facts.countries[code]?.flag ? { words, country: code } : { words: instead };
  const goals = entry.options.map(([code, points]) =>
    part(code, String(points), `${placeName(facts, code)} ${points}`),
  );
  return wide ? set.partsAbove(part(entry.origin, `${origin}:`, `${origin}:`), goals) : set.beside([origin], goals);
}

/**
 * Return the functions that lay out headings.
 *
 * @param {Sent.Measures} measures
 */
function setter({ heading: type, capital }) {
  const widthOfPart = (/** @type {Part} */ { words, country }) =>
    (country ? type.flag + type.flag_gap : 0) + widthOf(words);
  const width = (/** @type {Part[]} */ line) =>
    line.reduce((sum, part) => sum + widthOfPart(part), 0) + type.apart * (line.length - 1);
  /** Return the font size at which the longest of some lines fits. */
  const sizeFor = (/** @type {Part[][]} */ lines, /** @type {number} */ room) => room / Math.max(...lines.map(width));

  /**
   * Lay out one line.
   *
   * @param {Part[]} line
   * @param {number} left
   * @param {number} y
   * @param {number} size
   * @returns {Line}
   */
  function set(line, left, y, size) {
    let at = left;
    const parts = line.map((part) => {
      const x = at;
      at += (widthOfPart(part) + type.apart) * size;
      if (!part.country) return { ...part, x };
      const height = type.flag_high * size;
      const flag = { x, y: y - (capital * size) / 2 - height / 2, width: type.flag * size, height };
      return { ...part, flag, x: x + (type.flag + type.flag_gap) * size };
    });
    return { y, size, parts };
  }

  /**
   * Lay out lines above a map, in the middle of the card.
   *
   * @param {Part[][]} lines
   * @param {number} most the largest font size
   */
  function above(lines, most) {
    const size = Math.min(most, sizeFor(lines, type.across));
    return lines.map((line, at) => set(line, MIDDLE - (width(line) * size) / 2, baseOf(at, lines.length), size));
  }

  /**
   * Lay out two names above a map: in one line, or in two if one line would be too small.
   *
   * @param {string} first
   * @param {string} second
   */
  function namesAbove(first, second) {
    const one = [[{ words: first + second }]];
    if (sizeFor(one, type.across) >= type.small) return above(one, type.large);
    return above([[{ words: first }], [{ words: second }]], type.halved);
  }

  /**
   * Lay out several destinations above a map: in one line with the origin, or below it if that would be too small.
   *
   * @param {Part} origin
   * @param {Part[]} goals
   */
  function partsAbove(origin, goals) {
    const one = [[origin, ...goals]];
    if (sizeFor(one, type.across) >= type.small) return above(one, type.large);
    const lines = [[origin], ...broken(goals, type.across)];
    return above(lines, lines.length === 2 ? type.halved : type.small);
  }

  /**
   * Lay out names beside a map.
   *
   * @param {string[]} names
   * @param {Part[]} [goals] several destinations, which stand below the names
   */
  function beside(names, goals) {
    const blocks = names.map((name) => {
      const words = sizeFor([[{ words: name }]], type.beside) < type.large ? halves(name) : [name];
      return words.map((line) => [/** @type {Part} */ ({ words: line })]);
    });
    if (goals) blocks.push(broken(goals, type.beside));
    const lowest = blocks.reduce((sum, block) => sum + 4 + 11 * block.length, 0);
    const fitted = goals ? Math.min(1, type.lowest / lowest) : 1;
    let y = 0;
    return blocks.flatMap((block) => {
      const size = Math.min(type.large * fitted, sizeFor(block, type.beside));
      y += 4 * fitted;
      return block.map((line) => set(line, BESIDE, (y += 11 * fitted), size));
    });
  }

  /**
   * Break destinations into the fewest lines that are legible. The lines are as equal in length as possible.
   *
   * @param {Part[]} parts
   * @param {number} room
   */
  function broken(parts, room) {
    /** @type {Part[][]} */
    let best = [];
    for (let lines = 1; lines <= parts.length; lines++) {
      for (const way of waysToBreak(parts, lines)) {
        if (best.length === 0 || sizeFor(way, room) > sizeFor(best, room)) best = way;
      }
      if (sizeFor(best, room) >= type.small) break;
    }
    return best;
  }

  return { namesAbove, partsAbove, beside };
}

/**
 * Return the y of the base of a line above a map.
 *
 * @param {number} at the index of the line
 * @param {number} lines the number of lines
 */
function baseOf(at, lines) {
  if (lines === 1) return 14;
  return lines === 2 ? 11.5 + 10.5 * at : 11 + 10 * at;
}

/**
 * Return all ways to break a row into a number of lines.
 *
 * @template T
 * @param {T[]} row
 * @param {number} lines
 * @returns {T[][][]}
 */
function waysToBreak(row, lines) {
  if (lines === 1) return [[row]];
  const firsts = Array.from({ length: row.length - lines + 1 }, (_, at) => at + 1);
  return firsts.flatMap((n) => waysToBreak(row.slice(n), lines - 1).map((rest) => [row.slice(0, n), ...rest]));
}

/**
 * Break a name into two lines so that the longer one is as short as possible. A single word stays in one line.
 *
 * @param {string} name
 */
function halves(name) {
  const ways = [...name.matchAll(/ /g)].map(({ index = 0 }) => [name.slice(0, index), name.slice(index + 1)]);
  const longer = (/** @type {string[]} */ lines) => Math.max(...lines.map(widthOf));
  return ways.reduce((best, way) => (longer(way) < longer(best) ? way : best), [name]);
}

/**
 * Return the width of a line, as a multiple of the font size.
 *
 * @param {string} words
 */
function widthOf(words) {
  void arrived.value;
  const found = known.get(words);
  if (found !== undefined) return found;
  pen.font = `${SIZE}px ${FAMILY}`;
  const width = pen.measureText(words).width / SIZE;
  known.set(words, width);
  return width;
}
