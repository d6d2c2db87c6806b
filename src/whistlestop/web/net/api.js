// Requests to the server. Every failure becomes an ApiError with a code the page can translate.

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
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<string>} the body of the answer
 */
async function send(path, options = {}) {
  let response, text;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
    // An answer may break off, too.
    text = await response.text();
  } catch {
    throw new ApiError("offline", "The server does not answer.");
  }
  if (response.ok) return text;
  const told = parsed(text) ?? {};
  throw new ApiError(told.code ?? `http_${response.status}`, told.message ?? response.statusText, told.details ?? {});
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function answered(text) {
  const answer = parsed(text);
  // Somebody else answers, as networks do that want to be logged into.
  if (answer === undefined) throw new ApiError("offline", "The server does not answer.");
  return answer;
}

/** @type {Sent.Get} */
export const get = async (/** @type {string} */ path) => answered(await send(path));

/** @type {(path: string) => Promise<string>} */
export const getText = send;

/**
 * An object goes as JSON, a string as it is.
 *
 * @type {Sent.Post}
 */
export const post = async (/** @type {string} */ path, /** @type {object | string} */ body) => {
  const answer = await postText(path, body);
  return answer ? answered(answer) : {};
};

/**
 * The same with an answer that is no JSON.
 *
 * @param {string} path
 * @param {object | string} body
 */
export async function postText(path, body) {
  const text = typeof body === "string";
  return send(path, {
    method: "POST",
    // No other site's page can send this header: the server's guard against forged requests.
    headers: {
      "X-Requested-With": "whistlestop",
      "Content-Type": text ? "text/plain; charset=utf-8" : "application/json",
    },
    body: text ? body : JSON.stringify(body),
  });
}
