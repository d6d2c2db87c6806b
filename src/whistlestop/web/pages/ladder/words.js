// The words about the ladder: ratings, seasons and changes. Their catalogue is loaded with the first shown part.
import { language, t } from "../../language/index.js";
import { signed } from "../../language/signed.js";
import { personName } from "../../names/names.js";

/**
 * Return a rating with its uncertainty, such as "1512 ± 180".
 *
 * @param {{rating: number, uncertainty: number}} rated
 */
export const ratingWords = ({ rating, uncertainty }) => `${plain(rating)}\u00a0±\u00a0${plain(uncertainty)}`;

/**
 * Return a rating without separators between its digits, and with a true minus sign.
 *
 * @param {number} n
 */
const plain = (n) => String(n).replace("-", "−");

/**
 * Return the name of a player on the ladder.
 *
 * @param {{name: string, bot: string | null}} player
 */
export const playerOnLadder = ({ name, bot }) => (bot === null ? name || t("given.player") : personName(bot, bot));

/**
 * Return a season in words, such as "Q4 2026".
 *
 * @param {string} season such as "2026-Q4"
 */
export function seasonWords(season) {
  const [year, quarter] = season.split("-Q");
  return t("ladder.quarter", { year, quarter });
}

/**
 * Return a mean lead with its sign and one digit after the point.
 *
 * @param {number} margin
 */
export const leadWords = (margin) =>
  new Intl.NumberFormat(language.value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format(margin)
    .replace("-", "−");

/**
 * Return the changes of ratings after a game in one line.
 *
 * @param {Sent.LadderChange[]} changes
 * @param {(seat: number) => string} nameOf returns the name of a seat's player
 */
export function changeWords(changes, nameOf) {
  const each = changes.map(({ seat, before, after }) =>
    t("ladder.change", {
      name: nameOf(seat),
      after: plain(after),
      change: signed(after - before),
    }),
  );
  return t("ladder.changes", { changes: each.join(" · ") });
}
