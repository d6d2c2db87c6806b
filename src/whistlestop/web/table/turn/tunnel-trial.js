// Show how a tunnel is tried: three cards lie face down and are turned up one by one. The store takes the
// update only then. Timers count the time, because an animation may never end.
import { play } from "../../sound.js";
import { signal } from "../../html.js";
import { mayMove } from "../../settings.js";
import { eventsOf } from "../log/turns.js";

/** Milliseconds from laying the cards out to turning the first one up. */
const LAID_OUT = 500;
/** Milliseconds from one card to the next. */
const TURNED_UP = 500;
/** Milliseconds for which the surcharge is shown before the game goes on. */
const ANSWERED = 700;
/** Milliseconds for which the open cards are shown if the reader wants no motion. */
const LYING = 4000;

/**
 * @typedef {object} Trial
 * @property {Sent.Entry} entry the entry in which the tunnel was tried
 * @property {Sent.EventOf<"TunnelEntered">} entered the event with the route, the seat and the payment
 * @property {Sent.EventOf<"TunnelCardRevealed">[]} cards in the order in which they are turned up
 * @property {number} turned how many cards have been turned up
 * @property {boolean} answered whether the surcharge is shown
 * @property {boolean} still whether the store has already taken the update, so that nothing waits for these cards
 */

/**
 * Return the tunnel that was tried in an entry, with all cards face down.
 *
 * @param {Sent.Entry | null} entry
 * @returns {Trial | null} null if no tunnel was tried, or no card was left to turn up
 */
export function trialOf(entry) {
  const [entered] = entry ? eventsOf(entry.events, "TunnelEntered") : [];
  if (!entry || !entered) return null;
  const cards = eventsOf(entry.events, "TunnelCardRevealed");
  return cards.length ? { entry, entered, cards, turned: 0, answered: false, still: false } : null;
}

export class TunnelTrial {
  /** @param {import("../store/store.js").TableStore} store */
  constructor(store) {
    this.store = store;
    /** The tunnel that is shown now; null if none is. */
    this.shown = signal(/** @type {Trial | null} */ (null));
    /** The number of the last entry shown card by card. Screen readers are not told of it again. */
    this.heard = 0;
    /** @type {(() => void) | undefined} a function that takes the update that waits */
    this.next = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether the table waits for cards to be turned up. */
  get waits() {
    return this.next !== undefined;
  }

  /**
   * Begin to turn up the cards of an update, before the store takes the update.
   *
   * @param {Sent.Update} update
   * @param {() => void} next a function that takes the update
   * @returns {boolean} whether the update must wait for the cards
   */
  begin(update, next) {
    const { store } = this;
    const before = store.update.peek();
    const trial = trialOf(update.entry);
    if (!trial || !before || !store.board || !mayMove() || update.log || !update.position) return false;
    if (update.version !== before.version + 1 || this.waits) return false;
    if (update.table.bot_pace === "instant" && update.table.seats[trial.entered.seat]?.kind === "bot") return false;
    this.clear();
    this.next = next;
    this.heard = trial.entry.number;
    // The reader has already paid, so drop the choice of cards.
    if (trial.entered.seat === store.seat.peek()) store.drop();
    this.shown.value = trial;
    this.timer = setTimeout(() => this.turn(), LAID_OUT);
    return true;
  }

  /** Turn the next card up. After the last card, show the surcharge. */
  turn() {
    const trial = this.shown.peek();
    if (!trial || !this.waits) return;
    if (trial.turned < trial.cards.length) {
      this.shown.value = { ...trial, turned: trial.turned + 1 };
      play("card");
      this.timer = setTimeout(() => this.turn(), TURNED_UP);
    } else if (!trial.answered) {
      this.shown.value = { ...trial, answered: true };
      this.timer = setTimeout(() => this.finish(), ANSWERED);
    }
  }

  /** Let the game go on, however many cards are still face down. */
  finish() {
    const { next } = this;
    if (!next) return;
    // If some cards were not shown, the log announces the whole entry instead.
    if (!this.shown.peek()?.answered) this.heard = 0;
    this.clear();
    next();
  }

  /**
   * Show the cards of a tunnel face up for a few seconds, after the store has taken the update.
   *
   * @param {Sent.Entry} entry
   */
  lay(entry) {
    const trial = trialOf(entry);
    if (!trial || this.heard === entry.number) return;
    this.clear();
    this.shown.value = { ...trial, turned: trial.cards.length, answered: true, still: true };
    this.timer = setTimeout(() => this.clear(), LYING);
  }

  /** Remove the cards, without taking the update that waits for them. */
  clear() {
    clearTimeout(this.timer);
    this.next = undefined;
    this.shown.value = null;
  }
}
