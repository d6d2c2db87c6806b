// The card with the deal of the day: the board, the bots, and the button that begins or shows the reader's game.
import { html, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { post } from "../../net/api.js";
import { drawingUrl } from "../../net/drawings.js";
import { problemWords } from "../../names/reasons.js";
import { tableTitle } from "../../names/names.js";
import { remembered } from "../me/person.js";
import { daily, dayWords, momentWords, opponents, resultWords } from "./words.js";

/**
 * Begin or open the reader's table for the deal of a day.
 *
 * @param {string | null} day null = today
 */
export async function openDeal(day) {
  // Wait until the server has saved the reader's name, which may have been typed just before.
  await remembered();
  const { id } = await post("/api/daily", { day });
  location.assign(`/t/${id}`);
}

/**
 * The card with the deal of today. On the start page it is a strip without a picture, so that the boards stay in sight.
 *
 * @param {{today: Sent.DailyToday, theme?: string, strip?: boolean, children?: Child}} props
 *   theme: `light` or `dark`, for the picture; strip: whether it is the strip, which has a link to the page of the
 *   deal of the day
 */
export function DailyCard({ today, theme, strip = false, children }) {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [busy, setBusy] = useState(false);
  const { attempt, unfinished } = today;
  const open = (/** @type {string | null} */ day) => async () => {
    setBusy(true);
    setProblem(null);
    try {
      await openDeal(day);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  const begun = attempt?.state === "playing";
  return html`<section class=${strip ? "daily-card daily-strip" : "daily-card"} aria-label=${daily("title")}>
    ${
      !strip &&
      html`<span class="daily-picture">
        <img src=${drawingUrl(today.edition, `thumbnail.svg?theme=${theme}`)} alt="" />
      </span>`
    }
    <div class="daily-about">
      <h2>${strip ? daily("title") : dayWords(today.day)}</h2>
      <p class="daily-board"><strong>${tableTitle(today)}</strong> · ${opponents(today)}</p>
      ${
        attempt
          ? html`<p class=${attempt.won ? "daily-won" : ""}>${resultWords(attempt)}</p>`
          : html`<p class="quiet daily-lead">${daily(strip ? "lead" : "ends", {
              ends: momentWords(today.ends),
              closes: momentWords(today.closes),
            })}</p>`
      }
      ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
      <div class="daily-choices">
        ${
          attempt && !begun
            ? html`<a class="button" href=${`/t/${attempt.table}`}>${daily("look")}</a>`
            : html`<button type="button" class="main" disabled=${busy} onClick=${open(null)}>
                ${daily(begun ? "go_on" : "play")}
              </button>`
        }
        ${strip && html`<a href="/daily">${daily("more")}</a>`}
        ${children}
      </div>
      ${
        unfinished &&
        html`<p class="daily-waits">
          ${daily("unfinished", {
            day: dayWords(unfinished.day, { day: "numeric", month: "long" }),
            board: tableTitle(unfinished),
            closes: momentWords(new Date(Date.parse(today.closes) - 86_400_000).toISOString()),
          })}
          <button type="button" class="small" disabled=${busy} onClick=${open(unfinished.day)}>
            ${daily("go_on")}
          </button>
        </p>`
      }
    </div>
  </section>`;
}
