// The end of a game: the scenes of the scoring, shown once and again on request, then the score sheet,
// the statistics, and what the reader can do next.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { language, numberWords, t } from "../../language/index.js";
import { ownShare } from "../../luck.js";
import { mayMove, textBoard } from "../../settings.js";
import { late } from "../../controls/late.js";
import { Tabs } from "../../controls/tabs.js";
import { Piece } from "../../controls/pictures.js";
import { pieceOf } from "../people/colours.js";
import { lasting, sheetLines } from "./lines.js";
import { scenesOf } from "./schedule.js";
import { Share } from "./share.js";
import { Show } from "./show.js";
import { Winner } from "./winner.js";
import { personName, playedBy, playerName, winnersWords } from "../../names/names.js";
import { ClubLink } from "../../pages/club/of-table.js";
import { LadderNote } from "../../pages/ladder/late-note.js";
import { Counts, Course } from "./statistics.js";

const DailyEnding = late(async () => (await import("../../pages/daily/ending.js")).DailyEnding);

/** Milliseconds between the last move and the first scene. */
const LAST_MOVE = 1200;

/** @typedef {import("./lines.js").Line} Line */

/**
 * The end of a game. Nothing is shown until the score sheet is loaded.
 *
 * @param {{store: Begun}} props
 */
export function Finale({ store }) {
  const [told, setTold] = useState(/** @type {import("./show.js").Told | null} */ (null));
  const [stage, setStage] = useState(/** @type {"waiting" | "showing" | "done"} */ ("waiting"));
  const [open, setOpen] = useState(true);
  const { table } = store.update.value;
  const facts = store.facts.value;
  useEffect(() => {
    Promise.all([get(`/api/tables/${store.id}/sheet`), get(`/api/tables/${store.id}/turns`)]).then(
      ([sheet, turns]) => setTold({ sheet, turns }),
      () => setTold(null),
    );
  }, [store.id]);
  const lines = useMemo(() => (told ? sheetLines(told.sheet, facts) : []), [told, facts, language.value]);
  const scenes = useMemo(() => (told ? scenesOf(lines, told.sheet, facts) : []), [lines]);
  useEffect(() => {
    if (!told) return undefined;
    // Show the result at once to readers who come later, want no motion, or use the table as text.
    const showing = store.presentation.witnessed && mayMove() && !textBoard.value;
    store.presentation.witnessed = false;
    if (!showing) {
      setStage("done");
      return undefined;
    }
    const timer = setTimeout(() => setStage("showing"), LAST_MOVE);
    return () => clearTimeout(timer);
  }, [told]);
  useEffect(() => {
    if (!told || stage !== "done") return;
    store.presentation.path.value = lasting(told.sheet, facts);
    store.presentation.totals.value = told.sheet.totals;
    store.presentation.winners.value = told.sheet.winners;
  }, [told, stage]);
  if (!told || stage === "waiting") return null;
  if (stage === "showing")
    return html`<${Show} store=${store} scenes=${scenes} told=${told} onEnd=${() => setStage("done")} />`;
  const { sheet } = told;
  if (!open) {
    return html`<section class="finale closed" aria-label=${t("finale.label")}>
      <p class="winner">${winnersWords(sheet.winners, table)}</p>
      <button type="button" onClick=${() => setOpen(true)}>${t("finale.show")}</button>
    </section>`;
  }
  const again = () => {
    store.presentation.path.value = [];
    store.presentation.winners.value = null;
    setStage("showing");
  };
  return html`<section class="finale" aria-label=${t("finale.label")}>
    <${Tabs}
      label=${t("finale.after")}
      tabs=${[
        {
          name: "scores",
          title: t("finale.label"),
          sheet: html`<${Winner} sheet=${sheet} table=${table} />
            <${Afterwards} store=${store} again=${mayMove() && !textBoard.value && again} />
            <div class="sheet-scroll" tabindex="0" role="group" aria-label=${t("finale.label")}>
              <${Sheet} lines=${lines} sheet=${sheet} table=${table} />
            </div>
            <${LadderNote} store=${store} />
            <${GaveUp} table=${table} />
            <${Looked} table=${table} />
            <${Luck} table=${table} />`,
        },
        { name: "course", title: t("stats.course"), sheet: html`<${Course} store=${store} told=${told} />` },
        { name: "counts", title: t("stats.counts"), sheet: html`<${Counts} store=${store} told=${told} />` },
      ]}
    />
    <button type="button" class="close" aria-label=${t("close")} onClick=${() => setOpen(false)}>×</button>
  </section>`;
}

/**
 * The sentences that name players who gave up, and the bots that played on for them.
 *
 * @param {{table: Sent.Table}} props
 */
