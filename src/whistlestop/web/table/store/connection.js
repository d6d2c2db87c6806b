// The connection through which a table's updates come.
import { signal } from "../../html.js";
import { Live } from "../../net/live.js";

/** Part of a table's store. Only the connection itself writes its state. */
export class Connection {
  /** @param {import("./store.js").TableStore} store the store to which this part belongs */
  constructor(store) {
    this.store = store;
    this.state = signal(/** @type {"connecting" | "live" | "offline"} */ ("connecting"));
    /** Whether the connection was restored, and updates that were missed may still be arriving. */
    this.returning = false;
  }

  /** Open the connection. Each update that arrives goes to `pacing`. */
  follow() {
    const { store } = this;
    this.live = new Live(
      store.id,
      () => store.update.value?.version ?? null,
      (update) => store.pacing.receive(update),
      (state) => {
        store.pacing.flush();
        this.state.value = state;
        this.returning = true;
      },
      store.named,
    );
  }

  /** Connect again, so that the server sends every update after the newest one that the page has. */
  catchUp() {
    this.live?.again();
  }

  /**
   * Return whether an update was missed while the connection was lost. Missed updates have no position, except the
   * newest one, which counts as a usual update.
   *
   * @param {Sent.Update} update
   */
  missed(update) {
    const missed = this.returning && update.position === null;
    if (!missed) this.returning = false;
    return missed;
  }

  close() {
    this.live?.close();
  }
}
