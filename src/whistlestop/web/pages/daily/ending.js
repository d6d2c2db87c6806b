// What the end of a game with the deal of the day offers: the result to share.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { DailyShare } from "./share.js";
import { daily, useDailyWords } from "./words.js";

/**
 * The buttons that share the reader's result; for practice, a sentence that says that it does not count.
 *
 * @param {{day: string, table: string}} props table: the id of the table
 */
export function DailyEnding({ day, table }) {
  const spoken = useDailyWords();
  const [found, setFound] = useState(/** @type {{deal?: Sent.DailyDeal, streak: number} | null} */ (null));
  useEffect(() => {
    Promise.all([get("/api/daily"), get(`/api/daily/days?month=${day.slice(0, 7)}`)]).then(
      ([today, { days }]) => setFound({ deal: days.find((one) => one.day === day), streak: today.played.now }),
      () => {},
    );
  }, [day]);
  if (!found || !spoken) return null;
  const { deal, streak } = found;
  const attempt = deal?.attempt;
  if (!attempt || attempt.table !== table) return html`<p class="quiet">${daily("practice")}</p>`;
  return html`<${DailyShare} deal=${{ ...deal, attempt }} streak=${streak} />`;
}
