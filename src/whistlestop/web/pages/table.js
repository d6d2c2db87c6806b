// The page of a table, from the waiting room to the end of the game, for players and for spectators.
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { get } from "../net/api.js";
import { factsOf, geometryOf, isOwn, layOutCards } from "../net/drawings.js";
import { addCatalogue, byName, language, t } from "../language/index.js";
import { atDesk, shortcuts, textBoard, trainer } from "../settings.js";
import { late, loadStyles } from "../controls/late.js";
import { Header } from "../controls/menu.js";
import { Card, Piece } from "../controls/pictures.js";
import { asking } from "../sound.js";
import { TableStore } from "../table/store/store.js";
import { BoardPane } from "../table/board/board-pane.js";
import { Cover, HandOver, isShared, nextHere } from "../table/people/hot-seat.js";
import { Hand } from "../table/hand/hand.js";
import { Log } from "../table/log/log.js";
import { Phrases, Standing, TableMenu } from "../table/people/people.js";
import { hasTableMatters } from "../table/people/seat-link.js";
import { pieceOf } from "../table/people/colours.js";
import { keepFocus } from "../table/focus.js";
import { KEYS, keysShown, listenToKeys, showKeys } from "../table/keys.js";
import { cardName, playerName, tableTitle, ticketName } from "../names/names.js";
import { problemWords } from "../names/reasons.js";
import { Players } from "../table/people/players.js";
import { Supply } from "../table/hand/supply.js";
import { Tickets } from "../table/hand/tickets.js";
import { Plans } from "../table/ahead/planning.js";
import { Tray } from "../table/turn/tray.js";
import { Turn, TurnHint } from "../table/turn/turn.js";
import { Colours, Name, person, remembered } from "./me/person.js";

/** @typedef {import("../net/api.js").ApiError} ApiError */

/** The modules that most games do not need at the beginning. */
const Finale = late(async () => {
  const [{ Finale: found }] = await Promise.all([
    import("../table/ending/finale.js"),
    loadStyles(["ending"]),
    addCatalogue("ending/"),
  ]);
  return found;
});
const TableMatters = late(async () => {
  const [{ TableMatters: found }] = await Promise.all([
    import("../table/people/table-matters.js"),
    loadStyles(["seats-and-table"]),
  ]);
  return found;
});
const Coach = late(async () => {
  const [{ Coach: found }] = await Promise.all([import("../table/lesson/coach.js"), loadStyles(["coach"])]);
  return found;
});
const Puzzle = late(async () => {
  const [{ Puzzle: found }] = await Promise.all([
    import("../table/puzzle/puzzle.js"),
    loadStyles(["coach", "puzzles"]),
    addCatalogue("reviews/"),
  ]);
  return found;
});
const TextBoard = late(async () => {
  const [{ TextBoard: found }] = await Promise.all([
    import("../table/board/text-board.js"),
    loadStyles(["text-board"]),
    addCatalogue("ahead/"),
  ]);
  return found;
});
const Trainer = late(async () => (await import("../table/advice/loading.js")).trainerWarning());
const SoundOffer = late(async () => {
  const [{ SoundOffer: found }] = await Promise.all([import("../table/sound-offer.js"), loadStyles(["sound-offer"])]);
  return found;
});
const KeysDialog = late(async () => (await import("../table/keys-help.js")).KeysDialog);
const WaitingRoom = late(async () => (await import("../table/people/waiting-room.js")).WaitingRoom);
const Districts = late(async () => {
  const [{ Districts: found }] = await Promise.all([import("../table/board/districts.js"), loadStyles(["districts"])]);
  return found;
});

/** The codes of refusals whose own sentences are shown instead of the table. */
const SAID = new Set(["damaged_table", "daily_hidden"]);

/** @param {ApiError} error why a table cannot be loaded */
const noTableWords = (error) => {
  if (error.code === "offline") return t("table.offline");
  return SAID.has(error.code) ? problemWords(error) : t("table.unknown");
};

