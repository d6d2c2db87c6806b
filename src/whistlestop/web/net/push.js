// The messages that the server can send to this browser while the page is closed.

/**
 * Return why this browser cannot get messages; empty if it can.
 *
 * `insecure` = the page has no HTTPS; `home_screen` = the page has to be opened from the home screen of an iPhone or
 * iPad; `unable` = the browser does not offer messages; `blocked` = the reader has forbidden them.
 *
 * @param {Window & typeof globalThis} [browser]
 * @returns {"" | "insecure" | "home_screen" | "unable" | "blocked"}
 */
export function obstacle(browser = window) {
  if (!browser.isSecureContext) return "insecure";
  if (!("serviceWorker" in browser.navigator && "PushManager" in browser && "Notification" in browser)) {
    // Only Safari on these devices has the property, which tells whether the page is on the home screen.
    return /** @type {any} */ (browser.navigator).standalone === false ? "home_screen" : "unable";
  }
  return browser.Notification.permission === "denied" ? "blocked" : "";
}

/** Return the subscription of this browser; null if there is none. */
export async function subscription() {
  const found = await navigator.serviceWorker?.getRegistration();
  return (await found?.pushManager?.getSubscription()) ?? null;
}

/**
 * Subscribe this browser to the messages of the server. The reader must have allowed notifications before. In a tab,
 * the service worker is registered now, because it shows the messages.
 *
 * @param {string} key the public key of the server in URL-safe Base64
 * @returns {Promise<{endpoint: string, p256dh: string, auth: string}>} what the server has to know
 */
export async function subscribe(key) {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  await activated(registration);
  const { pushManager } = registration;
  const old = await pushManager.getSubscription();
  // A subscription that is bound to an earlier key of the server cannot be used.
  if (old && inBase64(old.options.applicationServerKey) !== key) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint = "", keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}

/**
 * Wait until a service worker is active. Throw an error if it cannot be installed.
 *
 * @param {ServiceWorkerRegistration} registration
 */
async function activated({ active, installing, waiting }) {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve(undefined);
      if (worker.state === "redundant") reject(new Error("The service worker cannot be installed."));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/** End the subscription of this browser, if there is one. */
export async function unsubscribe() {
  await (await subscription())?.unsubscribe();
}

/**
 * Return the bytes of a text in URL-safe Base64.
 *
 * @param {string} text
 */
export const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/**
 * Return bytes as URL-safe Base64 without padding; empty for null.
 *
 * @param {ArrayBuffer | null} data
 */
export const inBase64 = (data) =>
  btoa(String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
