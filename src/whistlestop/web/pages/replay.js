// The replay of a game. The reader goes forwards and backwards by decisions or turns, with a slider, keys, buttons,
// lines of the log, or a link to a moment. Cards are shown as one player saw them, or all of them openly.
import { html, useEffect, useMemo, useState } from "../html.js";
import { get } from "../net/api.js";
import { playerName, tableTitle } from "../names/names.js";
import { addCatalogue, t } from "../language/index.js";
import { Icon } from "../controls/icons.js";
import { KeyList } from "../controls/keys.js";
import { late, loadStyles } from "../controls/late.js";
import { Header } from "../controls/menu.js";
import { LinkButton } from "../table/ending/share.js";
import { ReplayLog } from "../table/log/replay-log.js";
import { ReplayStore } from "../table/store/replay-store.js";
import { loadBoard, noTable, TableBody } from "./table.js";

const Review = late(
  async () =>
    (
      await Promise.all([
        import("../table/review/review.js"),
        loadStyles(["review", "puzzles"]),
        addCatalogue("reviews/"),
      ])
    )[0].Review,
);

/** Milliseconds between two steps while the replay is playing. */
const SPEEDS = { slow: 2000, normal: 900, fast: 300 };

/** @typedef {keyof typeof SPEEDS} Speed */
/**
 * A moment of a game.
 *
 * @typedef {{at: number, eyes: number | null}} Place at: the number of moves before the moment; eyes: the seat whose
 *   view is shown, null for all cards open
 */

/**
 * Read a place from the page's address. `#12` is the moment after 12 moves with all cards open. `#12,2` is the same
 * moment as the second player saw it. Anything else is the beginning.
 *
 * @param {string} hash
 * @returns {Place}
 */
function placeOf(hash) {
  const [, at = "0", eyes] = /^#(\d{1,6})(?:,(\d))?$/.exec(hash) ?? [];
  return { at: Number(at), eyes: eyes ? Number(eyes) - 1 : null };
}

/**
 * Return the part of the page's address that names a place.
 *
 * @param {Place} place
 */
const hashOf = ({ at, eyes }) => (eyes === null ? `#${at}` : `#${at},${eyes + 1}`);

