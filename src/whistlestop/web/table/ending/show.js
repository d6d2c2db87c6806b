// The scenes at the end of a game. They add the points one after another, on the map, on the score track and in a
// list beside it. Then they show the turning points and the winners. The reader can end them at any moment.
import { html, useEffect, useRef, useState } from "../../html.js";
import { numberWords, t } from "../../language/index.js";
import { signed } from "../../language/signed.js";
import { Icon } from "../../controls/icons.js";
import { Piece } from "../../controls/pictures.js";
import { playedBy, playerName, ticketName } from "../../names/names.js";
import { pieceOf } from "../people/colours.js";
import { bestPaths, linkedPlaces } from "./lines.js";
import { Stage } from "./stage.js";
import { ScoreChart, turningPoints } from "./turning.js";
import { Winner } from "./winner.js";

/** The selector of elements that can be pressed without ending the show. */
const CONTROLS = "a, button, input, select, summary, label";

/** @typedef {{sheet: Sent.Sheet, turns: Sent.Turns}} Told */

/**
 * The scenes, one after another. `onEnd` is called after the last one, or if the reader ends them.
 *
 * @param {{store: Begun, scenes: import("./schedule.js").Scene[], told: Told, onEnd: () => void}} props
 */
export function Show({ store, scenes, told, onEnd }) {
  const [at, setAt] = useState(0);
  const stage = useRef(/** @type {Stage | null} */ (null));
  const { table } = store.update.value;
  const scene = scenes[Math.min(at, scenes.length - 1)];
  useEffect(() => () => stage.current?.close(), []);
  useEffect(() => {
    if (at >= scenes.length) {
      onEnd();
      return undefined;
    }
    const before = scenes[at - 1]?.totals ?? scene.totals.map(() => 0);
    if (!stage.current && store.board) {
      stage.current = new Stage(
        store.board,
        told.sheet.players.map(({ seat }) => pieceOf(table, seat)),
      );
    }
    store.presentation.totals.value = scene.totals;
    if (stage.current) perform(stage.current, scene, before, store, told.sheet);
    const timer = setTimeout(() => setAt(at + 1), scene.milliseconds);
    return () => clearTimeout(timer);
  }, [at]);
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") onEnd();
    };
    const clicked = (/** @type {MouseEvent} */ event) => {
      if (event.target instanceof Element && !event.target.closest(CONTROLS)) onEnd();
    };
    addEventListener("keydown", pressed);
    addEventListener("click", clicked);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("click", clicked);
    };
  }, []);
  return html`<section
    class="finale showing"
    aria-label=${t("finale.label")}
    data-scene=${scene.line ?? scene.kind}
    data-at=${at}
  >
    <div class="show-head">
      <h2>${t("finale.watching")}</h2>
      <button type="button" class="small" onClick=${onEnd}>${t("finale.skip")}</button>
    </div>
    <${Now} scene=${scene} store=${store} told=${told} />
    ${scene.kind !== "turning" && html`<${Race} scene=${scene} table=${table} most=${mostPoints(scenes)} />`}
    ${
      scene.kind === "winner" &&
      html`<div class="curtain" aria-hidden="true"><${Winner} sheet=${told.sheet} table=${table} /></div>`
    }
  </section>`;
}

/**
 * Return the most points that a player has after any scene, at least 1. The bars are scaled to this number.
 *
 * @param {import("./schedule.js").Scene[]} scenes
 */
const mostPoints = (scenes) => Math.max(1, ...scenes.flatMap(({ totals }) => totals));

/**
 * Show a scene on the map and on the score track.
 *
 * @param {Stage} stage
 * @param {import("./schedule.js").Scene} scene
 * @param {number[]} before each seat's total before the scene
 * @param {Begun} store
 * @param {Sent.Sheet} sheet
 */
function perform(stage, scene, before, store, sheet) {
  const facts = store.facts.value;
  const { milliseconds } = scene;
  stage.clear();
  for (const { ticket, points } of scene.tickets) {
    stage.ticket(scene.seat ?? 0, facts.tickets[ticket], sheet.ticket_ways[ticket], points, milliseconds);
  }
  for (const player of sheet.players) {
    /** @type {Partial<Record<import("./lines.js").LineKind, string[]>>} */
    const places = {
      districts: linkedPlaces(player, facts),
      attractions: sheet.attractions[player.seat],
      stations: player.stations.map(({ city }) => city),
    };
    if (scene.line && places[scene.line]) stage.ring(player.seat, places[scene.line] ?? []);
  }
  if (scene.line === "longest_path") {
    for (const { seat, routes } of bestPaths(sheet)) stage.walk(seat, routes, milliseconds);
  }
  if (scene.line === "most_tickets") {
    for (const { seat, tickets } of sheet.players.filter((player) => player.most_tickets_bonus > 0)) {
      const done = tickets.filter(({ completed }) => completed);
      stage.linked(
        seat,
        done.map(({ ticket }) => sheet.ticket_ways[ticket].routes),
        milliseconds,
      );
    }
  }
  if (scene.line === "doubly_joined") {
    for (const { seat, tickets } of sheet.players) {
      const ways = tickets.flatMap(({ ticket }) => sheet.ticket_ways[ticket].two_ways);
      stage.linked(seat, ways, milliseconds);
    }
  }
  stage.race(before, scene.totals, milliseconds);
}

/**
 * The list of players, with the points of this scene, their totals, and bars.
 *
 * @param {{scene: import("./schedule.js").Scene, table: Sent.Table, most: number}} props
 */
function Race({ scene, table, most }) {
  return html`<ol class="race">
    ${scene.totals.map((total, seat) => {
      const gained = scene.gained[seat];
      return html`<li key=${seat} class=${`by-${pieceOf(table, seat)} ${scene.seat === seat ? "now" : ""}`}>
        <${Piece} number=${pieceOf(table, seat)} />
        <span class="race-name">${playedBy(table, seat)}</span>
        <span class=${`race-gain ${gained < 0 ? "lost" : ""}`}>${gained ? signed(gained) : ""}</span>
        <strong>${numberWords(total)}</strong>
        <svg class="race-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width=${(100 * Math.max(0, total)) / most} height="4" />
        </svg>
      </li>`;
    })}
  </ol>`;
}

/**
 * The words of a scene: the line that is scored, the tickets, or the turning points. Null for the last scene.
 *
 * @param {{scene: import("./schedule.js").Scene, store: Begun, told: Told}} props
 */
function Now({ scene, store, told }) {
  const { table } = store.update.value;
  const facts = store.facts.value;
  if (scene.kind === "winner") return null;
  if (scene.kind === "turning") {
    return html`<div class="scene">
      <h3>${scene.label}</h3>
      <${ScoreChart} told=${told.turns} sheet=${told.sheet} table=${table} />
      ${turningPoints(told.turns, told.sheet, table).map((words) => html`<p key=${words}>${words}</p>`)}
    </div>`;
  }
  if (!scene.tickets.length) return html`<div class="scene"><h3>${scene.label}</h3></div>`;
  return html`<div class="scene">
    <h3>${playerName(table, scene.seat ?? 0)}</h3>
    <ul>
      ${scene.tickets.map(
        ({ ticket, completed, points }) =>
          html`<li key=${ticket} class=${completed ? "done" : "lost"}>
            <${Icon} name=${completed ? "done" : "lost"} />
            <span>${ticketName(facts, ticket)}, ${t(completed ? "finale.done" : "finale.failed")}</span>
            <strong>${signed(points)}</strong>
          </li>`,
      )}
    </ul>
  </div>`;
}
