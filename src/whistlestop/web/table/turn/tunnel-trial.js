// A tunnel that is tried: its three cards lie face down, are turned up one by one, and only then does
// the table learn what they are. Timers count the time, and no animation: it always ends.
import { play } from "../../sound.js";
import { signal } from "../../html.js";
import { mayMove } from "../../settings.js";
import { eventsOf } from "../log/turns.js";

/** Milliseconds from a set that is laid out to the first card turned up, and from one card to the next. */
const LAID_OUT = 500;
const TURNED_UP = 500;
/** Milliseconds that the tunnel's answer is seen before the game goes on. */
const ANSWERED = 700;
/** Milliseconds that the open cards are seen where nothing may move. */
const LYING = 4000;

/**
 * @typedef {object} Trial
 * @property {Sent.Entry} entry
 * @property {Sent.EventOf<"TunnelEntered">} entered
 * @property {Sent.EventOf<"TunnelCardRevealed">[]} cards in the order in which they are turned up
 * @property {number} turned how many of them are
 * @property {boolean} answered whether it can be seen what the tunnel asks for
 * @property {boolean} still the table knows it already: nobody waits for these cards
 */

/**
 * A tunnel that was tried in an entry, with all cards face down.
 *
 * @param {Sent.Entry | null} entry
 * @returns {Trial | null} null: none was, or there was no card to turn up
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
    /** What is shown of it. */
    this.shown = signal(/** @type {Trial | null} */ (null));
    /** The number of the entry that was told card by card, so that nobody has to hear it twice. */
    this.heard = 0;
    /** @type {(() => void) | undefined} takes the update that waits */
    this.next = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether the table waits for cards to be turned up. */
  get waits() {
    return this.next !== undefined;
  }

  /**
   * Turn the cards of an update up before it is taken.
   *
   * @param {Sent.Update} update
   * @param {() => void} next take it
   * @returns {boolean} whether there is anything to wait for
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
    // What the reader has paid with is no longer to be chosen.
    if (trial.entered.seat === store.seat.peek()) store.drop();
    this.shown.value = trial;
    this.timer = setTimeout(() => this.turn(), LAID_OUT);
    return true;
  }

  /** Turn the next card up, or say what all of them mean. */
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
    // What was not told card by card is told and shown all at once.
    if (!this.shown.peek()?.answered) this.heard = 0;
    this.clear();
    next();
  }

  /**
   * Show the cards face up beside a table that knows them already.
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

  clear() {
    clearTimeout(this.timer);
    this.next = undefined;
    this.shown.value = null;
  }
}