const GaveUp = ({ table }) =>
  table.seats.map(
    ({ seat, resigned, bot }) =>
      resigned &&
      bot &&
      html`<p key=${seat} class="quiet gave-up">
        ${t("finale.gave_up", { name: playerName(table, seat), bot: personName(bot, bot) })}
      </p>`,
  );

/**
 * The sentences that name players who took moves back with the others' consent.
 *
 * @param {{table: Sent.Table}} props
 */
function Looked({ table }) {
  const seats = [...new Set(table.looked.map(({ seat }) => seat))];
  return seats.map(
    (seat) =>
      html`<p key=${seat} class="quiet looked">
        ${t("finale.looked", {
          name: playerName(table, seat),
          n: table.looked.filter((one) => one.seat === seat).length,
        })}
      </p>`,
  );
}

/**
 * The score sheet as a table, with a column for each player.
 *
 * @param {{lines: Line[], sheet: Sent.Sheet, table: Sent.Table}} props
 */
function Sheet({ lines, sheet, table }) {
  return html`<table class="sheet">
    <thead>
      <tr>
        <td></td>
        ${sheet.players.map(
          (player) =>
            html`<th scope="col" key=${player.seat}>
              <${Piece} number=${pieceOf(table, player.seat)} /> ${playedBy(table, player.seat)}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line, /** @type {number} */ at) =>
          html`<tr key=${at}>
            <th scope="row">${line.label}</th>
            ${line.points.map(
              (/** @type {number | null} */ points, /** @type {number} */ seat) =>
                html`<td key=${seat}>
                  ${
                    line.notes?.[seat] &&
                    html`<span class=${`line-note ${points !== null && points < 0 ? "lost" : ""}`}>
                      ${line.notes[seat]}
                    </span>`
                  }
                  ${points === null ? "" : numberWords(points)}
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${t("sheet.total")}</th>
        ${sheet.totals.map(
          (total, seat) =>
            html`<td key=${seat} class=${sheet.winners.includes(seat) ? "won" : ""}>${numberWords(total)}</td>`,
        )}
      </tr>
    </tfoot>
  </table>`;
}

/**
 * The buttons for what the reader can do after a game. `again` shows the scenes once more.
 *
 * @param {{store: Begun, again: false | (() => void)}} props
 */
function Afterwards({ store, again }) {
  const { table } = store.update.value;
  const rematch = async () => {
    const answer = await store.ask("rematch", { luck: ownShare() });
    if (answer) location.assign(`/t/${answer.id}`);
  };
  return html`<div class="afterwards">
    ${table.daily && html`<a class="button main" href=${`/daily?day=${table.daily.day}`}>${t("finale.daily")}</a>`}
    ${
      !table.daily &&
      (table.rematch
        ? html`<a class="button main" href=${`/t/${table.rematch}`}>${t("finale.to_rematch")}</a>`
        : table.you.seat !== null &&
          html`<button type="button" class="main" onClick=${rematch}>${t("finale.rematch")}</button>`)
    }
    ${again && html`<button type="button" onClick=${again}>${t("finale.again")}</button>`}
    <a class="button" href=${`/replay/${store.id}?review`}>${t("finale.review")}</a>
    <a class="button" href=${`/replay/${store.id}`}>${t("finale.replay")}</a>
    ${
      table.branch &&
      html`<a class="button" href=${`/replay/${table.branch.table}?review#${table.branch.move}`}>
        ${t("finale.branch")}
      </a>`
    }
    ${
      table.daily && table.you.seat !== null
        ? html`<${DailyEnding} day=${table.daily.day} table=${store.id} />`
        : html`<${Share} store=${store} />`
    }
    <a class="button" href=${`/api/tables/${store.id}/record`} download=${`${store.id}.record`}>
      ${t("finale.record")}
    </a>
    <a class="button" href="/">${t("finale.start")}</a>
    <${ClubLink} id=${store.id} class="button" />
  </div>`;
}

/**
 * What the luck was computed from: the server's seed, and the values that players added.
 *
 * @param {{table: Sent.Table}} props
 */
function Luck({ table }) {
  if (table.seed === null) return null;
  const values = table.luck?.values ?? [];
  const added = (table.luck?.order ?? []).flatMap((place, seat) =>
    values[place] ? html`<li key=${seat}>${playerName(table, seat)} <code>${values[place]}</code></li>` : [],
  );
  return html`<details class="quiet seed">
    <summary>${t("finale.seed")}</summary>
    <p><code>${table.seed}</code></p>
    ${added.length > 0 && html`<p>${t("finale.added")}</p><ul>${added}</ul>`}
  </details>`;
}
