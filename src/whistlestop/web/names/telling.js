// Sentences about events, in the reader's language.
import { listed, t, tOr } from "../language/index.js";
import {
  cardName,
  cardsWords,
  paceWords,
  personName,
  placeName,
  playerName,
  routeName,
  stackWords,
  standinWords,
  ticketName,
} from "./names.js";

/**
 * Return the sentence about one event; null if the sentence about another event already says it.
 *
 * @param {Sent.AnyEvent} event
 * @param {Sent.Table} table
 * @param {Sent.Facts} facts
 * @param {boolean} [further] whether the sentence before is about the same player in the same turn
 * @returns {string | null}
 */
export function tell(event, table, facts, further = false) {
  const teller = /** @type {Teller | undefined} */ (TELLERS[event.type]);
  if (!teller) return null;
  const who = event.seat ?? event.starter;
  // Seats are shuffled at the start of the game, so events before it have the player's name instead of the seat.
  const seated = () => (who === undefined || who === null ? "" : playerName(table, who));
  const name = event.name ? personName(event.name, "name_of" in event ? event.name_of : null) : seated();
  return teller(event, { name, table, facts, further });
}

/**
 * Return all sentences about an entry of the log.
 *
 * @param {Sent.Entry} entry
 * @param {Sent.Table} table
 * @param {Sent.Facts} facts
 * @param {boolean} [further] whether the sentence before is about the same player in the same turn
 * @returns {string[]}
 */
export const tellEntry = (entry, table, facts, further) =>
  entry.events.flatMap((event) => tell(event, table, facts, further) ?? []);

/**
 * Return the lines about an entry of the log. Usually there is one line. If all players draw or keep their opening
 * tickets, there is one line for each of them.
 *
 * @param {Sent.Entry} entry
 * @param {Sent.Table} table
 * @param {Sent.Facts} facts
 * @param {boolean} [further] whether the sentence before is about the same player in the same turn
 * @returns {{seat: number | null, words: string}[]}
 */
export function tellBySeats(entry, table, facts, further) {
  /** @type {{seat: number | null, words: string[]}[]} */
  const lines = [{ seat: entry.seat, words: [] }];
  for (const event of entry.events) {
    const { seat = null } = /** @type {Sent.AnyEvent} */ (event);
    if (OF_ALL.includes(event.type) && seat !== lines[lines.length - 1].seat) lines.push({ seat, words: [] });
    const words = tell(event, table, facts, further);
    if (words) lines[lines.length - 1].words.push(words);
  }
  return lines.map(({ seat, words }) => ({ seat, words: words.join(" ") })).filter(({ words }) => words);
}

/** The types of events that all players cause at the same time when a game begins. */
const OF_ALL = ["TicketsOffered", "TicketsKept"];

/** @typedef {{name: string, table: Sent.Table, facts: Sent.Facts, further: boolean}} About */
/** @typedef {(event: Sent.Event, about: About) => string} Teller */

/** @param {{route: string}} event @param {About} about */
const route = (event, { facts }) => routeName(facts, event.route);
/** @param {{city: string}} event @param {About} about */
const city = (event, { facts }) => placeName(facts, event.city);

