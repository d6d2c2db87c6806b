// The board in its frame, which the reader can zoom and move. They choose routes and cities there by mouse, finger
// or keyboard.
import { effect, html, signal, untracked, useEffect, useRef, useState } from "../../html.js";
import { cityAt, routeAt } from "../../board/geometry.js";
import { growth, makeLegible } from "../../board/larger-names.js";
import { BoardNames } from "../../board/names.js";
import { Viewport } from "../../board/viewport.js";
import { BoardView } from "../../board/view.js";
import { Icon } from "../../controls/icons.js";
import { late } from "../../controls/late.js";
import { drawing, leavePiecesToBoard } from "../../net/drawings.js";
import { language, t } from "../../language/index.js";
import { pieceOf } from "../people/colours.js";
import { enterTray } from "../focus.js";
import { marksOf, ticketEnds } from "./marks.js";
import { showNews } from "../news.js";
import { considerJourney, currentJourney } from "../turn/journey-steps.js";
import { Happened } from "../log/log.js";
import { editionTitle, placeName, playerName, printedPlace, routeName, routeWords } from "../../names/names.js";
import { ofKind } from "../store/game.js";
import { TicketsInBrief } from "../hand/tickets.js";
import { Surcharge, TunnelPayments } from "../turn/tray.js";

const TunnelCards = late(async () => {
  const [{ TunnelCards: found }] = await Promise.all([
    import("../turn/tunnel-cards.js"),
    Surcharge.prepare(),
    TunnelPayments.prepare(),
  ]);
  return found;
});

const FINGER = 24;
const CLOSE = 14;
const NOT_CLAIMABLE = 5;
const FIGURE_REACH = 26;
/** The radius of a city's ring, in board units. */
const ON_RING = 13;

/** The small names of lakes are hidden if a board unit has fewer pixels than this. */
const NAMES_OF_WATERS = 0.8;

/** @param {{store: Furnished}} props */
export function BoardPane({ store }) {
  const pane = useRef(/** @type {HTMLElement | null} */ (null));
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const [told, setTold] = useState("");
  const [waiting, setWaiting] = useState(0);
  const [viewport, setViewport] = useState(/** @type {Viewport | null} */ (null));
  const facts = store.facts.value;
  const edition = facts && store.update.value.table.edition;

  useEffect(() => {
    if (!edition || !frame.current || !sheet.current) return undefined;
    const host = sheet.current;
    const port = new Viewport(frame.current, host);
    /** @type {(() => void)[]} */
    const endings = [() => port.close()];
    let ended = false;
    // The board is removed from the page a moment before this effect ends.
    const left = () => ended || !host.isConnected;
    drawing(edition, "board.svg").then((svg) => {
      if (left()) return;
      const geometry = store.geometry.value;
      const view = new BoardView(svg, geometry);
      const ratio = () =>
        pane.current?.style.setProperty("--board-ratio", String(view.fitInto(port.room.width, port.room.height)));
      ratio();
      leavePiecesToBoard();
      host.replaceChildren(svg);
      store.presentation.board = view;
      endings.push(effect(() => view.show(placed(store))));
      endings.push(effect(() => view.mark(marksOf(store))));
      endings.push(showNews(store, view));
      port.onTap = (event) => tap(store, view, event);
      port.place();
      setViewport(port);
      fontOf(svg).then(() => {
        if (left()) return;
        endings.push(callPlaces(store, view));
        const seen = signal({ unit: 0, room: view.window });
        port.onRest = () => {
          ratio();
          port.measure();
          const unit = (port.size.width * port.painted) / (view.window.right - view.window.left);
          seen.value = { unit, room: view.aroundMap(port.room, unit) };
        };
        port.onRest();
        endings.push(effect(() => setWaiting(readable(store, view, seen.value))));
      });
    });
    return () => {
      ended = true;
      endings.forEach((end) => end());
      store.presentation.board = undefined;
    };
  }, [edition, store]);

  const hover = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "mouse" || !store.board || event.buttons) return;
    const found = routeUnder(store, store.board, event.clientX, event.clientY, CLOSE);
    if (store.pointed.value !== found) store.choice.point(found);
  };
  const leave = () => {
    store.choice.point(null);
    setTold("");
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target !== frame.current || event.ctrlKey || event.metaKey || event.altKey || !store.position.value)
      return;
    const code = store.pointed.value;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      import("../../board/route-keys.js").then(({ nextRoute }) => {
        if (!store.position.value || document.activeElement !== frame.current) return;
        const begun = /** @type {Begun} */ (store);
        const nearest = nextRoute(
          store.geometry.value,
          routesByKeys(begun),
          routeOf(store, store.pointed.value),
          event.key,
          middleOfBoard(store),
        );
        store.choice.point(nearest);
        setTold(nearest ? toldRoute(begun, nearest) : "");
      });
    } else if (event.key === "Enter" && routeOf(store, code) && !store.readonly) {
      event.preventDefault();
      const way = currentJourney(/** @type {Begun} */ (store));
      const step = way && ofKind(way.legal, "go").find(({ route }) => route === code);
      if (step) way.go(step);
      else if (!way) {
        store.chooseRoute(/** @type {string} */ (code));
        enterTray();
      }
    }
  };
  return html`<section class="board-pane" ref=${pane} aria-label=${t("board.label")}>
    <div
      class="board-frame"
      ref=${frame}
      tabindex=${store.position.value ? 0 : undefined}
      role="group"
      aria-label=${t("board.by_keys")}
      onPointerMove=${hover}
      onPointerLeave=${leave}
      onKeyDown=${keys}
      onBlur=${leave}
    >
      <div class="board-sheet" ref=${sheet}></div>
      ${waiting > 0 && html`<p class="names-wait">${t("board.names_wait", { n: waiting })}</p>`}
    </div>
    <div class="below-board">
      ${store.position.value && facts && html`<${Happened} store=${store} />`}
      ${store.position.value && facts && store.me.value?.hand && html`<${TicketsInBrief} store=${store} />`}
      ${
        viewport &&
        html`<div class="zoom" role="group" aria-label=${t("board.zoom")}>
          <button type="button" onClick=${() => viewport.zoom(1.5)} aria-label=${t("board.closer")}>+</button>
          <button type="button" onClick=${() => viewport.zoom(1 / 1.5)} aria-label=${t("board.farther")}>−</button>
          <button type="button" onClick=${() => viewport.whole()} aria-label=${t("board.whole")}>
            <${Icon} name="whole" />
          </button>
        </div>`
      }
    </div>
    <${Pointed} store=${store} />
    ${store.position.value && facts && hasTunnels(facts) && html`<${TunnelCards} store=${store} />`}
    <p class="visually-hidden" role="status">${told}</p>
  </section>`;
}

