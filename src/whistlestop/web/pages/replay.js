// Stepping through a game: slider, keys, buttons, and links to a move.
import { html, useEffect, useMemo, useState } from "../html.js";
import { get } from "../net/api.js";
import { tableTitle } from "../names/given.js";
import { t } from "../language/index.js";
import { Icon } from "../controls/icons.js";
import { Header } from "../controls/menu.js";
import { TableStore } from "../table/store.js";
import { furnish, TableBody } from "./table.js";

const PLAYING = 900;

/** @param {{id: string}} props */
export function ReplayPage({ id }) {
  const store = useMemo(() => {
    const made = new TableStore(id);
    made.readonly = true;
    return made;
  }, [id]);
  const [moves, setMoves] = useState(0);
  const [at, setAt] = useState(() => Math.max(0, Number(location.hash.slice(1)) || 0));
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    get(`/api/tables/${id}`).then(
      async (snapshot) => {
        const last = snapshot.table.moves;
        store.hold(snapshot.log);
        setMoves(last);
        setAt((now) => (location.hash ? Math.min(now, last) : 0));
        await furnish(store, snapshot.table.edition);
      },
      () => setFailed(true),
    );
  }, [store, id]);

  useEffect(() => {
    let stale = false;
    get(`/api/tables/${id}/at/${at}`).then(
      (update) => {
        if (stale) return;
        store.show(update);
        history.replaceState(null, "", `#${at}`);
      },
      () => setPlaying(false),
    );
    return () => {
      stale = true;
    };
  }, [store, id, at]);

  useEffect(() => {
    if (!playing) return undefined;
    if (at >= moves) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), PLAYING);
    return () => clearTimeout(timer);
  }, [playing, at, moves]);

  useEffect(() => {
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, summary")) return;
      const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      setAt(Math.min(moves, Math.max(0, step)));
    };
    // Meanwhile the address may have been set to the move before: what counts is what it was changed to.
    const hash = (/** @type {HashChangeEvent} */ event) => setAt(Math.min(moves, Math.max(0, Number(new URL(event.newURL).hash.slice(1)) || 0)));
    addEventListener("keydown", keys);
    addEventListener("hashchange", hash);
    return () => {
      removeEventListener("keydown", keys);
      removeEventListener("hashchange", hash);
    };
  }, [at, moves]);

  const update = store.update.value;
  if (failed) return html`<${Header} /><main id="main" class="message"><h1>${t("table.unknown")}</h1><p><a class="button main" href="/">${t("finale.start")}</a></p></main>`;
  if (!update || !store.facts.value) return html`<${Header} /><main id="main" class="message" aria-busy="true"><h1 class="quiet">${t("table.loading")}</h1></main>`;
  const go = (/** @type {number} */ to) => () => setAt(Math.min(moves, Math.max(0, to)));
  return html`
    <${Header} title=${t("replay.title", { table: tableTitle(update.table) })} table=${true}>
      ${update.table.state === "playing" && html`<a class="button" href=${`/t/${id}`}>${t("replay.to_table")}</a>`}
    </${Header}>
    <${TableBody} store=${store}>
      <section class="replay-bar" aria-label=${t("replay.label")}>
        <button type="button" aria-label=${t("replay.first")} onClick=${go(0)} disabled=${at === 0}><${Icon} name="first" /></button>
        <button type="button" aria-label=${t("replay.back")} onClick=${go(at - 1)} disabled=${at === 0}><${Icon} name="back" /></button>
        <button type="button" aria-label=${playing ? t("replay.pause") : t("replay.play")} onClick=${() => setPlaying(!playing)} disabled=${at >= moves && !playing}>
          <${Icon} name=${playing ? "pause" : "play"} />
        </button>
        <button type="button" aria-label=${t("replay.forward")} onClick=${go(at + 1)} disabled=${at >= moves}><${Icon} name="forward" /></button>
        <button type="button" aria-label=${t("replay.last")} onClick=${go(moves)} disabled=${at >= moves}><${Icon} name="last" /></button>
        <input
          type="range"
          min="0"
          max=${moves}
          value=${at}
          aria-label=${t("replay.slider")}
          aria-valuetext=${t("replay.move", { n: at, all: moves })}
          onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => setAt(Number(event.target.value))}
        />
        <span class="replay-at">${t("replay.move", { n: at, all: moves })}</span>
      </section>
    </${TableBody}>
  `;
}
