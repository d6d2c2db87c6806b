// The entry point of all pages. The address decides which page is shown.
import { effect, html, render } from "./html.js";
import { chosenLanguage } from "./settings.js";
import { addCatalogue, language, speak, t } from "./language/index.js";
import { introduce } from "./pages/me/person.js";
import { loadStyles } from "./controls/late.js";

const TABLE_STYLES = ["layouts"];

/**
 * Return the page that asks the server for a table, and opens it.
 *
 * @param {"lessons" | "puzzles"} kind
 * @param {string} name
 */
const opening = async (kind, name) =>
  html`<${(await import("./pages/start/opening.js")).OpeningPage} kind=${kind} name=${name} />`;

/**
 * The pages: the pattern of the address, the function that loads the page, and its style sheets. The first pattern
 * that matches counts. Its group is the argument of the function.
 *
 * @type {[RegExp, (id: string) => Promise<Child>, string[]?][]}
 */
const PAGES = [
  [
    /^\/$/,
    async () => {
      const words = ["start/", "files/"].map(addCatalogue);
      const [{ StartPage }] = await Promise.all([import("./pages/start/start.js"), ...words]);
      return html`<${StartPage} />`;
    },
    ["start", "daily"],
  ],
  [/^\/t\/([^/]+)/, async (id) => html`<${(await import("./pages/table.js")).TablePage} id=${id} />`, TABLE_STYLES],
  [
    /^\/replay\/([^/]+)/,
    async (id) => html`<${(await import("./pages/replay.js")).ReplayPage} id=${id} />`,
    [...TABLE_STYLES, "ending", "replay"],
  ],
  [
    /^\/me$/,
    async () => html`<${(await Promise.all([import("./pages/me/me.js"), addCatalogue("me/")]))[0].PersonalPage} />`,
    ["start", "me"],
  ],
  [/^\/learn\/([^/]+)/, async (id) => opening("lessons", id), ["start"]],
  [
    /^\/daily$/,
    async () => html`<${(await import("./pages/daily/daily.js")).DailyPage} />`,
    ["start", "standings", "daily"],
  ],
  [
    /^\/ladder$/,
    async () => html`<${(await import("./pages/ladder/ladder.js")).LadderPage} />`,
    ["start", "standings", "ladder"],
  ],
  [/^\/clubs$/, async () => html`<${(await import("./pages/club/club.js")).ClubsPage} />`, ["start", "club"]],
  [
    /^\/club\/([^/]+)/,
    async (id) => html`<${(await import("./pages/club/club.js")).ClubPage} id=${id} />`,
    ["start", "standings", "daily", "club"],
  ],
  [
    /^\/puzzles$/,
    async () => html`<${(await import("./pages/puzzles/puzzles.js")).PuzzlesPage} />`,
    ["start", "puzzles"],
  ],
  [/^\/puzzle\/([^/]+)/, async (id) => opening("puzzles", id), ["start"]],
  [
    /^\/rules\/([^/]+)/,
    async (id) => html`<${(await import("./pages/rules/rules.js")).RulesPage} edition=${id} />`,
    ["start", "districts"],
  ],
  [/^/, async () => html`<${(await import("./pages/not-found.js")).NotFoundPage} />`, ["start"]],
];

/** @param {{page: Child}} props */
function App({ page }) {
  // Reading the signal makes the whole page be drawn again when the language changes.
  void language.value;
  return html`<a class="skip" href="#main">${t("skip")}</a>${page}`;
}

/**
 * Decode a part of the address. Return it unchanged if it cannot be decoded; nothing will be found under it then.
 *
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function begin() {
  const [pattern, page, styles] = PAGES.find(([path]) => path.test(location.pathname)) ?? PAGES[0];
  const id = decoded(pattern.exec(location.pathname)?.[1] ?? "");
  // Wait for the reader's name and colour, because the answer contains the version in the drawings' addresses.
  const [content] = await Promise.all([page(id), introduce().catch(() => {}), speak(), loadStyles(styles ?? [])]);
  render(html`<${App} page=${content} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
}

let first = true;
effect(() => {
  void chosenLanguage.value;
  if (!first) speak();
  first = false;
});
const shown = begin();

// Where it has been installed, the page has no browser around it that could say that there is no connection. In a tab,
// there is a service worker only if the reader has allowed messages.
const workers = navigator.serviceWorker;
const installed = matchMedia("(display-mode: standalone)").matches;
const worker = installed ? workers?.register("/service-worker.js") : workers?.getRegistration();
// A page with a service worker keeps the reader's finished games for times without a connection.
Promise.all([worker, shown]).then(
  async ([found]) => found && (await import("./offline/keeping.js")).keepGames(),
  () => {},
);
