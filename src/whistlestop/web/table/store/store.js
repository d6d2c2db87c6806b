// One table as this page knows it: the newest update, the log, and what the reader is about to do.
import { batch, computed, effect, signal } from "../../html.js";
import { ApiError, get, post } from "../../net/api.js";
import { Live } from "../../net/live.js";
import { Ahead } from "../ahead/plans.js";
import { hintFollowed } from "../../settings.js";
import { Pacing } from "./pacing.js";
import { TunnelTrial } from "../turn/tunnel-trial.js";
import { eventsOf, lastTurns, sinceTurnOf, standing } from "../log/turns.js";

/** Milliseconds that may pass before the reader is told that something is under way. */
const NOTICEABLE = 150;
/** Milliseconds after which an update that ought to be here is not waited for. */
const PATIENCE = 2000;

/** What an update may leave out while several are being caught up on. */
const LASTING = /** @type {const} */ (["position", "legal", "ways", "deciding", "districts", "clocks", "absences"]);

export class TableStore {
  /**
   * @param {string} id
   * @param {number | null} [named] with whose eyes, where several people share this device
   */
  constructor(id, named = null) {
    this.id = id;
    this.named = named;
    /** Where several share this device: show it to somebody else, or to nobody. */
    this.giveTo = (/** @type {number | null} */ _seat) => {};
    this.update = signal(/** @type {Sent.Update | null} */ (null));
    this.log = signal(/** @type {Sent.Entry[]} */ ([]));
    this.facts = signal(/** @type {Sent.Facts | null} */ (null));
    this.geometry = signal(/** @type {Sent.Geometry | null} */ (null));
    this.connection = signal(/** @type {"connecting" | "live" | "offline"} */ ("connecting"));
    /** Of a replay, every entry of the game as it stands. */
    this.whole = /** @type {Sent.Entry[]} */ ([]);
    /** Nothing can be done here: a replay. */
    this.readonly = false;
    /** The lesson that is taken here, once it is loaded. */
    this.lesson = signal(/** @type {import("../lesson/lesson.js").Lesson | null} */ (null));
    /** The routes and places of the map that the lesson points at. */
    this.coached = signal(/** @type {string[]} */ ([]));
    this.selection = signal(/** @type {PickedUp | null} */ (null));
    /** What the mouse or the focus is on: a route's, ticket's or place's code. */
    this.pointed = signal(/** @type {string | null} */ (null));
    /** Of the offered tickets, those the reader wants to keep. */
    this.keeping = signal(/** @type {string[]} */ ([]));
    /** The action under way, by its id: no other is taken, or a double click would draw two cards. */
    this.acting = "";
    /** It has been under way for so long that one should see it. */
    this.sending = signal(false);
    this.problem = signal(/** @type {ApiError | null} */ (null));
    /** What was refused, whether it was legal for all one knew, and the version it was refused at. */
    this.refused = { words: "", legal: false, version: 0 };
    /** Why the route or city last chosen cannot be had. */
    this.reason = signal(/** @type {Sent.WhyNot & {about: string} | null} */ (null));
    /** The routes of the longest path and the places of linked districts, once the score sheet has got there. */
    this.path = signal(/** @type {string[]} */ ([]));
    /** What everybody has in the end, once the score sheet has got there. */
    this.totals = signal(/** @type {number[] | null} */ (null));
    /** The game has ended before the reader's eyes, and has not been told to them yet. */
    this.witnessed = false;
    /** Who has won, once the score sheet has got there. */
    this.winners = signal(/** @type {number[] | null} */ (null));
    /**
     * The drawn board, while there is one.
     *
     * @type {import("../../board/view.js").BoardView | undefined}
     */
    this.board = undefined;
    /** The line is there again, and what was missed is still coming. */
    this.returning = false;
    /** @type {Set<Watcher>} */
    this.watchers = new Set();

    /** The reader's turn has come, and what led to it has not landed yet. */
    this.arriving = signal(false);
    /** A passenger goes the way that the reader has thought about. */
    this.travelling = signal(false);
    /** The cards of a tunnel that are being turned up. */
    this.tunnel = new TunnelTrial(this);
    this.pacing = new Pacing(this);
    /** What the reader has in mind, for themselves alone. */
    this.ahead = new Ahead(this);
    /** Of a replay, the seat whose eyes the reader looks through. */
    this.eyes = signal(/** @type {number | null} */ (null));
    this.seat = computed(() => this.eyes.value ?? this.update.value?.table.you.seat ?? null);
    this.position = computed(() => this.update.value?.position ?? null);
    this.legal = computed(() => (this.readonly ? [] : (this.update.value?.legal ?? [])));
    this.mayDecide = computed(() => this.legal.value.length > 0);
    /** What happened in the game as it stands: without what was taken back. */
    this.standing = computed(() => standing(this.log.value));
    /** What others have claimed since the reader's last move, until the game is over. */
    this.fresh = computed(() => {
      if (this.seat.value === null || this.position.value?.phase === "over") return [];
      const since = sinceTurnOf(this.standing.value, this.seat.value);
      return eventsOf(
        since.flatMap((entry) => entry.events),
        "RouteClaimed",
      );
    });
    /** Seat → the entries of its last turn. */
    this.lastTurns = computed(() => lastTurns(this.standing.value));
    this.me = computed(() => {
      const seat = this.seat.value;
      return seat === null ? null : (this.position.value?.players[seat] ?? null);
    });
    /** Route → the sets of cards that pay for it. */
    this.claims = computed(() => grouped(ofKind(this.legal.value, "claim"), ({ route }) => route));
    /** City → the sets of cards that pay for a station there. */
    this.stations = computed(() => grouped(ofKind(this.legal.value, "station"), ({ city }) => city));
  }

