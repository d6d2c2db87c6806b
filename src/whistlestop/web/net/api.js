// Requests to the server. Whatever goes wrong becomes an ApiError with a code the page can translate.

export class ApiError extends Error {
  /**
   * @param {string} code a snake_case word; `offline` if there was no answer
   * @param {string} message an English sentence
   * @param {Record<string, any>} details
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
 */
async function send(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new ApiError("offline", "The server does not answer.");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new ApiError(
    told.code ?? `http_${response.status}`,
    told.message ?? response.statusText,
    told.details ?? {},
  );
}

/** @param {string} path */
export async function get(path) {
  return (await send(path)).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await send(path)).text();
}

/**
 * @param {string} path
 * @param {any} [body] an object goes as JSON, a string as it is
 */
export async function post(path, body = {}) {
  const answer = await postText(path, body);
  return answer ? JSON.parse(answer) : {};
}

/**
 * The same with an answer that is no JSON.
 *
 * @param {string} path
 * @param {any} body
 */
export async function postText(path, body) {
  const text = typeof body === "string";
  const response = await send(path, {
    method: "POST",
    // No other site's page can send this header: the server's guard against forged requests.
    headers: {
      "X-Requested-With": "whistlestop",
      "Content-Type": text ? "text/plain; charset=utf-8" : "application/json",
    },
    body: text ? body : JSON.stringify(body),
  });
  return response.text();
}
