// A table's game as the server sends it, and values computed from it. Only updates change the game.
import { computed, signal } from "../../html.js";
import { eventsOf, lastTurns, sinceTurnOf, standing } from "../log/turns.js";

/** The fields that can be null in an update because another update follows at once. The last known value is kept. */
const LASTING = /** @type {const} */ ([
  "position",
  "stations_left",
  "asking_cards",
  "legal",
  "ways",
  "deciding",
  "districts",
  "clocks",
  "absences",
]);

/** Part of a table's store. Only the store writes it, when it takes an update or shows a moment of a replay. */
export class Game {
  /** @param {boolean} readonly whether the reader can only look, as in a replay */
  constructor(readonly) {
    /** The newest update. Fields that it lacked have their last known values. */
    this.update = signal(/** @type {Sent.Update | null} */ (null));
    this.log = signal(/** @type {Sent.Entry[]} */ ([]));
    /** In a replay, the seat whose view the reader has chosen; null = all cards are open. Always null in a game. */
    this.eyes = signal(/** @type {number | null} */ (null));
    this.seat = computed(() => this.eyes.value ?? this.update.value?.table.you.seat ?? null);
    this.position = computed(() => this.update.value?.position ?? null);
    this.legal = computed(() => (readonly ? [] : (this.update.value?.legal ?? [])));
    this.mayDecide = computed(() => this.legal.value.length > 0);
    /** The entries of the log without those that were taken back. */
    this.standing = computed(() => standing(this.log.value));
    /** The claims of others since the reader's last move. Empty for spectators, and after the end of the game. */
    this.fresh = computed(() => {
      if (this.seat.value === null || this.position.value?.phase === "over") return [];
      const since = sinceTurnOf(this.standing.value, this.seat.value);
      return eventsOf(
        since.flatMap((entry) => entry.events),
        "RouteClaimed",
      );
    });
    /** The entries of the last turn of each seat, in a map by seat. */
    this.lastTurns = computed(() => lastTurns(this.standing.value));
    this.me = computed(() => {
      const seat = this.seat.value;
      return seat === null ? null : (this.position.value?.players[seat] ?? null);
    });
    /** The legal claims by route: one for each set of cards that pays for the route. */
    this.claims = computed(() => grouped(ofKind(this.legal.value, "claim"), ({ route }) => route));
    /** The legal stations by city: one for each set of cards that pays for the station. */
    this.stations = computed(() => grouped(ofKind(this.legal.value, "station"), ({ city }) => city));
  }

  /**
   * Return how an update relates to the newest one. An update with a log always counts as the next one.
   *
   * @param {Sent.Update} update
   * @returns {"next" | "old" | "gap"} next: it can be taken; old: a newer one is known; gap: updates between the
   *   two are missing
   */
  order(update) {
    const before = this.update.value;
    if (!before || update.log || update.version === before.version) return "next";
    if (update.version < before.version) return "old";
    return update.version > before.version + 1 ? "gap" : "next";
  }

  /**
   * Return a copy of an update in which fields of `LASTING` that are null have the values of the newest update.
   *
   * @param {Sent.Update} update
   */
  completed(update) {
    const whole = { ...update };
    const before = this.update.value;
    /** @type {Record<string, unknown>} */
    const parts = whole;
    for (const key of LASTING) parts[key] ??= before?.[key] ?? null;
    return whole;
  }

  /**
   * Make an update the newest one and extend the log.
   *
   * @param {Sent.Update} whole as `completed` returns it
   * @param {Sent.Entry | null} news the entry of the update; null if the log already has it
   */
  keep(whole, news) {
    if (whole.log) this.log.value = whole.log;
    else if (news) this.log.value = [...this.log.value, news];
    this.update.value = whole;
  }
}

/**
 * Return the legal actions of one kind.
 *
 * @template {Sent.Action["kind"]} Kind
 * @param {Sent.Action[]} legal
 * @param {Kind} kind
 */
export const ofKind = (legal, kind) =>
  /** @type {Sent.ActionOf<Kind>[]} */ (legal.filter((action) => action.kind === kind));

/**
 * Return legal actions in groups, for instance by route or by city.
 *
 * @template Action
 * @param {Action[]} legal
 * @param {(action: Action) => string} subject returns the key of an action's group
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