  /** Follow the table live. */
  follow() {
    this.live = new Live(
      this.id,
      () => this.update.value?.version ?? null,
      (update) => this.pacing.receive(update),
      (state) => {
        this.pacing.flush();
        this.connection.value = state;
        this.returning = true;
      },
      this.named,
    );
  }

  /**
   * An address, asked for by the seat that holds the device.
   *
   * @template {string} Path
   * @param {Path} path
   */
  seated(path) {
    const query = this.named === null ? "" : `${path.includes("?") ? "&" : "?"}seat=${this.named}`;
    return /** @type {Path} */ (`${path}${query}`);
  }

  close() {
    this.pacing.stop();
    this.tunnel.clear();
    this.live?.close();
  }

  /** @param {Sent.Update} update */
  take(update) {
    const before = this.update.value;
    if (before && !update.log && update.version < before.version) return;
    if (before && !update.log && update.version > before.version + 1) {
      // Something is missing: ask for everything since what we hold.
      this.live?.again();
      return;
    }
    const news = before === null || update.version > before.version ? update.entry : null;
    const whole = { ...update };
    const playing = before?.position && before.position.phase !== "over";
    if (playing && update.position?.phase === "over") this.witnessed = true;
    /** @type {Record<string, unknown>} */
    const parts = whole;
    for (const key of LASTING) parts[key] ??= before?.[key] ?? null;
    batch(() => {
      if (update.log) this.log.value = update.log;
      else if (news) this.log.value = [...this.log.value, news];
      this.update.value = whole;
      if (news) this.settle(before, whole);
    });
    this.ahead.heard(before, whole);
    // What happened while nobody saw it is told, and not shown all at once.
    const missed = this.returning && update.position === null;
    if (!missed) this.returning = false;
    if (news && !missed) for (const watcher of this.watchers) watcher(news, before, whole);
  }

  /**
   * Show a moment of a replay: what happened up to it, and how the table looked then.
   *
   * @param {Sent.Update} update
   */
  show(update) {
    this.tunnel.finish();
    if (!this.tunnel.begin(update, () => this.showNow(update))) this.showNow(update);
  }

  /** @param {Sent.Update} update */
  showNow(update) {
    const before = this.update.value;
    batch(() => {
      this.update.value = update;
      this.tell();
    });
    // One step forward is worth showing; a jump is not.
    if (before && update.entry && update.version === before.version + 1) {
      for (const watcher of this.watchers) watcher(update.entry, before, update);
    }
  }

  /**
   * Every entry that a replay goes through; a moment of it may be here already.
   *
   * @param {Sent.Entry[]} entries
   */
  hold(entries) {
    this.whole = standing(entries);
    if (this.update.value) this.tell();
  }

  /** Of a replay, tell what happened up to the moment shown. */
  tell() {
    const version = this.update.value?.version ?? 0;
    this.log.value = this.whole.filter((entry) => entry.number <= version);
  }

