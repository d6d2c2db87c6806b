// Numbers with their signs.
import { numberWords } from "./index.js";

/**
 * Return a number with its sign, as the reader's language writes it. Zero has none.
 *
 * @param {number} n
 */
export const signed = (n) => (n > 0 ? `+${numberWords(n)}` : numberWords(n));
