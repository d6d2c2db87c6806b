// The content of the page with the reader's clubs: the list, and the form that founds a club.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { language, t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { Name, remembered } from "../me/person.js";
import { ClubName } from "./name.js";

/**
 * The reader's clubs.
 *
 * @param {{named: boolean}} props named: whether the reader has a name already
 */
export function Clubs({ named }) {
  const [own, setOwn] = useState(/** @type {Sent.OwnClubs | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  void language.value;
  useEffect(() => void get("/api/clubs").then(setOwn, setProblem), []);
  useEffect(() => {
    document.title = `${t("club.title")} – Whistlestop`;
  });
  return html`<h1 class="display-title">${t("club.title")}</h1>
    <p class="lead">${t("club.lead")}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${
      own &&
      html`<section class="club-list">
        <h2>${t("club.mine")}</h2>
        ${own.clubs.length === 0 && html`<p class="quiet">${t("club.none")}</p>`}
        <${ClubList} clubs=${own.clubs} />
      </section>`
    }
    <${Founding} named=${named} />
    <p><a class="button" href="/">${t("finale.start")}</a></p>`;
}

/** @param {{clubs: Sent.ClubLine[]}} props */
export const ClubList = ({ clubs }) =>
  html`<ul class="club-cards">
    ${clubs.map(
      ({ id, name, founder, members }) =>
        html`<li key=${id}>
          <a href=${`/club/${id}`}>
            <strong>${name}</strong>
            <span class="quiet">${t("club.members", { n: members })}</span>
            ${founder && html`<span class="tag">${t("club.founder")}</span>`}
          </a>
        </li>`,
    )}
  </ul>`;

/** @param {{named: boolean}} props */
function Founding({ named }) {
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const found = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    // Wait until the server has saved the reader's name, which may have been typed just before.
    await remembered();
    try {
      const { id } = await post("/api/clubs", { name });
      location.assign(`/club/${id}`);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  return html`<section class="club-founding">
    <h2>${t("club.found")}</h2>
    <p class="quiet">${t("club.found_about")}</p>
    <form class="club-form" onSubmit=${found}>
      ${!named && html`<${Name} />`}
      <${ClubName} value=${name} onInput=${setName} />
      <button type="submit" class="main" disabled=${busy}>${t("club.found_yes")}</button>
    </form>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
  </section>`;
}
