// Names that the server gives in English where nobody chose one: of the built-in boards, of players
// without a name, and of the bots that come along.
import { t, tOr } from "./index.js";

/**
 * A board in the reader's language; one that somebody wrote keeps its name.
 *
 * @param {{name: string, title: string, own: boolean}} facts
 */
export const editionTitle = (facts) => (facts.own ? facts.title : tOr(`edition_title.${facts.name}`, facts.title));

/**
 * What a table is called: as its board.
 *
 * @param {{edition: string, title: string}} table
 */
export const tableTitle = (table) => tOr(`edition_title.${table.edition}`, table.title);

const GIVEN = /^(Player|Planner|Random)( \d+)?$/;

/**
 * Somebody's name.
 *
 * @param {string} name
 */
export function personName(name) {
  const [, given, number = ""] = GIVEN.exec(name) ?? [];
  return given ? `${t(`given.${given.toLowerCase()}`)}${number}` : name;
}