/** @param {{id: string}} props */
export function ReplayPage({ id }) {
  const store = useMemo(() => new ReplayStore(id), [id]);
  const [moves, setMoves] = useState(0);
  const begins = useMemo(() => new URLSearchParams(location.search).has("review"), []);
  const [place, setPlace] = useState(() => placeOf(location.hash));
  const [ends, setEnds] = useState(/** @type {number[]} */ ([]));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(/** @type {Speed} */ ("normal"));
  const [byTurns, setByTurns] = useState(false);
  const [failed, setFailed] = useState(/** @type {import("../net/api.js").ApiError | null} */ (null));
  const [open, setOpen] = useState(/** @type {Sent.Entry[] | null} */ (null));
  const { at, eyes } = place;

  useEffect(() => {
    get(`/api/tables/${id}`).then(async ({ table, log }) => {
      setMoves(table.moves);
      // A link may name a moment after the end, or a seat that does not exist or whose view is still secret.
      setPlace((now) => ({
        at: Math.min(now.at, table.moves),
        eyes: table.state === "over" && now.eyes !== null && now.eyes < table.seats.length ? now.eyes : null,
      }));
      setOpen(log);
      await loadBoard(store, table.edition);
      const { turns } = await get(`/api/tables/${id}/turns`);
      setEnds(turns.map(({ move }) => move));
    }, setFailed);
  }, [store, id]);

  useEffect(() => {
    let stale = false;
    const asked = eyes === null ? get(`/api/tables/${id}/at/${at}`) : get(`/api/tables/${id}/at/${at}?eyes=${eyes}`);
    asked.then(
      (update) => {
        if (stale) return;
        store.show(update, eyes);
        history.replaceState(null, "", hashOf({ at, eyes }));
      },
      () => setPlaying(false),
    );
    return () => {
      stale = true;
    };
  }, [store, id, at, eyes]);

  useEffect(() => {
    if (!open) return undefined;
    let stale = false;
    const asked = eyes === null ? Promise.resolve(open) : get(`/api/tables/${id}/log?eyes=${eyes}`);
    asked.then(
      (log) => !stale && store.hold(log),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [store, id, eyes, open]);

  // Compute the new place from the latest one, because keys may be pressed faster than the page is drawn.
  const move = (/** @type {(at: number) => number} */ way) =>
    setPlace((now) => ({ at: Math.min(moves, Math.max(0, way(now.at))), eyes: now.eyes }));
  const visit = (/** @type {number} */ to) => move(() => to);
  const decision = (/** @type {number} */ by) => (/** @type {number} */ from) => from + by;
  const turn = (/** @type {number} */ by) => (/** @type {number} */ from) =>
    by > 0 ? (ends.find((end) => end > from) ?? moves) : (ends.filter((end) => end < from).pop() ?? 0);
  const step = byTurns ? turn : decision;

  useEffect(() => {
    if (!playing) return undefined;
    if (at >= moves) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => move(step(1)), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [playing, at, moves, speed, byTurns, ends]);

  const play = () => {
    // At the end, begin again from the start.
    if (!playing && at >= moves) visit(0);
    setPlaying(!playing);
  };
  useEffect(() => {
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, summary")) return;
      if (event.key === " " && !target.closest("button, a")) {
        event.preventDefault();
        play();
        return;
      }
      const one = event.shiftKey ? turn : decision;
      const way = { ArrowLeft: one(-1), ArrowRight: one(1), Home: () => 0, End: () => moves }[event.key];
      if (!way) return;
      event.preventDefault();
      move(way);
    };
    // Read the event's address. The page's address may have been replaced since, by the place shown before.
    const hash = (/** @type {HashChangeEvent} */ event) => {
      const wanted = placeOf(new URL(event.newURL).hash);
      setPlace({
        at: Math.min(moves, wanted.at),
        eyes: over && wanted.eyes !== null && wanted.eyes < seats ? wanted.eyes : null,
      });
    };
    addEventListener("keydown", keys);
    addEventListener("hashchange", hash);
    return () => {
      removeEventListener("keydown", keys);
      removeEventListener("hashchange", hash);
    };
  });

  const update = store.update.value;
  const over = update?.table.state === "over";
  const seats = update?.table.seats.length ?? 0;
  if (failed) return noTable(failed);
  if (!update || !store.facts.value)
    return html`<${Header} />
      <main id="main" class="message" aria-busy="true"><h1 class="quiet">${t("table.loading")}</h1></main>`;
  const go = (/** @type {number} */ to) => () => visit(to);
  const unit = byTurns ? "turn_" : "";
  // Of moves with the same number, all but the last were taken back.
  const mover = open?.filter(({ move: number }) => number === at + 1).pop()?.seat ?? null;
  return html`
    <${Header} title=${t("replay.title", { table: tableTitle(update.table) })} table=${true}>
      ${update.table.state === "playing" && html`<a class="button" href=${`/t/${id}`}>${t("replay.to_table")}</a>`}
    </${Header}>
    <${TableBody}
      store=${store}
      review=${over && html`<${Review} store=${store} at=${at} seat=${mover} visit=${visit} wanted=${begins} />`}
      log=${html`<${ReplayLog} store=${store} visit=${visit} />`}
    >
      <section class="replay-bar" aria-label=${t("replay.label")}>
        <div class="replay-steps">
          <button type="button" aria-label=${t("replay.first")} onClick=${go(0)} disabled=${at === 0}>
            <${Icon} name="first" />
          </button>
          <button
            type="button"
            aria-label=${t(`replay.${unit}back`)}
            onClick=${() => move(step(-1))}
            disabled=${at === 0}
          >
            <${Icon} name="back" />
          </button>
          <button
            type="button"
            class="main"
            aria-label=${playing ? t("replay.pause") : t("replay.play")}
            onClick=${play}
            disabled=${moves === 0}
          >
            <${Icon} name=${playing ? "pause" : "play"} />
          </button>
          <button
            type="button"
            aria-label=${t(`replay.${unit}forward`)}
            onClick=${() => move(step(1))}
            disabled=${at >= moves}
          >
            <${Icon} name="forward" />
          </button>
          <button type="button" aria-label=${t("replay.last")} onClick=${go(moves)} disabled=${at >= moves}>
            <${Icon} name="last" />
          </button>
        </div>
        <input
          type="range"
          min="0"
          max=${moves}
          value=${at}
          aria-label=${t("replay.slider")}
          aria-valuetext=${t("replay.move", { n: at, all: moves })}
          onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => visit(Number(event.target.value))}
        />
        <span class="replay-at">${t("replay.move", { n: at, all: moves })}</span>
        <div class="replay-ways">
          ${
            over &&
            html`<label>
              <span>${t("replay.eyes")}</span>
              <select
                value=${eyes ?? ""}
                onChange=${(/** @type {EventOf<HTMLSelectElement>} */ { target }) =>
                  setPlace({ at, eyes: target.value === "" ? null : Number(target.value) })}
              >
                <option value="">${t("replay.all_open")}</option>
                ${update.table.seats.map(
                  ({ seat }) => html`<option key=${seat} value=${seat}>${playerName(update.table, seat)}</option>`,
                )}
              </select>
            </label>`
          }
          <label>
            <span>${t("replay.steps")}</span>
            <select
              value=${byTurns ? "turns" : "decisions"}
              onChange=${(/** @type {EventOf<HTMLSelectElement>} */ { target }) => setByTurns(target.value === "turns")}
            >
              <option value="decisions">${t("replay.decisions")}</option>
              <option value="turns">${t("replay.turns")}</option>
            </select>
          </label>
          <label>
            <span>${t("replay.speed")}</span>
            <select
              value=${speed}
              onChange=${(/** @type {EventOf<HTMLSelectElement>} */ { target }) =>
                setSpeed(/** @type {Speed} */ (target.value))}
            >
              ${Object.keys(SPEEDS).map(
                (name) => html`<option key=${name} value=${name}>${t(`replay.${name}`)}</option>`,
              )}
            </select>
          </label>
          <${LinkButton} link=${`${location.origin}/replay/${id}${hashOf(place)}`} label=${t("replay.link")} />
          <${Keys} />
        </div>
        ${store.verdict.value && html`<p class="replay-verdict">${store.verdict.value}</p>`}
      </section>
    </${TableBody}>
  `;
}

/** The list of the replay's keys, which opens below a button. */
function Keys() {
  const sign = (/** @type {"left" | "arrow"} */ name, /** @type {string} */ words) =>
    html`<${Icon} name=${name} /><span class="visually-hidden">${words}</span>`;
  const arrows = [sign("left", t("key.left")), sign("arrow", t("key.right"))];
  const rows = /** @type {[unknown[], string][]} */ ([
    [arrows, "replay.key_decision"],
    [[t("key.shift"), ...arrows], "replay.key_turn"],
    [[t("key.home"), t("key.end")], "replay.key_ends"],
    [[t("key.space")], "replay.key_play"],
  ]);
  return html`<details class="replay-keys">
    <summary class="button">${t("replay.keys")}</summary>
    <${KeyList} rows=${rows} />
  </details>`;
}