  /**
   * After something has happened, drop the choices that no longer make sense.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  settle(before, after) {
    const phase = after.position?.phase;
    if (before?.position?.phase !== phase || before?.position?.seat !== after.position?.seat) {
      // A ticket stays open from turn to turn; the end has the board to itself.
      if (this.selection.value?.kind !== "ticket" || phase === "over") this.selection.value = null;
      this.reason.value = null;
    }
    // At the beginning all choose at once: what others do does not affect the reader's choice.
    const offer = (/** @type {Sent.Update | null} */ update) =>
      String(update?.position?.players[this.seat.value ?? -1]?.offer ?? "");
    if (offer(before) !== offer(after)) this.keeping.value = [];
    this.forget(before, after);
    // What the reader had picked up has been done. This may be here before the answer to the action.
    if (this.acting && after.entry?.seat === this.seat.value) {
      this.acting = "";
      this.sending.value = false;
      this.drop();
    }
  }

  /**
   * A refusal is over when the game has gone on, unless what failed can be tried again.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  forget(before, after) {
    if (after.table.moves === before?.table.moves || after.version <= this.refused.version) return;
    const again = this.refused.legal && after.legal?.some((action) => action.words === this.refused.words);
    if (!again) this.problem.value = null;
  }

  /**
   * @param {unknown} error as requests throw it
   * @param {string} [words] of the action that was refused
   */
  refuse(error, words = "") {
    const known = this.update.value?.version ?? 0;
    const legal = this.legal.value.some((action) => action.words === words);
    const problem = /** @type {ApiError} */ (error);
    this.refused = { words, legal, version: Math.max(known, problem.details?.version ?? 0) };
    this.problem.value = problem;
  }

  /**
   * Take an action.
   *
   * @param {string} words of the notation, or as they were typed
   * @param {Sent.SpokenLanguage} [language] that they may be typed in besides English
   * @returns {Promise<boolean>} whether it was accepted
   */
  async act(words, language) {
    if (this.acting) return false;
    // The same id however often it is sent: an answer that got lost cannot make two moves of one.
    const id = crypto.randomUUID?.() ?? randomId();
    this.acting = id;
    this.pacing.flush();
    this.problem.value = null;
    const phase = this.position.value?.phase;
    // What is quick is not shown to be under way: that would only flicker.
    const slow = setTimeout(() => {
      this.sending.value = this.acting === id;
    }, NOTICEABLE);
    try {
      const body = { id, version: this.update.value?.version ?? 0, action: words, language };
      const { version } = await post(this.seated(`/api/tables/${this.id}/actions`), body).catch((error) => {
        if (!(error instanceof ApiError) || error.code !== "offline") throw error;
        return post(this.seated(`/api/tables/${this.id}/actions`), body);
      });
      await this.reached(version);
      if (this.acting === id) this.drop();
      // In a lesson the coach says what to do: that is no sign that the hints are known.
      if (phase && !this.lesson.value?.guides.value) hintFollowed(phase);
      return true;
    } catch (error) {
      this.refuse(error, words);
      return false;
    } finally {
      clearTimeout(slow);
      if (this.acting === id) this.acting = "";
      if (!this.acting) this.sending.value = false;
    }
  }

  /**
   * Until an update is here; not for ever, for the line may be down. The cards of a tunnel are waited for:
   * they are all turned up some time.
   *
   * @param {number} version
   */
  async reached(version) {
    const here = () => (this.update.value?.version ?? 0) >= version;
    if (here()) return;
    let stop = () => {};
    const late = signal(false);
    await new Promise((resolve) => {
      const patience = setTimeout(() => {
        late.value = true;
      }, PATIENCE);
      stop = effect(() => {
        if (!here() && !(late.value && (this.tunnel.shown.value?.still ?? true))) return;
        clearTimeout(patience);
        resolve(undefined);
      });
    });
    stop();
  }

  /**
   * Anything else there is to ask of a table: join, leave, start, resign, return, rematch, chat.
   *
   * @param {string} verb
   * @param {object} [body]
   * @returns {Promise<{version?: number, id?: string} | null>}
   */
  async ask(verb, body = {}) {
    try {
      return await post(/** @type {any} */ (this.seated(`/api/tables/${this.id}/${verb}`)), body);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /**
   * Choose a route, and be told why if it cannot be claimed.
   *
   * @param {string} route
   * @param {string} [card] pay with this
   */
  async chooseRoute(route, card) {
    this.reason.value = null;
    this.selection.value = { kind: "route", route, card };
    if (!this.claims.value.has(route) && !this.readonly) await this.askWhy("route", route);
  }

  /** @param {string} city */
  async chooseStation(city) {
    this.reason.value = null;
    this.selection.value = { kind: "city", city };
    if (!this.stations.value.has(city)) await this.askWhy("city", city);
  }

  /**
   * @param {"route" | "city"} what
   * @param {string} code
   */
  async askWhy(what, code) {
    if (this.seat.value === null || this.update.value?.table.state !== "playing") return;
    try {
      const answer = await get(this.seated(`/api/tables/${this.id}/why?${what}=${encodeURIComponent(code)}`));
      this.reason.value = { ...answer, about: code };
    } catch {
      // Not knowing why is no reason to disturb anybody.
    }
  }

  drop() {
    this.selection.value = null;
    this.reason.value = null;
  }
}

/**
 * Legal actions of one kind.
 *
 * @template {Sent.Action["kind"]} Kind
 * @param {Sent.Action[]} legal
 * @param {Kind} kind
 */
export const ofKind = (legal, kind) =>
  /** @type {Sent.ActionOf<Kind>[]} */ (legal.filter((action) => action.kind === kind));

/**
 * Legal actions by what they are about.
 *
 * @template Action
 * @param {Action[]} legal
 * @param {(action: Action) => string} subject
 */
function grouped(legal, subject) {
  /** @type {Map<string, Action[]>} */
  const found = new Map();
  for (const action of legal) {
    const about = subject(action);
    const same = found.get(about);
    if (same) same.push(action);
    else found.set(about, [action]);
  }
  return found;
}

/** Outside of secure contexts (a phone on the home network) there is no randomUUID. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