/**
 * Return the page that is shown instead of a table that cannot be loaded.
 *
 * @param {ApiError} error
 */
export const noTable = (error) =>
  html`<${Header} />
  <main id="main" class="message">
    <h1>${noTableWords(error)}</h1>
    <p>
      <a class="button main" href="/">${t("finale.start")}</a>
      ${error.code === "daily_hidden" && html` <a class="button" href="/daily">${t("finale.daily")}</a>`}
    </p>
  </main>`;

/** Milliseconds after a failed request until the next one. */
const RETRY = 3000;

/** @type {typeof import("../table/lesson/lesson.js").furnishLesson} */
const teach = async (store, table) => (await import("../table/lesson/lesson.js")).furnishLesson(store, table);

/**
 * Load the drawings and facts of a table's edition.
 *
 * @param {TableStore} store
 * @param {string} edition
 */
export async function loadBoard(store, edition) {
  const [facts, geometry] = await Promise.all([factsOf(edition), geometryOf(edition), layOutCards(edition)]);
  store.presentation.geometry.value = geometry;
  store.presentation.facts.value = facts;
}

/**
 * The page of a table. If several people share this device, it shows one seat's view at a time, and no seat's
 * when it is opened. Everything that one person saw is removed before the next person's view is shown.
 *
 * @param {{id: string}} props
 */
export function TablePage({ id }) {
  const [eyes, setEyes] = useState(/** @type {number | null} */ (null));
  return html`<${TableOfOne} key=${eyes ?? "nobody"} id=${id} eyes=${eyes} onEyes=${setEyes} />`;
}

/**
 * The page of a table as one seat sees it.
 *
 * @param {{id: string, eyes: number | null, onEyes: (eyes: number | null) => void}} props
 *   eyes: the seat whose view is shown if several people share this device, null for nobody's
 */
function TableOfOne({ id, eyes, onEyes }) {
  const [failure, setFailure] = useState(/** @type {ApiError | null} */ (null));
  const store = useMemo(() => {
    const made = new TableStore(id, eyes);
    made.giveTo = onEyes;
    return made;
  }, [id, eyes]);
  useEffect(() => {
    if (eyes === null) return undefined;
    // If the page is hidden during the game, hide the view. The next person at this device may be another one.
    const leave = () => {
      const state = store.update.value?.table.state;
      if (document.hidden && state === "playing") onEyes(null);
    };
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, [store, eyes]);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let retry;
    const loadBoardOf = (/** @type {string} */ edition) =>
      loadBoard(store, edition).catch(() => {
        retry = setTimeout(() => loadBoardOf(edition), RETRY);
      });
    const look = () =>
      get(store.seated(`/api/tables/${id}`)).then(
        async (snapshot) => {
          setFailure(null);
          store.take(snapshot);
          store.follow();
          await loadBoardOf(snapshot.table.edition);
          // If the coach cannot be loaded, the game goes on without it.
          if (snapshot.table.lesson) await teach(/** @type {Furnished} */ (store), snapshot.table).catch(() => {});
        },
        (error) => {
          if (error.code === "not_your_seat") {
            onEyes(null);
            return;
          }
          setFailure(error);
          if (error.code === "offline") retry = setTimeout(look, RETRY);
        },
      );
    look();
    return () => {
      clearTimeout(retry);
      store.close();
    };
  }, [store, id]);
  const update = store.update.value;
  const lost = eyes !== null && update !== null && update.table.you.seat !== eyes;
  useEffect(() => {
    if (lost) onEyes(null);
  }, [lost]);
  if (failure) return noTable(failure);
  const facts = store.facts.value;
  void language.value;
  const next = update && isShared(update.table) && update.table.you.seat === null ? nextHere(update) : null;
  if (update && next !== null) {
    return html`<${Header} title=${tableTitle(update.table)} table=${true} /><${HandOver} store=${store} seat=${next}>
        ${
          facts &&
          update.position &&
          html`${!textBoard.value && html`<${BoardPane} store=${store} />`}<${Players} store=${store} />`
        }
      </${HandOver}>`;
  }
  if (update?.table.state === "closed")
    return html`<${Header} title=${tableTitle(update.table)} />
      <${ClosedTable} begun=${store.position.value !== null} />`;
  if (!update || !facts) {
    const drawing = update && isOwn(update.table.edition);
    return html`<${Header} />
      <main id="main" class="message" aria-busy="true">
        <h1 class="quiet">${t(drawing ? "own.drawing" : "table.loading")}</h1>
      </main>`;
  }
  return html`
    <${Header}
      title=${tableTitle(update.table)}
      table=${true}
      more=${html`${isShared(update.table) && html`<${Cover} store=${store} />`}
        <${TableMenu} store=${store} me=${person.value}><${Name} /><${Colours} table=${update.table} /></${TableMenu}>
        ${store.position.value !== null && !textBoard.value && html`<${KeysButton} />`}`}
    >
      <${Phrases} store=${store} phrases=${person.value?.phrases ?? []} />
    </${Header}>
    <${TableBody} store=${store} />
  `;
}

