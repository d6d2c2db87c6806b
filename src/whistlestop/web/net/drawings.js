// Boards and cards from the server. Their addresses contain the package's version, so browsers may cache them forever.
import { get, getText } from "./api.js";

let version = "";
/**
 * The answers to requests, by what was requested. None is requested twice, unless it failed.
 *
 * @type {Map<string, Promise<unknown>>}
 */
const asked = new Map();

/**
 * Set the version in the addresses of drawings. Call it before any drawing is loaded.
 *
 * @param {string} words the package's version
 */
export function drawnBy(words) {
  version = words;
}

/**
 * Return the address of a drawing of an edition.
 *
 * @template {string} File
 * @param {string} edition
 * @param {File} file
 * @returns {`/drawings/${string}/${File}${string}`}
 */
export function drawingUrl(edition, file) {
  return `/drawings/${edition}/${file}${file.includes("?") ? "&" : "?"}v=${version}`;
}

/**
 * Return whether an edition was sent by a player. The name of such an edition is made from its table's id.
 *
 * @param {string} edition
 */
export const isOwn = (edition) => edition.startsWith("table.");

/**
 * Return the saved answer to a request, or send the request.
 *
 * @template T
 * @param {string} key names the request
 * @param {() => Promise<T>} ask sends the request
 * @returns {Promise<T>}
 */
function once(key, ask) {
  if (!asked.has(key)) {
    const answer = ask();
    asked.set(key, answer);
    // Send a failed request again the next time.
    answer.catch(() => asked.delete(key));
  }
  return /** @type {Promise<T>} */ (asked.get(key));
}

/**
 * Load where things lie on an edition's board.
 *
 * @param {string} edition
 */
export const geometryOf = (edition) => once(`geometry ${edition}`, () => get(drawingUrl(edition, "geometry.json")));

/**
 * Load the facts of an edition.
 *
 * @param {string} edition
 */
export const factsOf = (edition) => once(`facts ${edition}`, () => get(`/api/editions/${edition}`));

/**
 * Load a drawing and return it as a new element, to be put into the page.
 *
 * @param {string} edition
 * @param {"board.svg" | "cards.svg"} file
 * @returns {Promise<SVGSVGElement>}
 */
export async function drawing(edition, file) {
  return element(await once(`${file} ${edition}`, () => getText(drawingUrl(edition, file))));
}

/**
 * Put the symbols of an edition's cards into the page, where `<use>` elements can refer to them.
 *
 * @param {string} edition
 */
export async function layOutCards(edition) {
  layOut("card-symbols", await drawing(edition, "cards.svg"));
}

/** Put the symbols of pieces of every colour into the page, unless a board with these symbols is there. */
export async function layOutPieces() {
  const there = () => document.querySelector("#piece-1, #piece-symbols") !== null;
  if (there()) return;
  const text = await once("pieces", () => getText(`/drawings/pieces.svg?v=${version}`));
  // A board may have been added while the pieces were loading.
  if (!there()) layOut("piece-symbols", element(text));
}

/** Remove the symbols of pieces. A board has its own, and an id may occur only once in the page. */
export function leavePiecesToBoard() {
  document.getElementById("piece-symbols")?.remove();
}

/**
 * Put symbols into the page. They replace those that were added under the same id.
 *
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

/**
 * Return a new element for the text of an SVG file.
 *
 * @param {string} text
 * @returns {SVGSVGElement}
 */
function element(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return /** @type {SVGSVGElement} */ (/** @type {Element} */ (document.importNode(parsed.documentElement, true)));
}
