// Boards and cards from the server, drawn once and cached for good under the package's version.
import { get, getText } from "./api.js";

let version = "";
/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/** @param {string} words the package's version */
export function drawnBy(words) {
  version = words;
}

/**
 * @template {string} File
 * @param {string} edition
 * @param {File} file
 * @returns {`/drawings/${string}/${File}${string}`}
 */
export function drawingUrl(edition, file) {
  return `/drawings/${edition}/${file}${file.includes("?") ? "&" : "?"}v=${version}`;
}

/**
 * Whether an edition was sent by a player: such a one is named by its table.
 *
 * @param {string} edition
 */
export const isOwn = (edition) => edition.startsWith("table.");

/**
 * @template T
 * @param {string} key
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
function once(key, ask) {
  if (!asked.has(key)) {
    const answer = ask();
    asked.set(key, answer);
    // What failed is asked for again.
    answer.catch(() => asked.delete(key));
  }
  return /** @type {Promise<T>} */ (asked.get(key));
}

/** @param {string} edition */
export const geometryOf = (edition) => once(`geometry ${edition}`, () => get(drawingUrl(edition, "geometry.json")));

/** @param {string} edition */
export const factsOf = (edition) => once(`facts ${edition}`, () => get(`/api/editions/${edition}`));

/**
 * A drawing as an element of its own, to be put into the page.
 *
 * @param {string} edition
 * @param {"board.svg" | "cards.svg"} file
 * @returns {Promise<SVGSVGElement>}
 */
export async function drawing(edition, file) {
  return element(await once(`${file} ${edition}`, () => getText(drawingUrl(edition, file))));
}

/**
 * Put the cards' symbols into the page, where every `<use>` finds them.
 *
 * @param {string} edition
 */
export async function layOutCards(edition) {
  layOut("card-symbols", await drawing(edition, "cards.svg"));
}

/** The same with pieces of every colour, where no board brings them. */
export async function layOutPieces() {
  const there = () => document.querySelector("#piece-1, #piece-symbols") !== null;
  if (there()) return;
  const text = await once("pieces", () => getText(`/drawings/pieces.svg?v=${version}`));
  // A board may have come meanwhile.
  if (!there()) layOut("piece-symbols", element(text));
}

/** Take the pieces away again: a board brings its own, and no two things may go by one id. */
export function leavePiecesToBoard() {
  document.getElementById("piece-symbols")?.remove();
}

/**
 * @param {string} id
 * @param {SVGSVGElement} symbols
 */
function layOut(id, symbols) {
  document.getElementById(id)?.remove();
  symbols.id = id;
  symbols.setAttribute("aria-hidden", "true");
  symbols.setAttribute("width", "0");
  symbols.setAttribute("height", "0");
  document.body.append(symbols);
}

/** @param {string} text @returns {SVGSVGElement} */
function element(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return /** @type {SVGSVGElement} */ (/** @type {Element} */ (document.importNode(parsed.documentElement, true)));
}
