// What the link of a club shows to somebody who is no member: the names of the club and of its founder.
import { html, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { post } from "../../net/api.js";
import { t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { Name, person, remembered } from "../me/person.js";

/**
 * The invitation to a club, with the button that joins it.
 *
 * @param {{invited: Sent.ClubInvitation, link: string, named: boolean, onJoined: () => void}} props
 *   link: the secret part of the link; named: whether the reader had a name when the page was opened
 */
export function Invitation({ invited, link, named, onJoined }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    await remembered();
    try {
      await post(`/api/clubs/${invited.id}/join`, { key: link });
      onJoined();
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  const name = person.value?.name;
  return html`<p class="club-invited">${t("club.invited")}</p>
    <h1 class="display-title">${invited.name}</h1>
    <p class="lead">${t("club.by", { name: invited.founder || t("given.player") })}</p>
    <form class="club-form" onSubmit=${join}>
      ${!named && html`<${Name} />`}
      <button type="submit" class="main large" disabled=${busy}>
        ${named && name ? t("club.join_as", { name }) : t("club.join")}
      </button>
    </form>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    <p class="quiet">${t("club.join_about")}</p>`;
}
