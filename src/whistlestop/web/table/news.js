// What has just happened, shown: cards fly, pieces appear, passengers travel, sounds are made.
import { appear, fly, glow, travel } from "../board/motion.js";
import { turnTitle } from "../names/sentence.js";
import { notify } from "../notices.js";
import { play } from "../sound.js";
import { pieceOf } from "./colours.js";

const BETWEEN = 130;

/**
 * Show every entry from now on.
 *
 * @param {Furnished} store
 * @param {import("../board/view.js").BoardView} view
 * @returns {() => void} stop
 */
export function showNews(store, view) {
  /** @type {Watcher} */
  const watcher = (entry, before, after) => {
    let at = 0;
    for (const event of entry.events) {
      const show = /** @type {Show | undefined} */ (SHOWS[event.type]);
      if (!show) continue;
      show(event, { store: /** @type {Begun} */ (store), view, before, delay: at * BETWEEN });
      at += 1;
    }
    tellTurn(before, after);
  };
  store.watchers.add(watcher);
  return () => store.watchers.delete(watcher);
}

/**
 * The reader's turn has come: everybody who listens for it hears it.
 *
 * @param {Sent.Update | null} before
 * @param {Sent.Update} after
 */
function tellTurn(before, after) {
  const { seats } = after.table.you;
  const seat = seats.find((one) => !after.table.seats[one].resigned && after.deciding?.includes(one) && !before?.deciding?.includes(one));
  if (seat === undefined) return;
  play("turn");
  notify(turnTitle(after, seat), after.table.id);
}

/** Where something is, asked for when the flight begins. */
const box = (/** @type {string} */ selector) => () => document.querySelector(selector)?.getBoundingClientRect();

/**
 * Where a player's cards go to: the reader's hand, or the player's row.
 *
 * @param {Begun} store
 * @param {number} seat
 */
const holder = (store, seat) => () =>
  (seat === store.seat.value ? box('[data-place="hand"]')() : undefined) ?? box(`[data-place="player-${seat}"]`)();

/**
 * @typedef {object} About
 * @property {Begun} store
 * @property {import("../board/view.js").BoardView} view
 * @property {Sent.Update | null} before
 * @property {number} delay
 */
/** @typedef {(event: Sent.Event, about: About) => void} Show */

/** @type {Sent.Handlers<About, void>} */
const SHOWS = {
  CardDrawn(event, { store, delay }) {
    const from = box(event.slot === null ? '[data-place="deck"]' : `[data-place="slot-${event.slot}"]`);
    fly(from, holder(store, event.seat), `card-${event.card ?? "back"}`, delay);
    play("card");
  },
  DisplayRefilled(event, { delay }) {
    glow(document.querySelector(`[data-place="slot-${event.slot}"]`), delay + 200);
  },
  DisplaySwept(_, { before, delay }) {
    const cards = before?.position?.display ?? [];
    cards.forEach((/** @type {string | null} */ card, /** @type {number} */ slot) => {
      if (card) fly(box(`[data-place="slot-${slot}"]`), box('[data-place="deck"]'), `card-${card}`, delay);
    });
  },
  TicketsOffered(event, { store, delay }) {
    event.stacks.forEach((/** @type {string} */ stack, /** @type {number} */ at) =>
      fly(box(`[data-place="stack-${stack}"]`), holder(store, event.seat), `ticket-back-${stack}`, delay + at * BETWEEN),
    );
    play("ticket");
  },
  RouteClaimed(event, { store, view, delay }) {
    const route = view.routes.get(event.route);
    if (!route) return;
    appear(route.spaces);
    const [x, y] = view.geometry.routes[event.route].spaces[0];
    event.cards.forEach(([card]) => fly(holder(store, event.seat), () => view.toWindow(x, y), `card-${card}`, delay));
    play("claim");
  },
  TunnelEntered(event, { store, delay }) {
    event.cards.forEach(([card]) => fly(holder(store, event.seat), box(".board-pane"), `card-${card}`, delay));
  },
  TunnelCardRevealed(event, { delay }) {
    fly(box('[data-place="deck"]'), box(".board-pane"), `card-${event.card}`, delay);
    play("card");
  },
  StationBuilt(_, { view, delay }) {
    glow(view.standing, delay);
    play("claim");
  },
  PassengerPlaced(_, { view, delay }) {
    glow(view.standing, delay);
  },
  PassengerMoved(event, { store, view }) {
    const route = view.geometry.routes[event.route];
    const points = route.spaces.map(([x, y]) => /** @type {Sent.Point} */ ([x, y]));
    const [x, y] = view.geometry.cities[event.city];
    const [first] = points;
    const last = points[points.length - 1];
    if (Math.hypot(first[0] - x, first[1] - y) < Math.hypot(last[0] - x, last[1] - y)) points.reverse();
    const seat = store.position.value.seat;
    travel(view.flying, `passenger-${pieceOf(store.update.value.table, event.seat ?? seat)}`, [...points, [x, y]]);
  },
  GameOver() {
    play("end");
  },
};
