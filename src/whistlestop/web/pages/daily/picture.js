// The picture of a result for sharing: the board's name, the day, two bars and the streak. It shows nothing of the
// board, the cards or the tickets.
import { numberWords } from "../../language/index.js";

/** The width and height of the picture, in the units of the drawing. */
const SIZE = /** @type {const} */ ([800, 420]);

/** The largest length of a bar. */
const LONGEST = 470;

const COLOURS = {
  light: { paper: "#f4ecd8", frame: "#8a6d3b", title: "#5a2a1a", text: "#2c2417", own: "#a8321f", bot: "#8d8672" },
  dark: { paper: "#1f1d1a", frame: "#8a7a55", title: "#f0d9a8", text: "#ece4d2", own: "#e2725b", bot: "#7c776a" },
};

/**
 * Return a text for use in SVG.
 *
 * @param {string} text
 */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Return the picture as SVG.
 *
 * @param {{
 *   title: string,
 *   day: string,
 *   board: string,
 *   bars: {label: string, points: number}[],
 *   result: string,
 *   streak: string,
 *   dark: boolean,
 * }} shown title, day, board, result, streak: texts in the reader's language; bars: the reader's score, then the
 *   highest score of the bots
 */
export function resultPicture({ title, day, board, bars, result, streak, dark }) {
  const [width, height] = SIZE;
  const colours = dark ? COLOURS.dark : COLOURS.light;
  const most = Math.max(1, ...bars.map(({ points }) => points));
  const text = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size,
    /** @type {string} */ words,
    more = "",
  ) => `<text x="${x}" y="${y}" font-size="${size}" fill="${colours.text}" ${more}>${escaped(words)}</text>`;
  const titled = `style="fill:${colours.title}" font-family="Georgia,serif"`;
  const rows = bars.map(({ label, points }, at) => {
    const y = 222 + at * 56;
    const length = Math.max(4, (LONGEST * Math.max(0, points)) / most);
    const short = label.length > 14 ? `${label.slice(0, 13)}…` : label;
    const colour = at === 0 ? colours.own : colours.bot;
    return [
      text(220, y + 26, 24, short, 'text-anchor="end"'),
      `<rect x="236" y="${y}" width="${length.toFixed(1)}" height="38" rx="4" fill="${colour}"/>`,
      text(246 + length, y + 27, 24, numberWords(points)),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="Helvetica,Arial,sans-serif">',
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    `<rect x="14" y="14" width="${width - 28}" height="${height - 28}" fill="none" stroke="${colours.frame}"`,
    ' stroke-width="3"/>',
    text(44, 66, 26, `Whistlestop · ${title}`),
    text(44, 126, 52, board, titled),
    text(44, 166, 24, day),
    ...rows.flat(),
    text(44, 376, 26, result, titled),
    streak && text(width - 44, 376, 24, streak, 'text-anchor="end"'),
    "</svg>",
  ].join("");
}
