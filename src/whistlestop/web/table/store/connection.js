// The connection through which a table's updates come.
import { signal } from "../../html.js";
import { Live } from "../../net/live.js";

/** Part of a table's store. Only the connection itself writes its state. */
export class Connection {
  /** @param {import("./store.js").TableStore} store of the same table */
  constructor(store) {
    this.store = store;
    this.state = signal(/** @type {"connecting" | "live" | "offline"} */ ("connecting"));
    /** Whether the connection has come back and the updates that were missed are still coming. */
    this.returning = false;
  }

  /** Follow the table live. */
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

  /** Ask for everything since the newest update that the page has. */
  catchUp() {
    this.live?.again();
  }

  /**
   * Return whether an update belongs to those that were missed. The first one with a position ends them.
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
