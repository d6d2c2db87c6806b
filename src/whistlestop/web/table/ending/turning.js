// The turning points of a game, and a chart of the scores turn by turn.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName } from "../../names/names.js";
import { pieceOf } from "../people/colours.js";
import { LineChart } from "./charts.js";

/** The most overtakings that are named. If there were more, these are the last ones. */
const TOLD = 3;

/**
 * Return the players as charts need them: the number of their pieces, and their name.
 *
 * @param {Sent.Table} table
 * @param {Sent.Sheet} sheet
 */
export const company = (table, sheet) =>
  sheet.players.map(({ seat }) => ({ piece: pieceOf(table, seat), name: playerName(table, seat) }));

/**
 * Return the turning points of a game in sentences: overtakings, and whether the final scoring changed who leads.
 *
 * @param {Sent.Turns} told
 * @param {Sent.Sheet} sheet
 * @param {Sent.Table} table
 * @returns {string[]}
 */
export function turningPoints({ turns, overtakings }, sheet, table) {
  const words = overtakings
    .slice(-TOLD)
    .map(({ turn, seat, passed }) =>
      t("finale.overtaken", { n: turn, name: playerName(table, seat), other: playerName(table, passed) }),
    );
  const ahead = leaders(turns);
  const [leader] = ahead;
  if (!words.length) {
    words.push(
      ahead.length === 1 ? t("finale.no_overtaking", { name: playerName(table, leader) }) : t("finale.never_apart"),
    );
  }
  if (ahead.length === 1 && !sheet.winners.includes(leader)) {
    words.push(t("finale.turned", { name: playerName(table, leader) }));
  }
  return words;
}

/**
 * Return the seats that were ahead on the score track before the final scoring.
 *
 * @param {Sent.Turn[]} turns
 */
function leaders(turns) {
  const scores = turns[turns.length - 1]?.scores ?? [];
  const best = Math.max(...scores);
  return scores.flatMap((score, seat) => (score === best ? [seat] : []));
}

/** @param {{told: Sent.Turns, sheet: Sent.Sheet, table: Sent.Table}} props */
export const ScoreChart = ({ told, sheet, table }) =>
  html`<${LineChart}
    label=${t("stats.scores")}
    players=${company(table, sheet)}
    values=${[sheet.players.map(() => 0), ...told.turns.map(({ scores }) => scores)]}
    dots=${told.overtakings.map(({ turn, seat }) => ({ at: turn, seat }))}
  />`;
