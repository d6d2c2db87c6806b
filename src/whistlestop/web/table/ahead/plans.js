// The reader's plans at a table, which nobody else sees: marked routes, and steps for the next turns. Updates do
// not contain them. They are requested when they may have changed.
import { signal } from "../../html.js";
import { get, post } from "../../net/api.js";

/** @type {Sent.Plans} */
const NOTHING = {
  marked: [],
  steps: [],
  claims: [],
  until: "once",
  turns: 0,
  conditions: [],
  dropped: [],
  stopped: null,
};

/** @typedef {{marked?: string[], plan?: Sent.NewPlan, seen?: boolean}} Change */

export class Ahead {
  /** @param {import("../store/store.js").TableStore} store the store to which this part belongs */
  constructor(store) {
    this.store = store;
    this.kept = signal(NOTHING);
    this.changed = Promise.resolve(true);
  }

  /** Whether the reader has a seat in a running game, and so can have plans. */
  get active() {
    const table = this.store.update.value?.table;
    const seat = table?.seats[table.you.seat ?? -1];
    // On a shared device, this is the seat that is shown. The plans of other seats are never sent to this page.
    return !this.store.readonly && table?.state === "playing" && seat !== undefined && !seat.resigned;
  }

  /** Whether others have to decide, so that there is time to plan. */
  get waiting() {
    return this.active && !this.store.mayDecide.value && this.store.position.value !== null;
  }

  /** The routes that the reader has marked or plans to claim, without those that have been claimed meanwhile. */
  get routes() {
    const { marked, steps } = this.kept.value;
    const owned = new Set(this.store.position.value?.players.flatMap((player) => player.routes));
    const planned = steps.flatMap((step) => (step.kind === "claim" ? [step.route] : []));
    return [...new Set([...marked, ...planned])].filter((code) => !owned.has(code));
  }

  /**
   * Request the plans again if an update may have changed them: one without an entry, a move of the reader, which
   * may have been a planned step, or a move that was taken back. Forget them if the reader has no seat in a
   * running game.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} update
   */
  heard(before, update) {
    if (!this.active) {
      this.kept.value = NOTHING;
      return;
    }
    const own = update.entry?.seat === update.table.you.seat && this.kept.value.steps.length > 0;
    const undone = update.entry?.events.some((event) => event.type === "TakenBack");
    if (before?.table.state !== "playing" || update.entry === null || own || undone) this.look();
  }

  /** Request the plans. If that fails, the old ones stay. */
  async look() {
    try {
      this.kept.value = await get(this.store.seated(`/api/tables/${this.store.id}/ahead`));
    } catch {
      // The next update that may have changed the plans requests them again.
    }
  }

  /**
   * Change the plans on the server. A refusal is shown. `seen` forgets what became of the last plan.
   *
   * @param {Change} change
   * @returns {Promise<boolean>} whether the server has accepted the change
   */
  async keep(change) {
    try {
      this.kept.value = await post(this.store.seated(`/api/tables/${this.store.id}/ahead`), change);
      return true;
    } catch (error) {
      this.store.refuse(error);
      return false;
    }
  }

  /**
   * Change the plans as soon as earlier changes are done, so that no change is made from old plans.
   *
   * @param {(plans: Sent.Plans) => Change} make returns the change of the present plans
   */
  change(make) {
    this.changed = this.changed.then(() => this.keep(make(this.kept.value)));
    return this.changed;
  }

  /**
   * Mark a route, or remove its mark.
   *
   * @param {string} code the route's code
   */
  toggleMark(code) {
    return this.change(({ marked }) => ({
      marked: marked.includes(code) ? marked.filter((one) => one !== code) : [...marked, code],
    }));
  }
}
