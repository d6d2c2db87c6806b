// Receive a table's updates as they happen. A lost connection is restored automatically, and asks
// for the updates that were missed.

/** Milliseconds without any message after which a connection counts as lost. */
const HEARD_NOTHING = 40_000;
/** The longest time before the next attempt to connect, in milliseconds. */
const LONGEST_WAIT = 15_000;

export class Live {
  /**
   * @param {string} table the id of the table
   * @param {() => number | null} version returns the newest version that the page has; null before the first
   * @param {(update: Sent.Update) => void} onUpdate
   * @param {(state: "connecting" | "live" | "offline") => void} onState
   * @param {number | null} seat the seat whose view is sent, if several people share this device
   */
  constructor(table, version, onUpdate, onState, seat) {
    this.table = table;
    this.seat = seat;
    this.version = version;
    this.onUpdate = onUpdate;
    this.onState = onState;
    this.failures = 0;
    this.closed = false;
    this.wake = () => {
      const state = this.socket?.readyState;
      const well = state === WebSocket.OPEN || state === WebSocket.CONNECTING;
      if (!document.hidden && !this.closed && !well) this.again();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    const since = this.version();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = Object.entries({ since, seat: this.seat }).filter(([, value]) => value !== null);
    const query = asked.map(([name, value]) => `${name}=${value}`).join("&");
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live${query && `?${query}`}`);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.onState("live");
      this.listen();
    };
    socket.onmessage = (message) => {
      this.listen();
      const told = JSON.parse(message.data);
      if (told.type === "update") this.onUpdate(told);
    };
    socket.onclose = ({ reason }) => {
      // Another person has taken over the seat while the connection was lost. Load the page again, without a seat.
      if (reason === "not_your_seat" && !this.closed) location.reload();
      if (socket === this.socket && !this.closed) this.later();
    };
  }

  /** Treat a connection as lost if nothing arrives for long. */
  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.again(), HEARD_NOTHING);
  }

  /** Try to connect again after a while, which grows with every failure. */
  later() {
    clearTimeout(this.silence);
    this.onState("offline");
    this.failures += 1;
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.failures) * (0.75 + Math.random() / 2);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), wait);
  }

  /** Close the connection, and open a new one at once. */
  again() {
    this.drop();
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  /** Close the connection. If it is still being opened, close it afterwards: browsers report an error otherwise. */
  drop() {
    const old = this.socket;
    this.socket = undefined;
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
  }
}
