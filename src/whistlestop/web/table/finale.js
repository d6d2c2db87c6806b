// The end: the score sheet counts up line by line, then says who won and why.
import { html, useEffect, useRef, useState } from "../html.js";
import { get } from "../net/api.js";
import { numberWords, t } from "../language/index.js";
import { mayMove } from "../settings.js";
import { Piece } from "../controls/pictures.js";
import { pieceOf } from "./colours.js";
import { playerName, playerNames, ticketName } from "./names.js";
import { Statistics } from "./statistics.js";

const LINE = 350;
const narrow = matchMedia("(max-width: 1099px)");

/** @param {{store: Begun}} props */
export function Finale({ store }) {
  const [sheet, setSheet] = useState(/** @type {Sent.Sheet | null} */ (null));
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(true);
  const verdict = useRef(/** @type {HTMLElement | null} */ (null));
  const update = store.update.value;
  const facts = store.facts.value;
  useEffect(() => {
    get(`/api/tables/${store.id}/sheet`).then(setSheet, () => setSheet(null));
  }, [store.id]);
  const lines = sheet ? sheetLines(sheet, facts) : [];
  const done = shown >= lines.length;
  useEffect(() => {
    if (!sheet || done) return undefined;
    if (!mayMove()) {
      setShown(lines.length);
      return undefined;
    }
    const timer = setTimeout(() => setShown(shown + 1), LINE);
    return () => clearTimeout(timer);
  }, [sheet, shown, done]);
  useEffect(() => {
    if (!sheet || !done) return;
    store.path.value = [...bestPath(sheet), ...linkedPlaces(sheet, facts)];
    store.totals.value = sheet.totals;
    // On a phone the sheet has grown down out of the window.
    if (narrow.matches) verdict.current?.scrollIntoView({ block: "nearest" });
  }, [sheet, done]);
  if (!sheet) return null;
  if (!open) {
    return html`<section class="finale closed" aria-label=${t("finale.label")}>
      <p class="winner">${winnerWords(sheet, update.table)}</p>
      <button type="button" onClick=${() => setOpen(true)}>${t("finale.show")}</button>
    </section>`;
  }
  return html`<section class="finale" aria-label=${t("finale.label")}>
    <button type="button" class="close" aria-label=${t("close")} onClick=${() => setOpen(false)}>×</button>
    <h2>${t("finale.label")}</h2>
    <div class="sheet-scroll" tabindex="0" role="group" aria-label=${t("finale.label")}>
      <${Sheet} lines=${lines.slice(0, shown)} sheet=${sheet} table=${update.table} done=${done} />
    </div>
    ${done
      ? html`<p class="winner" role="status" ref=${verdict}>${winnerWords(sheet, update.table)}</p>
          ${sheet.decided_by && html`<p>${t(`tie.${sheet.decided_by}`)}</p>`}
          <${Statistics} store=${store} sheet=${sheet} />
          <${Afterwards} store=${store} />
          <${Seed} seed=${update.table.seed} />`
      : html`<button type="button" onClick=${() => setShown(lines.length)}>${t("finale.skip")}</button>`}
  </section>`;
}

/** @typedef {{label: string, points: (number | null)[], notes?: (string | undefined)[]}} Line */

/** @param {{lines: Line[], sheet: Sent.Sheet, table: Sent.Table, done: boolean}} props */
function Sheet({ lines, sheet, table, done }) {
  const sums = sheet.players.map((_, /** @type {number} */ seat) =>
    lines.reduce((sum, line) => sum + (line.points[seat] ?? 0), 0),
  );
  return html`<table class="sheet">
    <thead>
      <tr>
        <td></td>
        ${sheet.players.map(
          (player) => html`<th scope="col" key=${player.seat}>
            <${Piece} number=${pieceOf(table, player.seat)} /> ${playerName(table, player.seat)}
          </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line, /** @type {number} */ at) => html`<tr key=${at}>
          <th scope="row">${line.label}</th>
          ${line.points.map(
            (/** @type {number | null} */ points, /** @type {number} */ seat) => html`<td key=${seat}>
              ${line.notes?.[seat] && html`<span class=${`line-note ${points !== null && points < 0 ? "lost" : ""}`}>${line.notes[seat]}</span>`}
              ${points === null ? "" : numberWords(points)}
            </td>`,
          )}
        </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${t("sheet.total")}</th>
        ${sums.map(
          (/** @type {number} */ sum, /** @type {number} */ seat) => html`<td key=${seat} class=${done && sheet.winners.includes(seat) ? "won" : ""}>${numberWords(sum)}</td>`,
        )}
      </tr>
    </tfoot>
  </table>`;
}

