// What the reader has chosen at a table and not yet done.
import { signal } from "../../html.js";
import { get } from "../../net/api.js";

/** Part of a table's store. Panels change it through its methods; an update puts away what is over. */
export class Choice {
  /** @param {import("./store.js").TableStore} store of the same table */
  constructor(store) {
    this.store = store;
    /** What the reader has picked up. */
    this.selection = signal(/** @type {PickedUp | null} */ (null));
    /** The code of the route, ticket or place under the mouse or with the focus. */
    this.pointed = signal(/** @type {string | null} */ (null));
    /** The offered tickets that the reader wants to keep. */
    this.keeping = signal(/** @type {string[]} */ ([]));
    /** Why the route or city that was chosen last is not to be had. */
    this.reason = signal(/** @type {Sent.WhyNot & {about: string} | null} */ (null));
  }

  /** @param {PickedUp | null} what */
  pickUp(what) {
    this.selection.value = what;
  }

  /** @param {string | null} code of a route, ticket or place */
  point(code) {
    this.pointed.value = code;
  }

  /** @param {string} code of an offered ticket */
  toggleKept(code) {
    const keeping = this.keeping.value;
    this.keeping.value = keeping.includes(code) ? keeping.filter((kept) => kept !== code) : [...keeping, code];
  }

  /** Put down what was picked up. */
  drop() {
    this.selection.value = null;
    this.reason.value = null;
  }

  /**
   * Choose a route. If it cannot be claimed, ask the server why.
   *
   * @param {string} route
   * @param {string} [card] pay with cards of this colour
   */
  async chooseRoute(route, card) {
    this.reason.value = null;
    this.selection.value = { kind: "route", route, card };
    if (!this.store.claims.value.has(route) && !this.store.readonly) await this.askWhy("route", route);
  }

  /**
   * Choose a city for a station. If none can be built there, ask the server why.
   *
   * @param {string} city
   */
  async chooseStation(city) {
    this.reason.value = null;
    this.selection.value = { kind: "city", city };
    if (!this.store.stations.value.has(city)) await this.askWhy("city", city);
  }

  /**
   * @param {"route" | "city"} what
   * @param {string} code
   */
  async askWhy(what, code) {
    const { store } = this;
    if (store.seat.value === null || store.update.value?.table.state !== "playing") return;
    try {
      const answer = await get(store.seated(`/api/tables/${store.id}/why?${what}=${encodeURIComponent(code)}`));
      this.reason.value = { ...answer, about: code };
    } catch {
      // Not knowing why is no reason to disturb anybody.
    }
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
      String(update?.position?.players[this.store.seat.value ?? -1]?.offer ?? "");
    if (offer(before) !== offer(after)) this.keeping.value = [];
  }
}
