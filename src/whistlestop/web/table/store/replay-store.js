// The store of a replay: it shows moments of a game, and nothing can be done there.
import { batch } from "../../html.js";
import { standing } from "../log/turns.js";
import { TableStore } from "./store.js";

export class ReplayStore extends TableStore {
  /** @param {string} id */
  constructor(id) {
    super(id, null, true);
    /** The seat whose view the reader has chosen; null: all cards are open. */
    this.eyes = /** @type {Reading<number | null>} */ (this.game.eyes);
    /** Every entry of the game without those that were taken back. */
    this.whole = /** @type {Sent.Entry[]} */ ([]);
  }

  /**
   * Show a moment of a replay: what happened up to it, and how the table looked then.
   *
   * @param {Sent.Update} update
   * @param {number | null} eyes the seat whose view the update has
   */
  show(update, eyes) {
    this.game.eyes.value = eyes;
    this.tunnel.finish();
    if (!this.tunnel.begin(update, () => this.showNow(update))) this.showNow(update);
  }

  /** @param {Sent.Update} update */
  showNow(update) {
    const before = this.update.value;
    batch(() => {
      this.game.update.value = update;
      this.tell();
    });
    // One step forward is worth showing; a jump is not.
    if (before && update.entry && update.version === before.version + 1) this.announce(update.entry, before, update);
  }

  /**
   * Keep every entry that a replay goes through. A moment of it may be shown already.
   *
   * @param {Sent.Entry[]} entries
   */
  hold(entries) {
    this.whole = standing(entries);
    if (this.update.value) this.tell();
  }

  /** Make the log end with the moment shown. */
  tell() {
    const version = this.update.value?.version ?? 0;
    this.game.log.value = this.whole.filter((entry) => entry.number <= version);
  }
}
