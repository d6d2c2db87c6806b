// Show updates one after another. The next update is shown when the animations of the last one have ended. Nothing
// waits if the reader acts or wants no motion, if the page is hidden, or if too many updates have arrived. The
// cards of a tunnel are turned up before the store takes the update with their result.
import { moving } from "../../board/motion.js";
import { mayMove } from "../../settings.js";

/** The most updates that wait for animations. If more have arrived, the oldest are shown at once. */
const WAITING = 3;

export class Pacing {
  /** @param {import("./store.js").TableStore} store */
  constructor(store) {
    this.store = store;
    /** @type {Sent.Update[]} */
    this.queue = [];
    this.stop = moving.subscribe(() => this.next());
  }

  /**
   * Add an update that has arrived to the queue, and show what can be shown.
   *
   * @param {Sent.Update} update
   */
  receive(update) {
    this.queue.push(update);
    const { tunnel } = this.store;
    // Do not wait for a tunnel's cards if the update has the whole log, or if too many updates are waiting.
    if (tunnel.waits && (update.log !== undefined || this.queue.length > WAITING)) tunnel.finish();
    else this.next();
  }

  /** Give the store those waiting updates that can be shown now. */
  next() {
    const { store, queue } = this;
    while (queue.length && !store.tunnel.waits && (!moving.peek() || this.pressing())) {
      const update = /** @type {Sent.Update} */ (queue.shift());
      const take = () => {
        store.take(update);
        this.next();
      };
      if (queue.length >= WAITING || !store.tunnel.begin(update, take)) store.take(update);
    }
  }

  /** Return whether the queue must not wait for animations. */
  pressing() {
    const { store, queue } = this;
    if (!mayMove() || store.acting || queue.length > WAITING) return true;
    const own = (/** @type {Sent.Update} */ { entry }) => entry !== null && entry.seat === store.seat.peek();
    return queue.some((update) => update.log !== undefined || update.table.bot_pace === "instant" || own(update));
  }

  /** Give the store all waiting updates at once, without showing the rest of a tunnel's cards. */
  flush() {
    this.store.tunnel.finish();
    for (const update of this.queue.splice(0)) this.store.take(update);
  }
}
