// The stars of a puzzle's difficulty.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { starsOf } from "./choosing.js";

/** @param {{difficulty: number}} props */
export const Stars = ({ difficulty }) =>
  html`<span class="puzzle-stars" role="img" aria-label=${t("puzzle.difficulty", { n: difficulty })}>
    ${starsOf(difficulty).map((filled, star) => html`<i key=${star} class=${filled ? "filled" : ""}></i>`)}
  </span>`;