/**
 * Return the routes that the arrow keys go to: those on which a journey can continue, or else those that can be
 * claimed now, or else all that nobody has claimed.
 *
 * @param {Begun} store
 */
function routesByKeys(store) {
  const way = currentJourney(store);
  if (way) return ofKind(way.legal, "go").map(({ route }) => route);
  if (store.claims.value.size) return [...store.claims.value.keys()];
  const owned = new Set(store.position.value.players.flatMap((player) => player.routes));
  return Object.keys(store.facts.value.routes).filter((code) => !owned.has(code));
}

/**
 * Return a code if it is a route's, and null otherwise.
 *
 * @param {Furnished} store
 * @param {string | null} code
 */
const routeOf = (store, code) => (code && code in store.facts.value.routes ? code : null);

/** @param {Furnished} store @returns {Sent.Point} */
function middleOfBoard(store) {
  const [width, height] = store.geometry.value.size;
  return [width / 2, height / 2];
}

/**
 * Return a route in words, for screen readers.
 *
 * @param {Begun} store
 * @param {string} code
 */
function toldRoute(store, code) {
  const facts = store.facts.value;
  const points = t("points", { n: facts.points[facts.routes[code].length - 1] });
  return [routeName(facts, code), routeWords(facts, code), points].join(", ");
}

/**
 * Wait until the fonts of a drawing's names are loaded. If a font cannot be loaded, the browser uses the next one.
 *
 * @param {SVGSVGElement} svg
 */
async function fontOf(svg) {
  const text = svg.querySelector(".city text");
  if (!text) return;
  const families = [getComputedStyle(text).fontFamily, "'Whistlestop Display'"];
  await Promise.all(families.map((family) => document.fonts.load(`20px ${family}`).catch(() => [])));
}

/**
 * Show the names of a board and its places in the reader's language, also after the language has changed. Return a
 * function that stops it.
 *
 * @param {Furnished} store
 * @param {BoardView} view
 */
function callPlaces(store, view) {
  const facts = store.facts.value;
  const countries = Object.keys(facts.countries).map((code) => [code, printedPlace(facts, code)]);
  const names = new BoardNames(view.svg, store.geometry.value, Object.fromEntries(countries));
  view.names = names;
  // Load the code for titles only if the title differs from the printed one.
  /** @type {Promise<import("../../board/title.js").BoardTitle> | undefined} */
  let title;
  return effect(() => {
    names.show(
      (code) => placeName(facts, code),
      (code) => printedPlace(facts, code),
    );
    // Sentences that a part of the page adds change no name. Placing the names again would take too long.
    const local = untracked(() => editionTitle(facts));
    if (local !== facts.title)
      title ??= import("../../board/title.js").then(({ BoardTitle }) => new BoardTitle(view.svg));
    title?.then((written) => written.show(local, facts.title));
  });
}

