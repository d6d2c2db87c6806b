// The page without a connection. It tries to load the page that the reader wanted, again and again. It also shows the
// finished games that `keeping.js` has kept. This file is no module, because the service worker keeps only these three
// files.
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
  // A record that is being read must not disappear.
  const comeBack = () => document.querySelector("details[open]") === null && again();
  document.querySelectorAll(".again").forEach((button) => button.addEventListener("click", again));
  addEventListener("online", comeBack);
  setInterval(() => fetch("/static/manifest.webmanifest", { cache: "no-store" }).then(comeBack, () => {}), BETWEEN);

  /**
   * A kept game.
   *
   * @typedef {{facts: import("./keeping.js").Facts, record: string}} Kept
   */

  /** Return the kept games, the last one first. Games that cannot be read are left out. */
  async function keptGames() {
    const store = await caches.open("games");
    const found = await Promise.all(
      (await store.keys()).map(async (request) => {
        /** @type {Kept | undefined} */
        const kept = await (await store.match(request))?.json().catch(() => undefined);
        return kept ? [kept] : [];
      }),
    );
    return found.flat().sort((one, other) => other.facts.updated.localeCompare(one.facts.updated));
  }

  /**
   * Return an element with a text.
   *
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {string} text
   */
  function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  /**
   * Return the panel of a game. It opens to show the record.
   *
   * @param {Kept} kept
   * @param {DOMStringMap} words the words of the reader's language
   */
  function panel({ facts, record }, words) {
    const { place, score, gaveUp } = facts;
    const form = new Intl.DateTimeFormat(root.lang, { dateStyle: "medium" });
    const known = place === null || score === null ? words.over : place === 1 ? words.won : words.place;
    const result = ((gaveUp ? words.gaveUp : known) ?? "")
      .replace("{place}", `${place}`)
      .replace("{n}", `${score}`.replace("-", "\u2212"));
    const made = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(
      element("strong", facts.title),
      element("span", facts.players.join(", ")),
      element("span", `${form.format(new Date(facts.updated))} – ${result}`),
    );
    made.append(summary);
    if (!record) {
      made.append(element("p", words.none ?? ""));
      return made;
    }
    const save = element("a", words.save ?? "");
    save.href = URL.createObjectURL(new Blob([record], { type: "text/plain;charset=utf-8" }));
    save.download = `${facts.id}.record`;
    const text = element("pre", record);
    // A long record can be scrolled by keyboard, too.
    text.tabIndex = 0;
    made.append(save, text);
    return made;
  }

  async function showGames() {
    const box = /** @type {HTMLElement} */ (document.querySelector(`section[lang="${root.lang}"] .games`));
    const kept = await keptGames();
    box.append(...kept.map((game) => panel(game, box.dataset)));
    box.hidden = kept.length === 0;
  }
  showGames().catch(() => {});
})();
