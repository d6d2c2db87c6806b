// What the reader has in mind at a table, for themselves alone: routes they mark, and claims for their
// next turn. No update of the table tells of it; it is asked for where it may have changed.
import { signal } from "../../html.js";
import { get, post } from "../../net/api.js";

/** @type {Sent.Plans} */
const NOTHING = { marked: [], claims: [], dropped: [] };

export class Ahead {
  /** @param {import("../store/store.js").TableStore} store of the same table */
  constructor(store) {
    this.store = store;
    this.kept = signal(NOTHING);
  }

  /** Whether the reader plays here. */
  get active() {
    const table = this.store.update.value?.table;
    const seat = table?.seats[table.you.seat ?? -1];
    // Of several at a device, the one who holds it: what another has in mind never comes to this page.
    return !this.store.readonly && table?.state === "playing" && seat !== undefined && !seat.resigned;
  }

  /** Whether others have to decide, so that there is time to plan. */
  get waiting() {
    return this.active && !this.store.mayDecide.value && this.store.position.value !== null;
  }

  /** What the reader has marked or planned, as far as it is still to be had. */
  get routes() {
    const { marked, claims } = this.kept.value;
    const owned = new Set(this.store.position.value?.players.flatMap((player) => player.routes));
    return [...new Set([...marked, ...claims.map((claim) => claim.route)])].filter((code) => !owned.has(code));
  }

  /**
   * An update has come: one without an entry may mean that something has changed here, and a move of
   * the reader's own may be the one that was planned.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} update
   */
  heard(before, update) {
    if (!this.active) {
      this.kept.value = NOTHING;
      return;
    }
    const own = update.entry?.seat === update.table.you.seat && this.kept.value.claims.length > 0;
    const undone = update.entry?.events.some((event) => event.type === "TakenBack");
    if (before?.table.state !== "playing" || update.entry === null || own || undone) this.look();
  }

  async look() {
    try {
      this.kept.value = await get(this.store.seated(`/api/tables/${this.store.id}/ahead`));
    } catch {
      // It is asked for again with the next update that may mean something.
    }
  }

  /** @param {{marked?: string[], claims?: string[], seen?: boolean}} change */
  async keep(change) {
    try {
      this.kept.value = await post(this.store.seated(`/api/tables/${this.store.id}/ahead`), change);
    } catch (error) {
      this.store.refuse(error);
    }
  }

  /** @param {string} code */
  toggleMark(code) {
    const { marked } = this.kept.value;
    return this.keep({ marked: marked.includes(code) ? marked.filter((one) => one !== code) : [...marked, code] });
  }

  /** @param {string} words of a claim */
  togglePlan(words) {
    const planned = this.kept.value.claims.map((claim) => claim.words);
    return this.keep({
      claims: planned.includes(words) ? planned.filter((one) => one !== words) : [...planned, words],
    });
  }
}