/**
 * The page of a table that its host has closed.
 *
 * @param {{begun: boolean}} props whether a game had begun there
 */
const ClosedTable = ({ begun }) =>
  html`<main id="main" class="message">
    <h1>${t("closed_table.label")}</h1>
    <p role="status">${t(begun ? "closed_table.playing" : "closed_table.waiting")}</p>
    <p><a class="button main" href="/">${t("finale.start")}</a></p>
  </main>`;

/**
 * The table with its board and panels. Replays use it, too.
 *
 * @param {{store: Furnished, children?: Child, review?: Child, log?: Child}} props review: stands above the log; log:
 *   replaces the usual log
 */
export function TableBody({ store, children, review, log }) {
  const update = store.update.value;
  useFocusKept(Boolean(update.position));
  useEffect(keepFocus, []);
  if (!update.position) {
    return html`<main id="main" class="table waiting-table">
      <${BoardPane} store=${store} />
      <aside class="side">
        <${Turn} store=${store} />
        <${WaitingRoom} store=${store} me=${person.value} ready=${remembered}>
          <${Name} /><${Colours} table=${update.table} />
        </${WaitingRoom}>
      </aside>
    </main>`;
  }
  const over = update.position.phase === "over";
  const coached = trainer.value && update.table.hints.allowed && !over && !store.readonly;
  if (textBoard.value) {
    return html`<main id="main" class="table-as-text" data-version=${update.version}>
      ${children}
      ${update.table.lesson && html`<${Coach} store=${store} />`}
      ${update.table.puzzle && update.table.you.seat !== null && !store.readonly && html`<${Puzzle} store=${store} />`}
      ${hasTableMatters(store) && html`<${TableMatters} store=${store} />`}
      ${coached && html`<${Trainer} store=${store} />`}
      <${TextBoard} store=${store} />
      ${asking.value && html`<${SoundOffer} />`}
      ${review}
      ${over && !store.readonly && html`<${Finale} store=${store} />`}
    </main>`;
  }
  const players = update.position.players;
  const [width, height] = store.geometry.value.size;
  const shape = width < 1.15 * height && store.me.value?.hand ? "tall" : "";
  const beside = shape !== "" && atDesk.value;
  const classes = ["table", `of-${players.length}`, shape];
  if (over) classes.push("over");
  if (store.readonly) classes.push("looking-back");
  if (!store.me.value?.hand) classes.push("watched");
  return html`<main
    id="main"
    data-version=${update.version}
    class=${classes.join(" ")}
  >
    <div class="middle-column">
      ${children}
      ${update.table.lesson && html`<${Coach} store=${store} />`}
      ${update.table.puzzle && update.table.you.seat !== null && !store.readonly && html`<${Puzzle} store=${store} />`}
      <${BoardPane} store=${store} />
    </div>
    <aside class="side">
      <${Turn} store=${store} />
      ${hasTableMatters(store) && html`<${TableMatters} store=${store} />`}
      ${over && !store.readonly && html`<${Finale} store=${store} />`}
      ${(!over || store.readonly) && html`<${Supply} store=${store} />`}
      <div class="company">
        <${Tray} store=${store} />
        ${!store.readonly && html`<${Plans} store=${store} />`}
        <${TurnHint} store=${store} />
        ${!beside && html`<${Players} store=${store} />`}
        ${Boolean(update.districts?.length) && html`<${Districts} store=${store} />`}
        ${(over || store.readonly) && html`<${Revealed} store=${store} players=${players} />`}
        ${!store.readonly && html`<${Standing} store=${store} />`}
        ${review}
        ${log ?? html`<${Log} store=${store} />`}
      </div>
    </aside>
    ${
      store.me.value?.hand &&
      html`<div class="own">
        <${Hand} store=${store} />
        <${Tickets} store=${store} />
        ${beside && html`<${Players} store=${store} />`}
      </div>`
    }
    ${coached && html`<${Trainer} store=${store} />`}
    ${asking.value && html`<${SoundOffer} />`}
    ${!store.readonly && html`<${Keys} />`}
  </main>`;
}

