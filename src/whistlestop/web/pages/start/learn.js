// The page that opens the table of a lesson: the one that the reader began before, or a new one.
import { html, useEffect, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { post } from "../../net/api.js";
import { problemWords } from "../../names/reasons.js";
import { Header } from "../../controls/menu.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/** @param {{lesson: string}} props */
export function LearnPage({ lesson }) {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  useEffect(() => {
    document.title = t("title.lesson");
    post(`/api/lessons/${encodeURIComponent(lesson)}`, {}).then(
      ({ id }) => location.replace(`/t/${id}`),
      (error) => setProblem(error),
    );
  }, [lesson]);
  return html`<${Header} />
    <main id="main" class="message" aria-busy=${problem ? undefined : "true"}>
      <h1 class=${problem ? "" : "quiet"}>${problem ? problemWords(problem) : t("table.loading")}</h1>
      ${problem && html`<p><a class="button main" href="/">${t("finale.start")}</a></p>`}
    </main>`;
}
