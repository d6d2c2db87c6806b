// What the page does while it is closed or without a connection. Without a connection, `page.html` is shown instead of
// the browser's own message. Messages of the server are shown as notifications. All other requests go to the server, as
// in a tab without this worker. It is registered by the installed page, and in a tab whose user allows messages.
const STORE = "offline";
const FOLDER = "/static/offline/";
const PAGE = "/static/offline/page.html";
const worker = /** @type {any} */ (self);

addEventListener("install", (/** @type {any} */ event) => {
  // A worker of an earlier version may not know messages.
  worker.skipWaiting();
  const kept = [PAGE, `${FOLDER}offline.css`, `${FOLDER}offline.js`];
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(kept.map((path) => new Request(path, { cache: "reload" })))),
  );
});

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const own = pathname.startsWith(FOLDER);
  if (request.mode !== "navigate" && !own) return;
  event.respondWith(fetch(request).catch(() => caches.match(own ? request : PAGE)));
  if (!own) event.waitUntil(closeNotifications(pathname));
});

/**
 * Close the notifications about a page, because the page is being opened.
 *
 * @param {string} path
 */
async function closeNotifications(path) {
  const shown = await worker.registration.getNotifications();
  for (const one of shown) if (one.data?.path === path) one.close();
}

addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{title?: string, body?: string, path?: string, tag?: string, language?: string}} */
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // The browser demands a notification for every message, even for one that cannot be read.
  }
  const { title = "Whistlestop", body = "", path = "/", tag = "whistlestop", language = "" } = message;
  const icon = "/static/icons/192.png";
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, renotify: true, lang: language, icon, data: { path } }),
  );
});

addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.path ?? "/"));
});

/**
 * Bring the page with a path to the front, or open it if no window shows it.
 *
 * @param {string} path
 */
async function show(path) {
  const wanted = new URL(path, location.origin);
  if (wanted.origin !== location.origin) return undefined;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((/** @type {any} */ one) => new URL(one.url).pathname === wanted.pathname);
  return open ? open.focus() : worker.clients.openWindow(wanted.href);
}

addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/**
 * Tell the server the new subscription of this browser. The server refuses it if the reader has switched messages off
 * on another device.
 *
 * @param {{oldSubscription?: PushSubscription, newSubscription?: PushSubscription}} event
 */
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = newSubscription ?? (key && (await worker.registration.pushManager.subscribe(options)));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  const answer = await fetch("/api/me/push", {
    method: "POST",
    credentials: "same-origin",
    headers: { "X-Requested-With": "whistlestop", "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
  if (!answer.ok) await made.unsubscribe();
}
