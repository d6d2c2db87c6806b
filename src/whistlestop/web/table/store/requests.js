// The reader's requests to a table: actions of the game and all others, and the last refusal.
import { effect, signal } from "../../html.js";
import { ApiError, post } from "../../net/api.js";
import { hintFollowed } from "../../settings.js";

/** Milliseconds after which the page shows that an action is still under way. */
const NOTICEABLE = 150;
/** The most milliseconds to wait for the update that an accepted action leads to. */
const PATIENCE = 2000;

/** Part of a table's store. Panels change it through its methods. Updates end the action under way and old refusals. */
export class Requests {
  /** @param {import("./store.js").TableStore} store the store to which this part belongs */
  constructor(store) {
    this.store = store;
    /**
     * The id of the action under way; empty if there is none. Meanwhile no other action is sent, because a double
     * click would otherwise draw two cards.
     */
    this.acting = "";
    /** Whether the action has been under way so long that the page shows it. */
    this.sending = signal(false);
    /** The refusal that the page shows; null if there is none. */
    this.problem = signal(/** @type {ApiError | null} */ (null));
    /**
     * The words of the refused action, whether it was legal as far as the page knew, and the version of the table
     * then.
     */
    this.refused = { words: "", legal: false, version: 0 };
  }

  /**
   * Send an action, and wait until the page shows its result. Show the refusal if the server does not accept the
   * action.
   *
   * @param {string} words the action in the words of the notation, or as the reader typed it
   * @param {Sent.SpokenLanguage} [language] the language in which the action may be typed, besides English
   * @param {boolean} [sure] whether to send the action without asking the coach
   * @returns {Promise<boolean>} whether the action was accepted; false also if another one is under way, or if the
   *   coach warns of the action
   */
  async act(words, language, sure = false) {
    if (this.acting) return false;
    const { store } = this;
    // If only the answer was lost and the action is sent again, the server recognises the id and does not act
    // twice.
    const id = crypto.randomUUID?.() ?? randomId();
    this.acting = id;
    store.pacing.flush();
    this.problem.value = null;
    const phase = store.position.value?.phase;
    // Do not show that a quick action is under way: the page would only flicker.
    const slow = setTimeout(() => {
      this.sending.value = this.acting === id;
    }, NOTICEABLE);
    try {
      if (!sure && (await store.advice.objection?.(words, language))) return false;
      const body = { id, version: store.update.value?.version ?? 0, action: words, language };
      const { version } = await post(store.seated(`/api/tables/${store.id}/actions`), body).catch((error) => {
        if (!(error instanceof ApiError) || error.code !== "offline") throw error;
        return post(store.seated(`/api/tables/${store.id}/actions`), body);
      });
      await this.reached(version);
      if (this.acting === id) store.drop();
      // In a lesson the coach says what to do, so the reader may still need the hints.
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
   * Wait until the store has taken the update with this version. Give up after `PATIENCE`, because the connection
   * may be lost, but not while the cards of a tunnel are still being turned up.
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
   * Send a request that is no action of the game. Show the refusal if the server does not accept the request.
   *
   * @param {string} verb the end of the request's address, such as `join`, `resign` or `chat`
   * @param {object} [body]
   * @returns {Promise<{version?: number, id?: string} | null>} the answer; null if the request failed
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
   * @param {unknown} error what a request threw
   * @param {string} [words] the words of the refused action; empty for other requests
   */
  refuse(error, words = "") {
    const known = this.store.update.value?.version ?? 0;
    const legal = this.store.legal.value.some((action) => action.words === words);
    const problem = /** @type {ApiError} */ (error);
    this.refused = { words, legal, version: Math.max(known, problem.details?.version ?? 0) };
    this.problem.value = problem;
  }

  /** Hide the refusal. */
  dismiss() {
    this.problem.value = null;
  }

  /**
   * Hide an old refusal after an update, and end the action under way if the update is its result.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  settle(before, after) {
    this.forget(before, after);
    // The action is done, so put down what the reader had picked up. The update may arrive before the answer.
    if (this.acting && after.entry?.move !== null && after.entry?.seat === this.store.seat.value) {
      this.acting = "";
      this.sending.value = false;
      this.store.drop();
    }
  }

  /**
   * Hide a refusal if a move has been made or taken back since, unless the refused action was and still is legal.
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

/** Return a random UUID. Browsers have no `crypto.randomUUID` outside of secure contexts, as on a home network. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
