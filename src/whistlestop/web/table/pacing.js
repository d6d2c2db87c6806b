// What happens at a table, one thing after the other: the next is shown when what the last one set in
// motion has landed. Nobody waits for it who acts, looks away, or has fallen behind.
import { moving } from "../board/motion.js";
import { mayMove } from "../settings.js";

/** So many updates may wait. */
const WAITING = 3;

export class Pacing {
  /** @param {import("./store.js").TableStore} store */
  constructor(store) {
    this.store = store;
    /** @type {Sent.Update[]} */
    this.queue = [];
    this.stop = moving.subscribe(() => this.next());
  }

  /** @param {Sent.Update} update */
  receive(update) {
    this.queue.push(update);
    this.next();
  }

  /** Take what is to be shown now. */
  next() {
    while (this.queue.length && (!moving.peek() || this.pressing())) {
      this.store.take(/** @type {Sent.Update} */ (this.queue.shift()));
    }
  }

  /** Whether what waits is wanted at once. */
  pressing() {
    const { store, queue } = this;
    if (!mayMove() || store.acting || queue.length > WAITING) return true;
    const own = (/** @type {Sent.Update} */ { entry }) => entry !== null && entry.seat === store.seat.peek();
    return queue.some((update) => update.log !== undefined || update.table.bot_pace === "instant" || own(update));
  }

  /** Take everything that waits. */
  flush() {
    for (const update of this.queue.splice(0)) this.store.take(update);
  }
}
