// One table as this page knows it. Each part of the store owns what it writes; panels read it here.
import { batch, signal } from "../../html.js";
import { Ahead } from "../ahead/plans.js";
import { TunnelTrial } from "../turn/tunnel-trial.js";
import { Choice } from "./choice.js";
import { Connection } from "./connection.js";
import { Game } from "./game.js";
import { Pacing } from "./pacing.js";
import { Requests } from "./requests.js";

/**
 * A part's signal for those who only read it: the compiler refuses to let them write it.
 *
 * @template Value
 * @param {Signal<Value>} written
 * @returns {Reading<Value>}
 */
const readable = (written) => written;

/** What the page shows beside the game. Each value has one writer, which its comment names. */
class Presentation {
  constructor() {
    /** What the table's edition is. The page writes it when it has been loaded. */
    this.facts = signal(/** @type {Sent.Facts | null} */ (null));
    /** Where everything lies on the edition's board. The page writes it when it has been loaded. */
    this.geometry = signal(/** @type {Sent.Geometry | null} */ (null));
    /** The drawn board. The board's pane writes it, and removes it when the board is gone. */
    this.board = /** @type {import("../../board/view.js").BoardView | undefined} */ (undefined);
    /** The reader's turn has come, and the moves that led to it are still being animated. News writes it. */
    this.arriving = signal(false);
    /** A passenger makes the journey that the reader has planned. The journey's steps write it. */
    this.travelling = signal(false);
    /** The lesson that is taken here. The lesson writes it when it has been loaded. */
    this.lesson = signal(/** @type {import("../lesson/lesson.js").Lesson | null} */ (null));
    /** The routes and places of the map that the lesson points at. The coach writes it. */
    this.coached = signal(/** @type {string[]} */ ([]));
    /** The game has ended while the reader watched. An update sets it, and the finale clears it. */
    this.witnessed = false;
    /** The routes of the longest path and the places of linked districts. The finale writes it. */
    this.path = signal(/** @type {string[]} */ ([]));
    /** The totals that the score sheet has reached. The finale and its show write it. */
    this.totals = signal(/** @type {number[] | null} */ (null));
    /** The winners, when the score sheet has reached them. The finale writes it. */
    this.winners = signal(/** @type {number[] | null} */ (null));
  }
}

/**
 * The state of a table. Its parts are the only writers:
 *
 * - `game`: the updates and the log. Updates change it, through `take`.
 * - `choice`: what the reader has picked up, points at, or wants to keep. Panels call its methods.
 * - `requests`: the action under way and the last refusal. `act`, `ask` and `refuse` change it.
 * - `connection`: whether updates come. Only the connection changes it.
 * - `presentation`: what the page shows beside the game. Each value there names its writer.
 * - `ahead`, `tunnel`, `pacing`: the reader's plans, the tunnel that is tried, and the updates that wait.
 *
 * An update reaches `pacing`, then the tunnel, if it has cards to turn up, and then `take`. Signals
 * change together. Then the plans hear of the update, and last the watchers, if it has an entry.
 */
export class TableStore {
  /**
   * @param {string} id
   * @param {number | null} [named] with whose eyes, where several people share this device
   * @param {boolean} [readonly] whether the reader can only look
   */
  constructor(id, named = null, readonly = false) {
    this.id = id;
    this.named = named;
    this.readonly = readonly;
    /** Show the table to another person at this device, or to nobody. The page replaces it. */
    this.giveTo = (/** @type {number | null} */ _seat) => {};
    /** The functions that are called with each new entry. Panels add and remove their own. */
    this.watchers = new Set(/** @type {Watcher[]} */ ([]));

    this.game = new Game(readonly);
    this.choice = new Choice(this);
    this.requests = new Requests(this);
    this.connection = new Connection(this);
    this.presentation = new Presentation();

    this.update = readable(this.game.update);
    this.log = readable(this.game.log);
    this.seat = this.game.seat;
    this.position = this.game.position;
    this.legal = this.game.legal;
    this.mayDecide = this.game.mayDecide;
    this.standing = this.game.standing;
    this.fresh = this.game.fresh;
    this.lastTurns = this.game.lastTurns;
    this.me = this.game.me;
    this.claims = this.game.claims;
    this.stations = this.game.stations;

    this.selection = readable(this.choice.selection);
    this.pointed = readable(this.choice.pointed);
    this.keeping = readable(this.choice.keeping);
    this.reason = readable(this.choice.reason);

    this.sending = readable(this.requests.sending);
    this.problem = readable(this.requests.problem);

    this.facts = readable(this.presentation.facts);
    this.geometry = readable(this.presentation.geometry);
    this.arriving = readable(this.presentation.arriving);
    this.travelling = readable(this.presentation.travelling);
    this.lesson = readable(this.presentation.lesson);
    this.coached = readable(this.presentation.coached);
    this.path = readable(this.presentation.path);
    this.totals = readable(this.presentation.totals);
    this.winners = readable(this.presentation.winners);

    this.tunnel = new TunnelTrial(this);
    this.pacing = new Pacing(this);
    this.ahead = new Ahead(this);
  }

  /** The drawn board, while there is one. */
  get board() {
    return this.presentation.board;
  }

  /** The id of the action under way; empty if there is none. */
  get acting() {
    return this.requests.acting;
  }

  /**
   * Return an address for the seat that holds the device.
   *
   * @template {string} Path
   * @param {Path} path
   */
  seated(path) {
    const query = this.named === null ? "" : `${path.includes("?") ? "&" : "?"}seat=${this.named}`;
    return /** @type {Path} */ (`${path}${query}`);
  }

  /** Follow the table live. */
  follow() {
    this.connection.follow();
  }

  close() {
    this.pacing.stop();
    this.tunnel.clear();
    this.connection.close();
  }

  /**
   * Take an update in, and inform everything that depends on it.
   *
   * @param {Sent.Update} update
   */
  take(update) {
    const { game } = this;
    const order = game.order(update);
    if (order === "gap") this.connection.catchUp();
    if (order !== "next") return;
    const before = game.update.value;
    const news = before === null || update.version > before.version ? update.entry : null;
    const whole = game.completed(update);
    const playing = before?.position && before.position.phase !== "over";
    if (playing && update.position?.phase === "over") this.presentation.witnessed = true;
    batch(() => {
      game.keep(whole, news);
      if (!news) return;
      this.choice.settle(before, whole);
      this.requests.settle(before, whole);
    });
    this.ahead.heard(before, whole);
    // What happened while nobody saw it is told, and not shown all at once.
    const missed = this.connection.missed(update);
    if (news && !missed) this.announce(news, before, whole);
  }

  /**
   * Call the watchers.
   *
   * @type {Watcher}
   */
  announce(entry, before, after) {
    for (const watcher of this.watchers) watcher(entry, before, after);
  }

  /** @param {Parameters<Requests["act"]>} given */
  act(...given) {
    return this.requests.act(...given);
  }

  /** @param {Parameters<Requests["ask"]>} given */
  ask(...given) {
    return this.requests.ask(...given);
  }

  /** @param {Parameters<Requests["refuse"]>} given */
  refuse(...given) {
    this.requests.refuse(...given);
  }

  /** @param {Parameters<Choice["chooseRoute"]>} given */
  chooseRoute(...given) {
    return this.choice.chooseRoute(...given);
  }

  /** @param {Parameters<Choice["chooseStation"]>} given */
  chooseStation(...given) {
    return this.choice.chooseStation(...given);
  }

  drop() {
    this.choice.drop();
  }
}
