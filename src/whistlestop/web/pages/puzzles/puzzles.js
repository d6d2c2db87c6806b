// The page of the puzzles.
import { html, useEffect } from "../../html.js";
import { late } from "../../controls/late.js";
import { Header } from "../../controls/menu.js";
import { addCatalogue, t } from "../../language/index.js";

const PuzzleList = late(async () => (await Promise.all([import("./list.js"), addCatalogue("reviews/")]))[0].PuzzleList);

export function PuzzlesPage() {
  useEffect(() => {
    document.title = t("title.puzzles");
  }, []);
  return html`<${Header} />
    <main id="main" class="start puzzles">
      <h1 class="display-title">${t("start.puzzles")}</h1>
      <${PuzzleList} />
    </main>`;
}
