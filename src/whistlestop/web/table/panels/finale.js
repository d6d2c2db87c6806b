// The end: the score sheet counts up line by line, then says who won and why.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { numberWords, t } from "../../language/index.js";
import { ownShare } from "../../luck.js";
import { mayMove } from "../../settings.js";
import { Piece } from "../../controls/pictures.js";
import { pieceOf } from "../colours.js";
import { playerName, ticketName, winnersWords } from "../../names/names.js";
import { Statistics } from "./statistics.js";

const LINE = 350;

/** @param {{store: Begun}} props */
export function Finale({ store }) {
  const [sheet, setSheet] = useState(/** @type {Sent.Sheet | null} */ (null));
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(true);
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
    store.winners.value = sheet.winners;
  }, [sheet, done]);
  if (!sheet) return null;
  const winner = done && html`<p class="winner">${winnersWords(sheet.winners, update.table)}</p>`;
  if (!open) {
    return html`<section class="finale closed" aria-label=${t("finale.label")}>
      ${winner}
      <button type="button" onClick=${() => setOpen(true)}>${t("finale.show")}</button>
    </section>`;
  }
  return html`<section class="finale" aria-label=${t("finale.label")}>
    <button type="button" class="close" aria-label=${t("close")} onClick=${() => setOpen(false)}>×</button>
    <h2>${t("finale.label")}</h2>
    ${done
      ? html`${winner}
          ${sheet.decided_by && html`<p>${t(`tie.${sheet.decided_by}`)}</p>`}
          <${Afterwards} store=${store} />`
      : html`<button type="button" onClick=${() => setShown(lines.length)}>${t("finale.skip")}</button>`}
    <div class="sheet-scroll" tabindex="0" role="group" aria-label=${t("finale.label")}>
      <${Sheet} lines=${lines.slice(0, shown)} sheet=${sheet} table=${update.table} done=${done} />
    </div>
    ${done && html`<${Statistics} store=${store} sheet=${sheet} /><${Luck} table=${update.table} />`}
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
 * The sheet line by line: routes, each ticket, then what the edition adds.
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

/**
 * The routes of the longest path, of the player who got the bonus for it.
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
    const answer = await store.ask("rematch", { luck: ownShare() });
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

/**
 * What the cards came from: the server's share, and what players added to it.
 *
 * @param {{table: Sent.Table}} props
 */
function Luck({ table }) {
  if (table.seed === null) return null;
  const values = table.luck?.values ?? [];
  const added = (table.luck?.order ?? []).flatMap((place, seat) =>
    values[place]
      ? html`<li key=${seat}>${playerName(table, seat)} <code>${values[place]}</code></li>`
      : [],
  );
  return html`<div class="quiet seed">
    <p>${t("finale.seed")} <code>${table.seed}</code></p>
    ${added.length > 0 && html`<p>${t("finale.added")}</p><ul>${added}</ul>`}
  </div>`;
}