/** @type {Sent.Handlers<About, string>} */
const TELLERS = {
  GameStarted: (_, { name }) => t("log.GameStarted", { name }),
  CardDrawn(event, { name, further }) {
    const then = further ? ".then" : "";
    if (event.card === null) return t(`log.CardDrawn.hidden${then}`, { name });
    return t(`log.CardDrawn.${event.slot === null ? "deck" : "display"}${then}`, { name, card: cardName(event.card) });
  },
  DisplaySwept: (event) => t("log.DisplaySwept", { card: cardName(event.card) }),
  DeckReshuffled: (event) => t("log.DeckReshuffled", { n: event.cards }),
  TicketsOffered: (event, { name, facts }) =>
    t("log.TicketsOffered", { name, n: event.stacks.length, from: fromStacks(event.stacks, facts) }),
  TicketsAnswered: (_, { name }) => t("log.TicketsAnswered", { name }),
  TicketsKept(event, { name, facts, further }) {
    const n = event.kept_stacks.length;
    if (event.kept === null) {
      const key = further ? "log.TicketsKept.hidden.then" : "log.TicketsKept.hidden";
      return t(key, { name, n, all: n + event.returned_stacks.length });
    }
    const tickets = event.kept.map((/** @type {string} */ code) => ticketName(facts, code));
    const key = further ? "log.TicketsKept.then" : "log.TicketsKept";
    return t(key, { name, n, tickets: listed(tickets) || t("log.none") });
  },
  RouteClaimed: (event, about) =>
    t(event.cards.length ? "log.RouteClaimed" : "log.RouteClaimed.none", {
      name: about.name,
      route: route(event, about),
      cards: cardsWords(event.cards),
      n: event.points,
    }),
  TunnelEntered: (event, about) =>
    t("log.TunnelEntered", { name: about.name, route: route(event, about), cards: cardsWords(event.cards) }),
  TunnelCardRevealed: (event) => t("log.TunnelCardRevealed", { card: cardName(event.card) }),
  SurchargeDue: (event) => (event.number ? t("log.SurchargeDue", { n: event.number }) : t("log.SurchargeDue.none")),
  SurchargePaid: (event, { name }) => t("log.SurchargePaid", { name, cards: cardsWords(event.cards) }),
  SubstituteGiven: (event, { name }) => t("log.SubstituteGiven", { name, card: cardName(event.card) }),
  TunnelLeft: (_, { name }) => t("log.TunnelLeft", { name }),
  StationBuilt: (event, about) =>
    t("log.StationBuilt", { name: about.name, city: city(event, about), cards: cardsWords(event.cards) }),
  PassengerPlaced: (event, about) => t("log.PassengerPlaced", { name: about.name, city: city(event, about) }),
  JourneyStarted: (event, about) => t("log.JourneyStarted", { name: about.name, city: city(event, about) }),
  PassengerMoved: (event, about) =>
    t(event.toll ? "log.PassengerMoved.toll" : "log.PassengerMoved", { city: city(event, about) }),
  MerchandiseCollected: (event, about) =>
    t("log.MerchandiseCollected", { name: about.name, n: event.points, city: city(event, about) }),
  JourneyEnded: (event, about) => t("log.JourneyEnded", { city: city(event, about) }),
  TurnPassed: (_, { name }) => t("log.TurnPassed", { name }),
  FinalRound: (_, { name }) => t("log.FinalRound", { name }),
  GameOver: () => t("log.GameOver"),
  SeatTaken: (_, { name }) => t("log.SeatTaken", { name }),
  SeatLeft: (_, { name }) => t("log.SeatLeft", { name }),
  Resigned: (_, { name }) => t("log.Resigned", { name }),
  StandinStarted: (event, { name }) =>
    t(event.why === "clock" ? "log.StandinStarted.clock" : "log.StandinStarted", { name }),
  StandinEnded: (_, { name }) => t("log.StandinEnded", { name }),
  ClocksResumed: () => t("log.ClocksResumed"),
  Renamed: (event, { name }) => t("log.Renamed", { before: personName(event.before, event.before_of), name }),
  StandinAfterChanged: (event) => t("log.StandinAfterChanged", { when: standinWords(event.seconds) }),
  OptionsChanged: ({ bot_pace: pace, explain }) =>
    [
      ...(pace === null ? [] : [t("log.OptionsChanged", { pace: t(`bot_pace.${pace}`) })]),
      ...(explain === null ? [] : [t(explain ? "log.OptionsChanged.explain" : "log.OptionsChanged.silent")]),
    ].join(" "),
  TakeBackAsked: (_, { name }) => t("log.TakeBackAsked", { name }),
  TakeBackAnswered: (event, { name }) =>
    t(event.agrees ? "log.TakeBackAnswered" : "log.TakeBackAnswered.not", { name }),
  TakenBack: (event, { name }) => t("log.TakenBack", { name, n: event.entries.length }),
  Forgotten: () => t("log.Forgotten"),
  SeatOffered: (event, { name }) =>
    t(!event.open ? "log.SeatOffered.not" : event.by === "host" ? "log.SeatOffered.host" : "log.SeatOffered", { name }),
  SeatAsked: (_, { name }) => t("log.SeatAsked", { name }),
  SeatAnswered(event, { name }) {
    const owner = personName(event.owner, event.owner_of);
    if (event.role !== "other") return t(`log.SeatAnswered.${event.role}`, { owner });
    return t(event.agrees ? "log.SeatAnswered" : "log.SeatAnswered.not", { name, owner });
  },
  TakenOver: (event, { name }) =>
    t(event.back ? "log.TakenOver.back" : "log.TakenOver", { name, before: personName(event.before, event.before_of) }),
  Replaced: (event, { name }) => t("log.Replaced", { name, before: personName(event.before, event.before_of) }),
  HostChanged: (_, { name }) => t("log.HostChanged", { name }),
  PaceChanged({ pace, amount, added }) {
    const words = paceWords(pace, amount);
    if (added === null) return t(pace === "none" ? "log.PaceChanged" : "log.PaceChanged.anew", { pace: words });
    return t(`log.PaceChanged.${pace}`, { pace: words, n: added / (pace === "days" ? 86400 : 60) });
  },
  CloseAsked: () => t("log.CloseAsked"),
  CloseAnswered: (event, { name }) => t(event.agrees ? "log.CloseAnswered" : "log.CloseAnswered.not", { name }),
  TableClosed: () => t("log.TableClosed"),
  HintsSwitched: ({ allowed }) => t(allowed ? "log.HintsSwitched" : "log.HintsSwitched.not"),
  HintsAsked: () => t("log.HintsAsked"),
  HintsAnswered: (event, { name }) => t(event.agrees ? "log.HintsAnswered" : "log.HintsAnswered.not", { name }),
  Hinted: (_, { name }) => t("log.Hinted", { name }),
  Coached: (_, { name }) => t("log.Coached", { name }),
  Said: (event, { name }) => t("log.Said", { name, phrase: tOr(`chat.${event.phrase}`, event.phrase) }),
};

/**
 * Return the stacks from which tickets were drawn, in parentheses; empty if the edition has only one stack.
 *
 * @param {string[]} stacks
 * @param {Sent.Facts} facts
 */
function fromStacks(stacks, facts) {
  if (facts.stacks.length < 2) return "";
  const names = facts.stacks.filter((/** @type {string} */ stack) => stacks.includes(stack));
  const counted = names.map((/** @type {string} */ stack) =>
    stackWords([stack, stacks.filter((/** @type {string} */ other) => other === stack).length]),
  );
  return ` (${counted.join(", ")})`;
}
