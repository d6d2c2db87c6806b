// The ranking of a day, a week or a month on this server.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { numberWords, t } from "../../language/index.js";
import { signed } from "../../language/signed.js";
import { Icon } from "../../controls/icons.js";
import { daily, spanWords } from "./words.js";

/** @type {Sent.Span[]} */
const SPANS = ["day", "week", "month"];

/**
 * The ranking with the choice of its days.
 *
 * @param {{first: string, club?: string}} props first: the day that is shown first; club: the id of the club whose
 *   members are ranked; left out = everybody is ranked
 */
export function Ranking({ first, club }) {
  const ask = (/** @type {string} */ query) =>
    club ? get(`/api/clubs/${club}/daily?${query}`) : get(`/api/daily/ranking?${query}`);
  const [span, setSpan] = useState(/** @type {Sent.Span} */ ("day"));
  const [day, setDay] = useState(first);
  const [shown, setShown] = useState(/** @type {Sent.DailyRanking | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stale = false;
    ask(`day=${day}&span=${span}`).then(
      (found) => {
        if (stale) return;
        setShown(found);
        setFailed(false);
      },
      () => setFailed(true),
    );
    return () => {
      stale = true;
    };
  }, [club, day, span]);
  const more = async () => {
    if (!shown) return;
    const found = await ask(`day=${day}&span=${span}&page=${shown.page + 1}`).catch(() => null);
    if (found) setShown({ ...found, rows: [...shown.rows, ...found.rows] });
  };
  return html`<section class="daily-ranking">
    <h2>${daily("ranking")}</h2>
    <div class="daily-spans" role="group" aria-label=${daily("span")}>
      ${SPANS.map(
        (one) =>
          html`<button type="button" key=${one} aria-pressed=${one === span} onClick=${() => setSpan(one)}>
            ${daily(`span.${one}`)}
          </button>`,
      )}
    </div>
    ${failed && html`<p class="problem" role="alert">${t("error.offline")}</p>`}
    ${
      shown &&
      html`<${Steps}
          label=${spanWords(shown.span, shown.first, shown.last)}
          earlier=${shown.earlier}
          later=${shown.later}
          onStep=${setDay}
        />
        ${shown.rows.length > 0 ? html`<${Rows} shown=${shown} />` : html`<p class="quiet">${daily("empty")}</p>`}
        ${shown.more && html`<button type="button" onClick=${more}>${daily("show_more")}</button>`}
        <p class="quiet">
          ${daily(shown.span === "day" ? "about.day" : "about.days")}${shown.final ? "" : ` ${daily("open")}`}
        </p>`
    }
  </section>`;
}

/**
 * A label between the buttons that go back and forth.
 *
 * @param {{label: string, earlier: string | null, later: string | null, onStep: (to: string) => void}} props
 */
export function Steps({ label, earlier, later, onStep }) {
  return html`<div class="daily-steps">
    <button type="button" aria-label=${daily("earlier")} disabled=${!earlier} onClick=${() => onStep(earlier ?? "")}>
      <${Icon} name="left" />
    </button>
    <strong aria-live="polite">${label}</strong>
    <button type="button" aria-label=${daily("later")} disabled=${!later} onClick=${() => onStep(later ?? "")}>
      <${Icon} name="arrow" />
    </button>
  </div>`;
}

/** @typedef {(row: Sent.DailyRow) => string} Cell */

/** @type {Record<"day" | "days", [string, Cell][]>} */
const COLUMNS = {
  day: [
    ["margin", (row) => (row.given_up ? daily("short.given_up") : signed(row.margin))],
    ["score", (row) => (row.given_up ? "–" : numberWords(row.score ?? 0))],
  ],
  days: [
    ["points", (row) => numberWords(row.points ?? 0)],
    ["days", (row) => numberWords(row.days ?? 0)],
    ["won", (row) => numberWords(row.won)],
    ["margin", (row) => signed(row.margin)],
  ],
};

/** @param {{shown: Sent.DailyRanking}} props */
function Rows({ shown }) {
  const columns = COLUMNS[shown.span === "day" ? "day" : "days"];
  const elsewhere = shown.mine !== null && !shown.rows.some((row) => row.you);
  const rows = elsewhere && shown.mine ? [...shown.rows, shown.mine] : shown.rows;
  return html`<div class="standings" tabindex="0" role="group" aria-label=${daily("ranking")}>
    <table>
      <thead>
        <tr>
          <th scope="col">${daily("column.rank")}</th>
          <th scope="col" class="standings-name">${daily("column.name")}</th>
          ${columns.map(([name]) => html`<th scope="col" key=${name}>${daily(`column.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, at) => {
          const name = row.name || t("given.player");
          return html`<tr key=${at} class=${`${row.you ? "mine" : ""} ${elsewhere && row.you ? "apart" : ""}`}>
            <td>${numberWords(row.rank)}</td>
            <th scope="row">
              ${
                row.table
                  ? html`<a href=${`/replay/${row.table}`} aria-label=${daily("replay_of", { name })}>${name}</a>`
                  : name
              }
              ${row.you && html` <span class="tag you">${daily("you")}</span>`}
            </th>
            ${columns.map(([column, cell]) => html`<td key=${column}>${cell(row)}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