/**
 * Draw marks and names large enough to be seen and read.
 *
 * @param {Furnished} store
 * @param {BoardView} view
 * @param {{unit: number, room: Lettering.Box}} seen unit: the pixels of a board unit; room: where names may stand
 * @returns {number} how many cities have no name until the reader zooms in
 */
function readable(store, view, { unit, room }) {
  const { names } = view;
  // Run again if the language changes, because then the names change.
  void language.value;
  if (!names || !unit) return 0;
  const grown = growth(names, unit);
  view.grow(grown);
  view.enlarge(unit);
  view.svg.classList.toggle("from-afar", unit < NAMES_OF_WATERS);
  return makeLegible(names, { unit, window: room, grown, figures: view.figureRooms }, namesNeeded(store));
}

/**
 * Return the places whose names the reader needs: the ends of open tickets and of the chosen route, and the city of
 * a travelling passenger.
 *
 * @param {Furnished} store
 */
function namesNeeded(store) {
  const facts = store.facts.value;
  const selection = store.selection.value;
  const asked = selection?.kind === "route" ? [facts.routes[selection.route].a, facts.routes[selection.route].b] : [];
  const here = store.position.value?.journey ? [store.position.value.journey.city] : [];
  return [...new Set([...asked, ...here, ...ticketEnds(store)])];
}

/** @param {Sent.Facts} facts */
const hasTunnels = (facts) => Object.values(facts.routes).some((route) => route.tunnel || route.substitute);

/**
 * The words about the route that the reader points at.
 *
 * @param {{store: Furnished}} props
 */
function Pointed({ store }) {
  const facts = store.facts.value;
  const code = store.pointed.value;
  if (!code || !facts || !(code in facts.routes)) return null;
  const points = facts.points[facts.routes[code].length - 1];
  const fresh = store.fresh.value.find((event) => event.route === code);
  const { table } = /** @type {Begun} */ (store).update.value;
  const owner = store.position.value?.players.findIndex(({ routes }) => routes.includes(code)) ?? -1;
  const name = owner >= 0 && playerName(table, owner);
  // Name the owner of a claimed route. The cards for it are no longer needed.
  const about = name ? (fresh ? t("board.since", { name }) : name) : routeWords(facts, code);
  const words = ` · ${about} · ${t("points", { n: points })}`;
  return html`<p
    class=${`pointed ${reachesBelow(store, code, (routeName(facts, code) + words).length) ? "" : "low"}`}
    aria-hidden="true"
  >
    <strong>${routeName(facts, code)}</strong>${words}
  </p>`;
}

/** The size of the words about a route, in pixels: the widest letter, the space beside the words, and the height. */
const WORDS = { letter: 9, edges: 60, height: 52 };

/**
 * Return whether the words about a route would cover the route at the board's lower edge, where they usually stand.
 * Then they stand at the upper edge.
 *
 * @param {Furnished} store
 * @param {string} code
 * @param {number} letters the number of letters in the words
 */
function reachesBelow(store, code, letters) {
  const frame = document.querySelector(".board-frame")?.getBoundingClientRect();
  if (!frame || !store.board) return false;
  const { board } = store;
  const half = (letters * WORDS.letter + WORDS.edges) / 2;
  const middle = frame.left + frame.width / 2;
  return store.geometry.value.routes[code].spaces.some(([x, y]) => {
    const at = board.toWindow(x, y);
    return at.y > frame.bottom - WORDS.height && Math.abs(at.x - middle) < half;
  });
}

/**
 * Return everything that lies on the board now.
 *
 * @param {Furnished} store
 * @returns {import("../../board/view.js").Placed}
 */
function placed(store) {
  const position = store.position.value;
  const facts = store.facts.value;
  const players = position?.players ?? [];
  return {
    owners: new Map(
      players.flatMap((player, seat) => player.routes.map((route) => /** @type {[string, number]} */ ([route, seat]))),
    ),
    passengers: players.map((player, seat) =>
      // A travelling passenger stands in the city that it has reached.
      position?.journey && seat === position.seat
        ? [...player.passengers, position.journey.city]
        : (player.passengers ?? []),
    ),
    stations: players.map((player) => player.stations ?? []),
    tokens: tokens(facts, position),
    scores: store.totals.value ?? players.map((player) => player.score),
    pieces: players.map((_, seat) => pieceOf(store.update.value.table, seat)),
  };
}

