// The page without a connection. It tries to load the page that the reader wanted, again and again. This file is no
// module, because the service worker keeps only these three files.
(() => {
  /** Milliseconds between two tries. */
  const BETWEEN = 5000;
  const root = document.documentElement;
  const languages = [...document.querySelectorAll("section[lang]")].map(
    (section) => section.getAttribute("lang") ?? "",
  );
  const chosen = JSON.parse(localStorage.getItem("whistlestop.language") ?? '""');
  const wanted = [chosen, ...navigator.languages].map((name) => name.slice(0, 2));
  root.lang = wanted.find((name) => languages.includes(name)) ?? "en";
  const theme = localStorage.getItem("whistlestop.theme");
  if (theme) root.dataset.theme = JSON.parse(theme);
  const again = () => location.reload();
  document.querySelectorAll("button").forEach((button) => button.addEventListener("click", again));
  addEventListener("online", again);
  setInterval(() => fetch("/static/manifest.webmanifest", { cache: "no-store" }).then(again, () => {}), BETWEEN);
})();
