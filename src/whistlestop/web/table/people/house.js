// The switch that lets devices in the house join. Only the person at the server's computer has it.
import { html, useState } from "../../html.js";
import { post } from "../../net/api.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { person } from "../../pages/me/person.js";

/**
 * The switch that lets devices in the house join, and the link that they can open.
 *
 * @param {{open: boolean, link: string}} props open: whether other devices can join; link: the table's address for them
 */
export function House({ open, link }) {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const change = async (/** @type {EventOf<HTMLInputElement>} */ event) => {
    try {
      person.value = await post("/api/house", { open: event.target.checked });
      setProblem(null);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
  };
  return html`<div class="house">
    <label class="switch">
      <span>${t("house.switch")}</span>
      <input type="checkbox" role="switch" checked=${open} aria-describedby="house-about" onChange=${change} />
    </label>
    <p id="house-about" class="quiet" role="status">${t(open ? "house.open" : "house.shut")}</p>
    ${open && html`<p class="house-link"><strong>${link}</strong></p>`}
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
  </div>`;
}