/**
 * Return the points of each city's top token; null if the city has none left.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Position | null} position
 */
function tokens(facts, position) {
  const found = /** @type {Record<string, number | null>} */ ({});
  for (const [code, city] of Object.entries(facts.cities)) {
    if (!city.merchandise) continue;
    found[code] = facts.merchandise[city.merchandise][position?.taken?.[code] ?? 0] ?? null;
  }
  return found;
}

/**
 * Return the route near a point of the window; null if there is none. A route that can be chosen is preferred to a
 * neighbour that cannot.
 *
 * @param {Furnished} store
 * @param {BoardView} view
 * @param {number} clientX
 * @param {number} clientY
 * @param {number} pixels the distance up to which a route counts as near
 */
export function routeUnder(store, view, clientX, clientY, pixels) {
  const { x, y, unit } = view.at(clientX, clientY);
  const going = ofKind(store.legal.value, "go").map((action) => action.route);
  const wanted = (/** @type {string} */ code) => store.claims.value.has(code) || going.includes(code);
  return routeAt(view.geometry, x, y, Math.max(CLOSE, pixels / unit), (code) => (wanted(code) ? 0 : NOT_CLAIMABLE));
}

/**
 * Return the city at a point of the board, found by its ring or name; null if there is none. A ring or name under
 * the point is preferred to a city nearby.
 *
 * @param {BoardView} view
 * @param {number} x
 * @param {number} y
 * @param {number} reach the distance up to which a city counts as nearby
 * @param {string[]} among the cities to choose from
 */
const cityUnder = (view, x, y, reach, among) =>
  cityAt(view.geometry, x, y, Math.min(ON_RING, reach), among) ??
  view.names?.at(x, y, 0, among) ??
  cityAt(view.geometry, x, y, reach, among);

/**
 * Act on a click or tap on the board: place a passenger, continue a journey, or choose a city or a route.
 *
 * @param {Furnished} store
 * @param {BoardView} view
 * @param {PointerEvent} event
 */
function tap(store, view, event) {
  if (store.readonly) return;
  const { x, y, unit } = view.at(event.clientX, event.clientY);
  const pixels = event.pointerType === "mouse" ? CLOSE : FINGER;
  const reach = Math.max(FIGURE_REACH, pixels / unit);
  const legal = store.legal.value;
  const city = (/** @type {string[]} */ among) => cityUnder(view, x, y, reach, among);
  const cities = (/** @type {"passenger" | "move"} */ kind) =>
    ofKind(legal, kind).flatMap((action) => action.city ?? []);

  const placing = city(cities("passenger"));
  if (placing) return void store.act(`passenger ${placing}`);
  const way = store.position.value && currentJourney(/** @type {Begun} */ (store));
  if (way) {
    if (!go(store, way, view, event, city) && store.position.value?.phase !== "journey") store.drop();
    return undefined;
  }
  if (store.selection.value?.kind === "station" || store.selection.value?.kind === "city") {
    const chosen = city(Object.keys(view.geometry.cities));
    if (chosen) return void store.chooseStation(chosen);
  }
  const setting =
    cityAt(view.geometry, x, y + view.lift, 14, cities("move")) ?? view.names?.at(x, y, 0, cities("move"));
  if (setting) {
    considerJourney(/** @type {Begun} */ (store), setting);
    return undefined;
  }
  const route = routeUnder(store, view, event.clientX, event.clientY, pixels);
  if (route) store.chooseRoute(route, store.selection.value?.card);
  else store.drop();
  return undefined;
}

/**
 * Continue a journey to the city that was pressed, if only one route leads there, or along the route that was
 * pressed.
 *
 * @param {Furnished} store
 * @param {import("../turn/journey-steps.js").CurrentJourney} way
 * @param {BoardView} view
 * @param {PointerEvent} event
 * @param {(among: string[]) => string | null} city returns which of some cities was pressed
 * @returns {boolean} whether the journey continues
 */
function go(store, way, view, event, city) {
  const here = way.journey.city;
  const going = ofKind(way.legal, "go");
  const far = (/** @type {Sent.ActionOf<"go">} */ action) => {
    const { a, b } = store.facts.value.routes[action.route];
    return a === here ? b : a;
  };
  const reached = city(going.map(far));
  const there = going.filter((action) => far(action) === reached);
  const route = routeUnder(store, view, event.clientX, event.clientY, FINGER);
  const next = there.length === 1 ? there[0] : going.find((action) => action.route === route);
  if (next) way.go(next);
  return next !== undefined;
}
