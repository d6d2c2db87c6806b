// The store of a replay. It shows moments of a game. The reader cannot act there.
import { batch, signal } from "../../html.js";
import { standing } from "../log/turns.js";
import { TableStore } from "./store.js";

export class ReplayStore extends TableStore {
  /** @param {string} id */
  constructor(id) {
    super(id, null, true);
    /** The seat whose view the reader has chosen; null = all cards are open. */
    this.eyes = /** @type {Reading<number | null>} */ (this.game.eyes);
    /** What the review says about the next move in a few words; empty = nothing. */
    this.verdict = signal("");
    /** Every entry of the game without those that were taken back. */
    this.whole = /** @type {Sent.Entry[]} */ ([]);
  }

  /**
   * Show a moment of a replay: the table after a move, and the log up to that move. If the player tried a tunnel,
   * turn up its cards first.
   *
   * @param {Sent.Update} update
   * @param {number | null} eyes the seat whose view the update has
   */
  show(update, eyes) {
    this.game.eyes.value = eyes;
    this.tunnel.finish();
    if (!this.tunnel.begin(update, () => this.showNow(update))) this.showNow(update);
  }

  /**
   * Show a moment without turning up a tunnel's cards first.
   *
   * @param {Sent.Update} update
   */
  showNow(update) {
    const before = this.update.value;
    batch(() => {
      this.game.update.value = update;
      this.tell();
    });
    // Animate a single step forward, but not a jump.
    if (before && update.entry && update.version === before.version + 1) this.announce(update.entry, before, update);
  }

  /**
   * Set the entries of the game. If a moment is already shown, update its log.
   *
   * @param {Sent.Entry[]} entries
   */
  hold(entries) {
    this.whole = standing(entries);
    if (this.update.value) this.tell();
  }

  /** Set the log to the entries up to the moment that is shown. */
  tell() {
    const version = this.update.value?.version ?? 0;
    this.game.log.value = this.whole.filter((entry) => entry.number <= version);
  }
}
