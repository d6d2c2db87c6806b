// What the reader asks of a table: actions of the game and everything else, and what was refused.
import { effect, signal } from "../../html.js";
import { ApiError, post } from "../../net/api.js";
import { hintFollowed } from "../../settings.js";

/** Milliseconds that may pass before the reader is told that something is under way. */
const NOTICEABLE = 150;
/** Milliseconds after which an update that ought to be here is not waited for. */
const PATIENCE = 2000;

/** Part of a table's store. Panels change it through its methods; an update ends what it answers. */
export class Requests {
  /** @param {import("./store.js").TableStore} store of the same table */
  constructor(store) {
    this.store = store;
    /** The id of the action under way. No other action is sent meanwhile: a double click would draw two cards. */
    this.acting = "";
    /** Whether the action has been under way so long that the page shows it. */
    this.sending = signal(false);
    /** The refusal that is shown. */
    this.problem = signal(/** @type {ApiError | null} */ (null));
    /** What was refused, whether the page knew it as legal, and the version it was refused at. */
    this.refused = { words: "", legal: false, version: 0 };
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
    const { store } = this;
    // The same id however often it is sent: an answer that got lost cannot make two moves of one.
    const id = crypto.randomUUID?.() ?? randomId();
    this.acting = id;
    store.pacing.flush();
    this.problem.value = null;
    const phase = store.position.value?.phase;
    // What is quick is not shown to be under way: that would only flicker.
    const slow = setTimeout(() => {
      this.sending.value = this.acting === id;
    }, NOTICEABLE);
    try {
      const body = { id, version: store.update.value?.version ?? 0, action: words, language };
      const { version } = await post(store.seated(`/api/tables/${store.id}/actions`), body).catch((error) => {
        if (!(error instanceof ApiError) || error.code !== "offline") throw error;
        return post(store.seated(`/api/tables/${store.id}/actions`), body);
      });
      await this.reached(version);
      if (this.acting === id) store.drop();
      // In a lesson the coach says what to do: that is no sign that the hints are known.
      if (phase && !store.lesson.value?.guides.value) hintFollowed(phase);
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
   * Wait until the page has an update, but not forever, for the connection may be lost. The cards of a
   * tunnel are waited for, because all of them are turned up in the end.
   *
   * @param {number} version
   */
  async reached(version) {
    const here = () => (this.store.update.value?.version ?? 0) >= version;
    if (here()) return;
    let stop = () => {};
    const late = signal(false);
    await new Promise((resolve) => {
      const patience = setTimeout(() => {
        late.value = true;
      }, PATIENCE);
      stop = effect(() => {
        if (!here() && !(late.value && (this.store.tunnel.shown.value?.still ?? true))) return;
        clearTimeout(patience);
        resolve(undefined);
      });
    });
    stop();
  }

  /**
   * Send any other request: join, leave, start, resign, return, rematch, chat.
   *
   * @param {string} verb
   * @param {object} [body]
   * @returns {Promise<{version?: number, id?: string} | null>} null: it was refused
   */
  async ask(verb, body = {}) {
    try {
      const { store } = this;
      return await post(/** @type {any} */ (store.seated(`/api/tables/${store.id}/${verb}`)), body);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /**
   * Show a refusal.
   *
   * @param {unknown} error as requests throw it
   * @param {string} [words] of the action that was refused
   */
  refuse(error, words = "") {
    const known = this.store.update.value?.version ?? 0;
    const legal = this.store.legal.value.some((action) => action.words === words);
    const problem = /** @type {ApiError} */ (error);
    this.refused = { words, legal, version: Math.max(known, problem.details?.version ?? 0) };
    this.problem.value = problem;
  }

  /** Put the refusal away. */
  dismiss() {
    this.problem.value = null;
  }

  /**
   * Put away what an update answers: an old refusal, and the action under way.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  settle(before, after) {
    this.forget(before, after);
    // What the reader had picked up has been done. This may be here before the answer to the action.
    if (this.acting && after.entry?.seat === this.store.seat.value) {
      this.acting = "";
      this.sending.value = false;
      this.store.drop();
    }
  }

  /**
   * Put away a refusal when the game has gone on, unless what failed can be tried again.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  forget(before, after) {
    if (after.table.moves === before?.table.moves || after.version <= this.refused.version) return;
    const again = this.refused.legal && after.legal?.some((action) => action.words === this.refused.words);
    if (!again) this.dismiss();
  }
}

/** Return a random UUID where `crypto.randomUUID` is missing: outside of secure contexts, as on a home network. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
