// Animate what has just happened: cards fly, pieces appear, passengers travel, and sounds are played.
import { appear, fly, glow, moving, travel } from "../board/motion.js";
import { effect } from "../html.js";
import { turnTitle } from "../names/sentence.js";
import { notify } from "../notices.js";
import { offerSounds, play, tunesOf } from "../sound.js";
import { eventsOf } from "./log/turns.js";
import { pieceOf } from "./people/colours.js";

/** Milliseconds from the beginning of one animation to the next. */
const BETWEEN = 130;

/**
 * Begin to animate every new entry.
 *
 * @param {Furnished} store
 * @param {import("../board/view.js").BoardView} view
 * @returns {() => void} a function that stops it
 */
export function showNews(store, view) {
  // The cards of a tunnel fly from the deck, and the payment flies from the player who tries the tunnel.
  const stop = store.tunnel.shown.subscribe((trial) => {
    if (!trial || trial.still || trial.turned > 0) return;
    const begun = /** @type {Begun} */ (store);
    trial.entered.cards.forEach(([card]) =>
      fly(holder(begun, trial.entered.seat), box(".trial-laid-out"), `card-${card}`),
    );
    trial.cards.forEach((_, at) =>
      fly(box('[data-place="deck"]'), box(`[data-trial="${at}"]`), "card-back", at * BETWEEN),
    );
  });
  /** @type {Watcher} */
  const watcher = (entry, before, after) => {
    let delay = 0;
    const asked = after.position?.phase === "surcharge" && after.legal?.length;
    // A reader who must pay a surcharge sees the cards in the tray.
    if (!asked) store.tunnel.lay(entry);
    for (const event of entry.events) {
      const show = /** @type {Show | undefined} */ (SHOWS[event.type]);
      if (!show) continue;
      delay += show(event, { store: /** @type {Begun} */ (store), view, before, delay }) ?? BETWEEN;
    }
    tunesOf(entry.events).forEach(play);
    if (claimed(entry, store)) offerSounds();
    tellTurn(store, before, after);
  };
  store.watchers.add(watcher);
  return () => {
    stop();
    store.tunnel.finish();
    store.watchers.delete(watcher);
    store.presentation.arriving.value = false;
  };
}

/**
 * Return whether the reader has claimed a route, and no lesson speaks now.
 *
 * @param {Sent.Entry} entry
 * @param {Furnished} store
 */
const claimed = ({ events }, store) =>
  !store.readonly &&
  !store.update.peek()?.table.lesson &&
  eventsOf(events, "RouteClaimed").some(({ seat }) => seat === store.seat.peek());

/**
 * If the turn of a seat at this device has come, announce it by a sound and a notification. Wait until the
 * animations of the moves before it have ended.
 *
 * @param {Furnished} store
 * @param {Sent.Update | null} before
 * @param {Sent.Update} after
 */
function tellTurn(store, before, after) {
  const { seats } = after.table.you;
  const seat = seats.find(
    (one) => !after.table.seats[one].resigned && after.deciding?.includes(one) && !before?.deciding?.includes(one),
  );
  if (seat === undefined) return;
  store.presentation.arriving.value = true;
  /** @type {(() => void) | undefined} */
  // The first run of the effect may need `stop` before it has been assigned.
  // oxlint-disable-next-line prefer-const
  let stop;
  let done = false;
  stop = effect(() => {
    if (moving.value) return;
    done = true;
    stop?.();
    store.presentation.arriving.value = false;
    play("turn");
    notify(turnTitle(after, seat), after.table.id);
  });
  if (done) stop();
}

/** Return a function that measures an element when a flight begins. */
const box = (/** @type {string} */ selector) => () => document.querySelector(selector)?.getBoundingClientRect();

/**
 * Return a function that measures where a player's cards are: in the reader's hand, or in the player's row.
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
 * @property {Sent.Update | null} before the update before this one
 * @property {number} delay the milliseconds until the animation begins
 */
/**
 * A function that animates an event. It may return the milliseconds until the next event, if not `BETWEEN`.
 *
 * @typedef {(event: Sent.Event, about: About) => number | void} Show
 */

/** @type {Sent.Handlers<About, number | void>} */
const SHOWS = {
  CardDrawn(event, { store, delay }) {
    const from = box(event.slot === null ? '[data-place="deck"]' : `[data-place="slot-${event.slot}"]`);
    fly(from, holder(store, event.seat), `card-${event.card ?? "back"}`, delay);
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
      fly(
        box(`[data-place="stack-${stack}"]`),
        holder(store, event.seat),
        `ticket-back-${stack}`,
        delay + at * BETWEEN,
      ),
    );
  },
  RouteClaimed(event, { store, view, delay }) {
    const route = view.routes.get(event.route);
    if (!route) return;
    appear(route.spaces);
    const [x, y] = view.geometry.routes[event.route].spaces[0];
    event.cards.forEach(([card]) => fly(holder(store, event.seat), () => view.toWindow(x, y), `card-${card}`, delay));
  },
  SubstituteGiven(event, { store, delay }) {
    fly(holder(store, event.seat), box('[data-place="deck"]'), `card-${event.card}`, delay);
  },
  StationBuilt(_, { view, delay }) {
    glow(view.standing, delay);
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
    travel(
      view.flying,
      `passenger-${pieceOf(store.update.value.table, event.seat ?? seat)}`,
      [...points, [x, y]],
      view.larger.figures,
    );
  },
};
