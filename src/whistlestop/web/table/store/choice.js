// What the reader has chosen at a table and not yet sent: the thing picked up, and the tickets to keep.
import { signal } from "../../html.js";
import { get, loadRefusals } from "../../net/api.js";

/** Part of a table's store. Panels change it through its methods. Updates drop choices that no longer apply. */
export class Choice {
  /** @param {import("./store.js").TableStore} store the store to which this part belongs */
  constructor(store) {
    this.store = store;
    /** The thing that the reader has picked up, such as a card or a route. The tray shows what can be done with it. */
    this.selection = signal(/** @type {PickedUp | null} */ (null));
    /** The code of the route, ticket or place under the mouse or with the focus. */
    this.pointed = signal(/** @type {string | null} */ (null));
    /** The offered tickets that the reader wants to keep. */
    this.keeping = signal(/** @type {string[]} */ ([]));
    /** The server's answer why the chosen route or city (`about`) cannot be used; null without an answer. */
    this.reason = signal(/** @type {Sent.WhyNot & {about: string} | null} */ (null));
  }

  /**
   * Pick a thing up, and put down what was picked up before.
   *
   * @param {PickedUp | null} what null = only put down
   */
  pickUp(what) {
    this.selection.value = what;
  }

  /**
   * Set what the reader points at.
   *
   * @param {string | null} code of a route, ticket or place; null = nothing
   */
  point(code) {
    this.pointed.value = code;
  }

  /**
   * Choose an offered ticket to keep, or undo that choice.
   *
   * @param {string} code the ticket's code
   */
  toggleKept(code) {
    const keeping = this.keeping.value;
    this.keeping.value = keeping.includes(code) ? keeping.filter((kept) => kept !== code) : [...keeping, code];
  }

  /** Put down what was picked up, and hide the reason why it cannot be used. */
  drop() {
    this.selection.value = null;
    this.reason.value = null;
  }

  /**
   * Choose a route. If it cannot be claimed, ask the server why.
   *
   * @param {string} route
   * @param {string} [card] the kind of card to pay with; payments that contain it are listed first
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
   * Ask the server why a route or city cannot be used, and keep the answer in `reason`. Do nothing for spectators,
   * or if no game is running.
   *
   * @param {"route" | "city"} what
   * @param {string} code
   */
  async askWhy(what, code) {
    const { store } = this;
    if (store.seat.value === null || store.update.value?.table.state !== "playing") return;
    try {
      const asked = get(store.seated(`/api/tables/${store.id}/why?${what}=${encodeURIComponent(code)}`));
      const [answer] = await Promise.all([asked, loadRefusals()]);
      this.reason.value = { ...answer, about: code };
    } catch {
      // If the request fails, show no reason. An error message about it would only distract.
    }
  }

  /**
   * Drop the choices that no longer apply after an update.
   *
   * @param {Sent.Update | null} before
   * @param {Sent.Update} after
   */
  settle(before, after) {
    const phase = after.position?.phase;
    if (before?.position?.phase !== phase || before?.position?.seat !== after.position?.seat) {
      // A ticket stays open when the turn passes on. At the end of the game, the board shows only the scoring.
      if (this.selection.value?.kind !== "ticket" || phase === "over") this.selection.value = null;
      this.reason.value = null;
    }
    // At the beginning all players choose at the same time. Keep the reader's choice when another player chooses.
    const offer = (/** @type {Sent.Update | null} */ update) =>
      String(update?.position?.players[this.store.seat.value ?? -1]?.offer ?? "");
    if (offer(before) !== offer(after)) this.keeping.value = [];
  }
}
