// What the installed page does without a connection: it shows `page.html` instead of the browser's own message.
// Everything else goes to the server, as in a tab.
const STORE = "offline";
const FOLDER = "/static/offline/";
const PAGE = "/static/offline/page.html";

addEventListener("install", (/** @type {any} */ event) => {
  const kept = [PAGE, `${FOLDER}offline.css`, `${FOLDER}offline.js`];
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(kept.map((path) => new Request(path, { cache: "reload" })))),
  );
});

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const own = new URL(request.url).pathname.startsWith(FOLDER);
  if (request.mode !== "navigate" && !own) return;
  event.respondWith(fetch(request).catch(() => caches.match(own ? request : PAGE)));
});
