// The page that asks the server for a table, such as that of a lesson or of a puzzle, and opens it.
import { html, useEffect, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { post } from "../../net/api.js";
import { problemWords } from "../../names/reasons.js";
import { Header } from "../../controls/menu.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/** Where a link leads if the server refuses, and the key of its words. */
const BACK = /** @type {const} */ ({ lessons: ["/", "finale.start"], puzzles: ["/puzzles", "start.puzzles"] });

/**
 * @param {{kind: "lessons" | "puzzles", name: string}} props name: the name of the lesson or the id of the puzzle
 */
export function OpeningPage({ kind, name }) {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  useEffect(() => {
    document.title = t(kind === "lessons" ? "title.lesson" : "title.puzzles");
    const code = encodeURIComponent(name);
    const made = kind === "lessons" ? post(`/api/lessons/${code}`, {}) : post(`/api/puzzles/${code}`, {});
    made.then(
      ({ id }) => location.replace(`/t/${id}`),
      (error) => setProblem(error),
    );
  }, [kind, name]);
  const [back, words] = BACK[kind];
  return html`<${Header} />
    <main id="main" class="message" aria-busy=${problem ? undefined : "true"}>
      <h1 class=${problem ? "" : "quiet"}>${problem ? problemWords(problem) : t("table.loading")}</h1>
      ${problem && html`<p><a class="button main" href=${back}>${t(words)}</a></p>`}
    </main>`;
}