/**
 * The sheet line by line: routes, then ticket by ticket, then whatever the edition has.
 *
 * @param {Sent.Sheet} sheet
 * @param {Sent.Facts} facts
 */
function sheetLines(sheet, facts) {
  const { players } = sheet;
  const each = (/** @type {(player: Sent.PlayerSheet) => number | null} */ value) => players.map(value);
  /** @type {Line[]} */
  const lines = [{ label: t("sheet.routes"), points: each((player) => player.route_points) }];
  if (Object.keys(facts.merchandise).length) {
    lines.push({ label: t("sheet.merchandise"), points: each((player) => player.merchandise) });
  }
  const most = Math.max(0, ...players.map((player) => player.tickets.length));
  for (let at = 0; at < most; at += 1) {
    lines.push({
      label: t("sheet.ticket", { n: at + 1 }),
      points: each((player) => player.tickets[at]?.points ?? null),
      notes: players.map((player) => player.tickets[at] && ticketName(facts, player.tickets[at].ticket)),
    });
  }
  /**
   * @param {string} label
   * @param {"district_points" | "attraction_points" | "station_points" | "longest_path_bonus" | "most_tickets_bonus"} key
   * @param {(player: Sent.PlayerSheet) => string} [note]
   */
  const bonus = (label, key, note) => {
    const notes = note && players.map(note);
    lines.push({ label: t(label), points: each((player) => player[key]), notes });
  };
  if (facts.districts.length) bonus("sheet.districts", "district_points");
  if (facts.attraction_points) bonus("sheet.attractions", "attraction_points");
  if (facts.stations) bonus("sheet.stations", "station_points");
  if (facts.longest_path_bonus) {
    bonus("sheet.longest_path", "longest_path_bonus", (player) => t("sheet.spaces", { n: player.longest_path }));
  }
  if (facts.most_tickets_bonus) {
    bonus("sheet.most_tickets", "most_tickets_bonus", (player) => t("sheet.completed", { n: player.completed }));
  }
  return lines;
}

/** @param {Sent.Sheet} sheet @param {Sent.Table} table */
const winnerWords = (sheet, table) =>
  t("finale.winner", { n: sheet.winners.length, name: playerNames(table, sheet.winners) });

/**
 * The routes of the longest path of whoever got the bonus for it.
 *
 * @param {Sent.Sheet} sheet
 */
function bestPath(sheet) {
  const best = sheet.players.filter((player) => player.longest_path_bonus > 0);
  return best.flatMap((player) => sheet.longest_paths?.[player.seat] ?? []);
}

/**
 * The places of every district that somebody has linked.
 *
 * @param {Sent.Sheet} sheet
 * @param {Sent.Facts} facts
 */
function linkedPlaces(sheet, facts) {
  const linked = new Set(
    sheet.players.flatMap((player) => player.districts.map((line) => line.name)),
  );
  return facts.districts
    .filter((district) => linked.has(district.name))
    .flatMap((district) => district.cities);
}

/** @param {{store: Begun}} props */
function Afterwards({ store }) {
  const { table } = store.update.value;
  const rematch = async () => {
    const answer = await store.ask("rematch");
    if (answer) location.assign(`/t/${answer.id}`);
  };
  return html`<div class="afterwards">
    <a class="button" href=${`/replay/${store.id}`}>${t("finale.replay")}</a>
    ${table.rematch
      ? html`<a class="button main" href=${`/t/${table.rematch}`}>${t("finale.to_rematch")}</a>`
      : table.you.seat !== null && html`<button type="button" class="main" onClick=${rematch}>${t("finale.rematch")}</button>`}
    <a class="button" href=${`/api/tables/${store.id}/record`} download=${`${store.id}.record`}>${t("finale.record")}</a>
    <a class="button" href="/">${t("finale.start")}</a>
  </div>`;
}

/** @param {{seed: string | null}} props */
function Seed({ seed }) {
  return seed === null ? null : html`<p class="quiet seed">${t("finale.seed")} <code>${seed}</code></p>`;
}
