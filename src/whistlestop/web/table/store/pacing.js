// What happens at a table, one thing after the other: the next is shown when what the last one set in
// motion has landed. Nobody waits for it who acts, looks away, or has fallen behind. A tunnel's cards
// are turned up before the table knows what they are.
import { moving } from "../../board/motion.js";
import { mayMove } from "../../settings.js";

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
    const { tunnel } = this.store;
    // Neither does a tunnel hold up those who are told all anew, or have fallen behind.
    if (tunnel.waits && (update.log !== undefined || this.queue.length > WAITING)) tunnel.finish();
    else this.next();
  }

  /** Take what is to be shown now. */
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

  /** Whether what waits is wanted at once. */
  pressing() {
    const { store, queue } = this;
    if (!mayMove() || store.acting || queue.length > WAITING) return true;
    const own = (/** @type {Sent.Update} */ { entry }) => entry !== null && entry.seat === store.seat.peek();
    return queue.some((update) => update.log !== undefined || update.table.bot_pace === "instant" || own(update));
  }

  /** Take everything that waits. */
  flush() {
    this.store.tunnel.finish();
    for (const update of this.queue.splice(0)) this.store.take(update);
  }
}
