// The section about clubs on the reader's personal page.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { t } from "../../language/index.js";
import { ClubList } from "./clubs.js";

/** The reader's clubs, and the link to the page where clubs are founded. */
export function ClubSection() {
  const [own, setOwn] = useState(/** @type {Sent.OwnClubs | null} */ (null));
  useEffect(() => {
    get("/api/clubs").then(setOwn, () => {});
  }, []);
  return html`<section class="clubs-of-mine">
    <h2>${t("club.title")}</h2>
    ${own && own.clubs.length > 0 && html`<${ClubList} clubs=${own.clubs} />`}
    <a href="/clubs">${t("club.found")}</a>
  </section>`;
}
