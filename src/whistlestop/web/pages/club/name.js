// The field for the name of a club.
import { html } from "../../html.js";
import { t } from "../../language/index.js";

/** @param {{value: string, onInput: (name: string) => void}} props */
export const ClubName = ({ value, onInput }) =>
  html`<label>
    <span>${t("club.name")}</span>
    <input
      type="text"
      required
      maxlength="24"
      autocomplete="off"
      value=${value}
      onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => onInput(event.target.value)}
    />
  </label>`;
