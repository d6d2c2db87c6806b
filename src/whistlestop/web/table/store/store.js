// The state of one table in this page. Each part of the store writes its own values. Panels read all of them here.
import { batch, signal } from "../../html.js";
import { Ahead } from "../ahead/plans.js";
import { TunnelTrial } from "../turn/tunnel-trial.js";
import { Choice } from "./choice.js";
import { Connection } from "./connection.js";
import { Game } from "./game.js";
import { Pacing } from "./pacing.js";
import { Requests } from "./requests.js";

/**
 * Return a part's signal with a read-only type. The compiler refuses code that writes to it.
 *
 * @template Value
 * @param {Signal<Value>} written
 * @returns {Reading<Value>}
 */
const readable = (written) => written;

/** What the page shows beside the game. Each value has one writer, which its comment names. */
class Presentation {
  constructor() {
    /** The facts of the table's edition. The page writes them after loading them. */
    this.facts = signal(/** @type {Sent.Facts | null} */ (null));
    /** The positions of everything on the edition's board. The page writes them after loading them. */
    this.geometry = signal(/** @type {Sent.Geometry | null} */ (null));
    /** The drawn board; undefined while there is none. The board's pane writes it. */
    this.board = /** @type {import("../../board/view.js").BoardView | undefined} */ (undefined);
    /** Whether the reader's turn has come while moves before it are still being animated. `news.js` writes it. */
    this.arriving = signal(false);
    /** Whether a passenger is making the journey that the reader planned. `journey-steps.js` writes it. */
    this.travelling = signal(false);
    /** The lesson that the reader takes at this table. `lesson.js` writes it after loading it. */
    this.lesson = signal(/** @type {import("../lesson/lesson.js").Lesson | null} */ (null));
    /**
     * The routes and places of the map that a lesson, a hint or a review points at, and the places of cards, as
     * `data-place` names them. The panel that is shown writes it.
     */
    this.coached = signal(/** @type {string[]} */ ([]));
    /** Whether the game ended while the page was open. An update sets it, and the finale clears it. */
    this.witnessed = false;
    /** The routes of the longest path and the places of linked districts. The finale writes it. */
    this.path = signal(/** @type {string[]} */ ([]));
    /** Each seat's total, as far as the scoring has been shown. The finale and its show write it. */
    this.totals = signal(/** @type {number[] | null} */ (null));
    /** The seats that have won; null until the scoring has been shown. The finale writes it. */
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
 * - `ahead`, `tunnel`, `pacing`: the reader's plans, the tunnel whose cards are shown, and the updates that wait.
 * - `advice`: the coach, if the reader plays with one.
 *
 * An update reaches `pacing`, then `tunnel`, if it has cards to turn up, and then `take`. There the signals of all
 * parts change together. Then the plans are informed, and last the watchers, if the update has an entry.
 */
export class TableStore {
  /**
   * @param {string} id
   * @param {number | null} [named] the seat whose view is shown, if several people share this device; null otherwise
   * @param {boolean} [readonly] whether the reader can only look
   */
  constructor(id, named = null, readonly = false) {
    this.id = id;
    this.named = named;
    this.readonly = readonly;
    /** Show the view of another seat at this device, or of no seat (null). The page replaces this function. */
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
    /** What the coach adds to an action, if the reader plays with a coach. `advice/trainer.js` writes it. */
    this.advice = {
      /**
       * Asks the coach about an action, and returns whether the reader is asked to confirm it. Null without a coach.
       *
       * @type {((words: string, language?: Sent.SpokenLanguage) => Promise<boolean>) | null}
       */
      objection: null,
      /** The action that the coach warns of; null if there is none. */
      warned: signal(/** @type {Warned | null} */ (null)),
    };
  }

  /** The drawn board; undefined while there is none. */
  get board() {
    return this.presentation.board;
  }

  /** The id of the action under way; empty if there is none. */
  get acting() {
    return this.requests.acting;
  }

  /**
   * Return a path with the query that names the seat whose view is shown, if several people share this device.
   *
   * @template {string} Path
   * @param {Path} path
   */
  seated(path) {
    const query = this.named === null ? "" : `${path.includes("?") ? "&" : "?"}seat=${this.named}`;
    return /** @type {Path} */ (`${path}${query}`);
  }

  /** Begin to receive the table's updates. */
  follow() {
    this.connection.follow();
  }

  close() {
    this.pacing.stop();
    this.tunnel.clear();
    this.connection.close();
  }

  /**
   * Make an update the newest one, and inform everything that depends on it. Ignore an old update. If updates are
   * missing before this one, ask for them instead.
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
    // Do not animate updates that were missed, because all animations would run at once. The log has them.
    const missed = this.connection.missed(update);
    if (news && !missed) this.announce(news, before, whole);
  }

  /**
   * Inform the watchers of a new entry.
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
