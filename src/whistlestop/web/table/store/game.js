// A table's game as the server sends it, and what follows from it. Only updates change the game.
import { computed, signal } from "../../html.js";
import { eventsOf, lastTurns, sinceTurnOf, standing } from "../log/turns.js";

/** The fields that an update may lack while the page catches up on several updates. */
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
    /** The newest update, with everything that still holds of earlier updates. */
    this.update = signal(/** @type {Sent.Update | null} */ (null));
    this.log = signal(/** @type {Sent.Entry[]} */ ([]));
    /** In a replay, the seat whose view the reader has chosen. */
    this.eyes = signal(/** @type {number | null} */ (null));
    this.seat = computed(() => this.eyes.value ?? this.update.value?.table.you.seat ?? null);
    this.position = computed(() => this.update.value?.position ?? null);
    this.legal = computed(() => (readonly ? [] : (this.update.value?.legal ?? [])));
    this.mayDecide = computed(() => this.legal.value.length > 0);
    /** The entries of the log without those that were taken back. */
    this.standing = computed(() => standing(this.log.value));
    /** The routes that others have claimed since the reader's last move; none after the end. */
    this.fresh = computed(() => {
      if (this.seat.value === null || this.position.value?.phase === "over") return [];
      const since = sinceTurnOf(this.standing.value, this.seat.value);
      return eventsOf(
        since.flatMap((entry) => entry.events),
        "RouteClaimed",
      );
    });
    /** The entries of each seat's last turn. */
    this.lastTurns = computed(() => lastTurns(this.standing.value));
    this.me = computed(() => {
      const seat = this.seat.value;
      return seat === null ? null : (this.position.value?.players[seat] ?? null);
    });
    /** For each route, the sets of cards that pay for it. */
    this.claims = computed(() => grouped(ofKind(this.legal.value, "claim"), ({ route }) => route));
    /** For each city, the sets of cards that pay for a station there. */
    this.stations = computed(() => grouped(ofKind(this.legal.value, "station"), ({ city }) => city));
  }

  /**
   * Return whether an update follows the newest one. An update with a log always does.
   *
   * @param {Sent.Update} update
   * @returns {"next" | "old" | "gap"} gap: updates between the two are missing
   */
  order(update) {
    const before = this.update.value;
    if (!before || update.log || update.version === before.version) return "next";
    if (update.version < before.version) return "old";
    return update.version > before.version + 1 ? "gap" : "next";
  }

  /**
   * Return a copy of an update with everything that still holds of the newest one.
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
   * @param {Sent.Entry | null} news its entry, if the log does not have it yet
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
 * Group legal actions, for instance by route or by city.
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
