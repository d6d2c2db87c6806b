// Requests to the server. Every failure becomes an ApiError with a code the page can translate.
import { addCatalogue } from "../language/index.js";

export class ApiError extends Error {
  /**
   * @param {string} code a snake_case word; `offline` if there was no answer
   * @param {string} message an English sentence
   * @param {Sent.Details} details
   */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/**
 * Send a request and return the body of the answer. Throw an ApiError if the answer is an error, or if there is none.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<string>} the body of the answer
 */
async function send(path, options = {}) {
  let response, text;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
    // The connection may also be lost while the answer is read.
    text = await response.text();
  } catch {
    throw new ApiError("offline", "The server does not answer.");
  }
  if (response.ok) return text;
  const told = parsed(text) ?? {};
  throw await refusal(told.code ?? `http_${response.status}`, told.message ?? response.statusText, told.details ?? {});
}

/** Milliseconds that a refusal waits for its sentences in the reader's language. */
const PATIENCE = 2000;

/**
 * Load the reader's sentences about refusals. If this fails or takes long, the page shows the server's sentences, which
 * are in English.
 */
export const loadRefusals = () =>
  Promise.race([addCatalogue("refusals/").catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);

/**
 * Load the reader's sentences about refusals. Then return an ApiError, even if they could not be loaded.
 *
 * @param {string} code as in `ApiError`
 * @param {string} message
 * @param {Sent.Details} [details]
 */
export async function refusal(code, message, details) {
  await loadRefusals();
  return new ApiError(code, message, details);
}

/**
 * Return the value of a JSON text; undefined if the text is not JSON.
 *
 * @param {string} text
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Return the value of a JSON answer. Throw an ApiError if the answer is not JSON.
 *
 * @param {string} text
 */
function answered(text) {
  const answer = parsed(text);
  // Such an answer comes from another server, for example the login page of a public network.
  if (answer === undefined) throw new ApiError("offline", "The server does not answer.");
  return answer;
}

/**
 * Get a JSON answer.
 *
 * @type {Sent.Get}
 */
export const get = async (/** @type {string} */ path) => answered(await send(path));

/**
 * Get an answer as text.
 *
 * @type {(path: string) => Promise<string>}
 */
export const getText = send;

/**
 * Post an object as JSON, or a string as plain text, and return the JSON answer. An empty answer becomes `{}`.
 *
 * @type {Sent.Post}
 */
export const post = async (/** @type {string} */ path, /** @type {object | string} */ body) => {
  const answer = await postText(path, body);
  return answer ? answered(answer) : {};
};

/**
 * Post an object as JSON, or a string as plain text, and return the answer as text.
 *
 * @param {string} path
 * @param {object | string} body
 */
export async function postText(path, body) {
  const text = typeof body === "string";
  return send(path, {
    method: "POST",
    // Pages of other sites cannot send this header. The server requires it, as protection against forged requests.
    headers: {
      "X-Requested-With": "whistlestop",
      "Content-Type": text ? "text/plain; charset=utf-8" : "application/json",
    },
    body: text ? body : JSON.stringify(body),
  });
}