/** The entry of the table's menu that opens the list of keys. */
const KeysButton = () =>
  html`<button
      type="button"
      class="keys-button"
      aria-keyshortcuts=${shortcuts.value ? KEYS.help : undefined}
      onClick=${showKeys}
    >
    ${t("replay.keys")}
  </button>`;

/** Handles the table's keyboard shortcuts, and shows their list on request. */
function Keys() {
  useEffect(listenToKeys, []);
  return keysShown.value ? html`<${KeysDialog} />` : null;
}

/**
 * Move the focus to the turn when the game replaces the waiting room. The element that had the focus is removed
 * then, and the focus would go to the top of the page.
 *
 * @param {boolean} begun
 */
function useFocusKept(begun) {
  const before = useRef(begun);
  useEffect(() => {
    if (begun && !before.current && document.activeElement === document.body) {
      /** @type {HTMLElement | null} */ (document.querySelector(".turn"))?.focus({ preventScroll: true });
    }
    before.current = begun;
  }, [begun]);
}

/**
 * The cards and tickets of the other players, as far as the server sends them. It sends them after the end.
 *
 * @param {{store: Begun, players: Sent.Player[]}} props
 */
function Revealed({ store, players }) {
  const others = players.filter((_, seat) => seat !== store.seat.value);
  const facts = store.facts.value;
  if (others.every((player) => !player.hand)) return null;
  return html`<section class="revealed" aria-label=${t("revealed.label")}>
    ${players.map(
      (player, seat) =>
        seat !== store.seat.value &&
        player.hand &&
        html`<${OtherHand}
          key=${seat}
          facts=${facts}
          player=${player}
          seat=${seat}
          table=${store.update.value.table}
        />`,
    )}
  </section>`;
}

/** @param {{facts: Sent.Facts, player: Sent.Player, seat: number, table: Sent.Table}} props */
function OtherHand({ facts, player, seat, table }) {
  return html`<div class="other-hand">
    <h2><${Piece} number=${pieceOf(table, seat)} /> ${playerName(table, seat)}</h2>
    <p class="payment">
      ${Object.entries(player.hand ?? {}).map(
        ([card, n]) =>
          html`<span key=${card} class="counted" title=${cardName(card)}>
            <${Card} symbol=${`card-${card}`} /><span class="visually-hidden">${cardName(card)}</span> ${n}
          </span>`,
      )}
    </p>
    <p class="quiet">${byName(
      (player.tickets ?? []).map((code) => ticketName(facts, code)),
      String,
    ).join(" · ")}</p>
  </div>`;
}
