// The calendar of the deals of past days, which can be played without counting.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { problemWords } from "../../names/reasons.js";
import { tableTitle } from "../../names/names.js";
import { openDeal } from "./card.js";
import { Steps } from "./ranking.js";
import { daily, dayWords, resultWords, shortDay } from "./words.js";

/**
 * Return the month of the day before a day, such as "2026-11".
 *
 * @param {string} day
 */
const monthBefore = (day) => new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 7);

/**
 * The days of one month before today, the newest first. Each is a button that begins practice.
 *
 * @param {{today: string}} props
 */
export function Calendar({ today }) {
  const [month, setMonth] = useState(() => monthBefore(today));
  const [shown, setShown] = useState(/** @type {Sent.DailyCalendar | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let stale = false;
    get(`/api/daily/days?month=${month}`).then(
      (found) => stale || setShown(found),
      (error) => setProblem(error),
    );
    return () => {
      stale = true;
    };
  }, [month]);
  const play = async (/** @type {string} */ day) => {
    setBusy(true);
    setProblem(null);
    try {
      await openDeal(day);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
      setBusy(false);
    }
  };
  const past = shown?.days.filter(({ day }) => day < today).reverse() ?? [];
  return html`<section class="daily-calendar">
    <h2>${daily("calendar")}</h2>
    <p class="quiet">${daily("calendar.about")}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${
      shown &&
      html`<${Steps}
          label=${dayWords(`${shown.month}-01`, { month: "long", year: "numeric" })}
          earlier=${shown.earlier}
          later=${shown.later}
          onStep=${setMonth}
        />
        <ol>
          ${past.map((deal) => {
            const board = tableTitle(deal);
            const { attempt } = deal;
            return html`<li key=${deal.day}>
              <button type="button" disabled=${busy} onClick=${() => play(deal.day)}>
                <span class="visually-hidden">${daily("calendar.play", { day: dayWords(deal.day), board })}</span>
                <span class="daily-day" aria-hidden="true">${shortDay(deal.day)}</span>
                <span aria-hidden="true">${board}</span>
                ${
                  attempt &&
                  html`<span class=${`daily-result ${attempt.won ? "daily-won" : ""}`}>
                    ${resultWords(attempt, "short")}
                  </span>`
                }
              </button>
            </li>`;
          })}
        </ol>`
    }
  </section>`;
}
