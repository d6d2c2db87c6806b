// The decisions of the reader in a reviewed game that are puzzles.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { Stars } from "../puzzle/stars.js";

/**
 * The link that sets up a puzzle; nothing without one.
 *
 * @param {{puzzle: Sent.OwnPuzzle | undefined}} props
 */
export const PuzzleLink = ({ puzzle }) =>
  puzzle ? html`<a class="button" href=${`/puzzle/${puzzle.id}`}>${t("review.puzzle")}</a>` : null;

/**
 * All puzzles from this game, and whether the server is still looking for more.
 *
 * @param {{made: import("./making.js").Made}} props
 */
export function OwnPuzzles({ made }) {
  const { puzzles, looking } = made;
  if (!puzzles.length && !looking) return null;
  return html`<h3>${t("review.missed")}</h3>
    ${puzzles.length > 0 && html`<p>${t("review.missed_about")}</p>`}
    <ul class="review-puzzles">
      ${puzzles.map(
        ({ id, move, difficulty }) =>
          html`<li key=${id}>
            <a class="button" href=${`/puzzle/${id}`}>
              ${t("replay.slider")} ${move + 1} <${Stars} difficulty=${difficulty} />
            </a>
          </li>`,
      )}
    </ul>
    ${looking > 0 && html`<p role="status">${t("review.looking")}</p>`}`;
}
