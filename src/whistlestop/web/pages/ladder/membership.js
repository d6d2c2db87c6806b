// Joining and leaving the ladder: what becomes visible, and one button.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { ratingWords } from "./words.js";

/**
 * The reader's place on the ladder, with the button that joins or leaves it.
 *
 * @param {{onChange?: () => void, children?: Child}} props onChange: called after the reader has joined or left;
 *   children: more to show below
 */
export function Membership({ onChange, children }) {
  const [found, setFound] = useState(/** @type {Sent.LadderStandings | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const look = () => get("/api/ladder").then(setFound, setProblem);
  useEffect(() => void look(), []);
  const change = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await (found?.joined ? post("/api/ladder/leave", {}) : post("/api/ladder/join", {}));
      await look();
      onChange?.();
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
    setBusy(false);
  };
  if (!found && !problem) return null;
  const { joined = false, mine = null } = found ?? {};
  const own = mine && {
    rating: ratingWords(mine),
    n: mine.games,
  };
  return html`<div class="ladder-membership">
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${
      found &&
      html`<p role="status">
          ${joined && html`<strong>${t("ladder.joined")}</strong> `}
          ${joined && own && `${t(mine.provisional ? "ladder.own_provisional" : "ladder.own", own)} `}
          <span class="quiet">${t(joined ? "ladder.leave_about" : "ladder.join_about")}</span>
        </p>
        <button type="button" class=${joined ? "small" : "main"} disabled=${busy} onClick=${change}>
          ${t(joined ? "ladder.leave" : "ladder.join")}
        </button>`
    }
    ${children}
  </div>`;
}

/** The section about the ladder on the reader's personal page. */
export function LadderSection() {
  return html`<section class="ladder-of-mine">
    <h2>${t("ladder.title")}</h2>
    <${Membership}><a href="/ladder">${t("start.ladder")}</a></${Membership}>
  </section>`;
}
