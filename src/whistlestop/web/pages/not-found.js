// The page for addresses that do not exist.
import { html, useEffect } from "../html.js";
import { language, t } from "../language/index.js";
import { Header } from "../controls/menu.js";

export function NotFoundPage() {
  void language.value;
  useEffect(() => {
    document.title = "Whistlestop";
  });
  return html`<${Header} />
    <main id="main" class="message">
      <h1>${t("error.not_found")}</h1>
      <p><a class="button main" href="/">${t("finale.start")}</a></p>
    </main>`;
}
