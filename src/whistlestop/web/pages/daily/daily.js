// The page of the deal of the day: today's deal, the reader's streaks, the rankings, and past days.
import { html, signal, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get } from "../../net/api.js";
import { language, numberWords, t } from "../../language/index.js";
import { Header } from "../../controls/menu.js";
import { problemWords } from "../../names/reasons.js";
import { theme } from "../../settings.js";
import { ColourMenu, Name } from "../me/person.js";
import { Calendar } from "./calendar.js";
import { DailyCard } from "./card.js";
import { Ranking } from "./ranking.js";
import { DailyShare } from "./share.js";
import { daily, useDailyWords } from "./words.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(dark.matches);
dark.addEventListener("change", () => {
  systemDark.value = dark.matches;
});

export function DailyPage() {
  const spoken = useDailyWords();
  const [today, setToday] = useState(/** @type {Sent.DailyToday | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  void language.value;
  useEffect(() => {
    const look = () => get("/api/daily").then(setToday, setProblem);
    look();
    // After midnight, or after a game in another tab, the page shows something else.
    const again = () => document.hidden || look();
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, []);
  useEffect(() => {
    if (spoken) document.title = `${daily("title")} – Whistlestop`;
  });
  if (problem)
    return html`<${Header} />
      <main id="main" class="message"><h1>${problemWords(problem)}</h1></main>`;
  if (!spoken || !today)
    return html`<${Header} />
      <main id="main" class="message" aria-busy="true"><h1 class="quiet">${t("table.loading")}</h1></main>`;
  const shown = theme.value === "auto" ? (systemDark.value ? "dark" : "light") : theme.value;
  const { attempt } = today;
  const chosen = new URLSearchParams(location.search).get("day");
  return html`<${Header}><${Name} /><${ColourMenu} /></${Header}>
    <main id="main" class="daily" key=${today.day}>
      <h1 class="display-title">${daily("title")}</h1>
      <p class="lead">${daily("lead")}</p>
      <${DailyCard} today=${today} theme=${shown}>
        ${
          attempt &&
          attempt.state !== "playing" &&
          html`<${DailyShare} deal=${{ ...today, attempt }} streak=${today.played.now} />`
        }
      </${DailyCard}>
      ${
        !attempt &&
        html`<ul class="daily-rules">
          ${["once", "name", "hidden"].map((rule) => html`<li key=${rule}>${daily(`rule.${rule}`)}</li>`)}
        </ul>`
      }
      <section class="daily-streaks">
        <h2>${daily("streak")}</h2>
        <dl>
          <${StreakOf} title=${daily("streak.played")} streak=${today.played} />
          <${StreakOf} title=${daily("streak.won")} streak=${today.won} />
        </dl>
      </section>
      <${Ranking} first=${chosen && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : today.day} />
      <${Calendar} today=${today.day} />
    </main>`;
}

/** @param {{title: string, streak: Sent.DailyStreak}} props */
const StreakOf = ({ title, streak }) =>
  html`<div>
    <dt>${title}</dt>
    <dd>
      <strong>${numberWords(streak.now)}</strong>
      <span class="quiet">${daily("streak.longest", { n: streak.longest })}</span>
    </dd>
  </div>`;
