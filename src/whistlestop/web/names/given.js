// Names that the server gives in English where nobody chose one: of the built-in boards, of players
// without a name, and of the bots that come along.
import { tOr } from "../language/index.js";

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

/**
 * Somebody's name; one that nobody chose, in the reader's language.
 *
 * @param {string} name
 * @param {string | null} [of] what it was made of, if nobody chose it
 */
export const personName = (name, of) =>
  of ? `${tOr(`given.${of}`, name.slice(0, of.length))}${name.slice(of.length)}` : name;
