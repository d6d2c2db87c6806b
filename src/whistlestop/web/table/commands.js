// Moves typed in the reader's language become the notation, which is English, before they are sent.
// What this does not know is sent as it was typed: the server knows more names, and says what is
// wrong. The notation is always understood, too.
import { loadCatalogue, t } from "../language/index.js";
import { ApiError } from "../net/api.js";
import { cardKinds } from "./hand.js";
import { cardName, placeName, stackName } from "./names.js";

/**
 * @typedef {object} Words words besides those that the catalogue says, the first of each kind
 * @property {Record<string, string[]>} verbs
 * @property {Record<string, string[]>} words
 * @property {Record<string, string[]>} cards
 * @property {Record<string, string[]>} stacks
 * @property {string[]} noise what may stand beside a card or a stack
 */

/** @returns {Promise<Words[]>} the reader's words, and the English ones */
export const loadWords = () => Promise.all([loadCatalogue("commands/"), loadCatalogue("commands/", "en")]);

/** @type {Record<string, string>} */
const PLAIN = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe" };
/** @type {Record<string, string>} */
const UMLAUTS = { ä: "ae", ö: "oe", ü: "ue" };

/**
 * Without case, accents, spaces and punctuation.
 *
 * @param {string} text
 */
const fold = (text) =>
  text
    .toLowerCase()
    .replace(/[ßøłđæœ]/g, (letter) => PLAIN[letter])
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * All ways to write a name.
 *
 * @param {string} name
 */
const ways = (name) => [fold(name), fold(name.toLowerCase().replace(/[äöü]/g, (letter) => UMLAUTS[letter]))];

/** @param {string} text */
const tokensOf = (text) => text.split(/\s+/).filter(Boolean);

/**
 * Words that fit several things are refused as the server would refuse them.
 *
 * @param {string} reason
 * @param {Sent.Values} values
 */
const refused = (reason, values) => new ApiError("malformed_action", "", { reason, values });

/** Reads what is typed. */
export class Interpreter {
  /**
   * @param {Sent.Facts} facts of the edition
   * @param {Words[]} tables
   */
  constructor(facts, tables) {
    this.facts = facts;
    /** Command → how it may be called. */
    this.verbs = Object.keys(READERS).map((command) => ({
      command,
      names: new Set([t(`command.${command}`), ...tables.flatMap((table) => table.verbs[command])].map(fold)),
    }));
    const words = (/** @type {string} */ kind) => new Set(tables.flatMap((table) => table.words[kind]).map(fold));
    this.deck = words("deck");
    this.all = words("all");
    this.none = words("none");
    this.with = words("with");
    this.and = words("and");
    this.to = words("to");
    this.in = words("in");
    this.passenger = words("passenger");
    this.noise = new Set(tables.flatMap((table) => table.noise).map(fold));
    const kinds = cardKinds(facts).filter(
      (card) => (card !== "locomotive4" || facts.locomotive4) && (card !== "passenger" || facts.passenger_cards),
    );
    const [own, english] = tables;
    this.cards = named(
      kinds,
      (card) => [cardName(card), ...(own.cards[card] ?? [])],
      (card) => [card, ...(english.cards[card] ?? [])],
    );
    this.stacks = named(
      facts.stacks,
      (stack) => [stackName(stack), ...(own.stacks[stack] ?? [])],
      (stack) => [stack, ...(english.stacks[stack] ?? [])],
    );
    const places = { ...facts.cities, ...facts.countries };
    this.places = named(
      Object.keys(places),
      (code) => [placeName(facts, code), places[code].name],
      (code) => [code],
    );
  }

  /**
   * The notation of a move.
   *
   * @param {string} typed
   * @returns {string}
   * @throws {ApiError} the words fit several things
   */
  read(typed) {
    const tokens = tokensOf(typed);
    const meant = this.meant(tokens);
    for (const { command, rest } of meant) {
      const words = READERS[command](this, rest);
      if (words !== null) return words;
    }
    // The server says what is wrong with it.
    const [first] = meant;
    return first ? [first.command, ...first.rest].join(" ") : typed;
  }

  /**
   * The commands that some words may begin with, those of the most words first.
   *
   * @param {string[]} tokens
   */
  meant(tokens) {
    const found = [];
    for (let length = Math.min(4, tokens.length); length > 0; length--) {
      const begun = fold(tokens.slice(0, length).join(""));
      for (const { command, names } of this.verbs) {
        if (names.has(begun)) found.push({ command, rest: tokens.slice(length) });
      }
    }
    return found;
  }

  /**
   * The one thing that a word means, by its name or the beginning of one; null if there is none.
   *
   * @param {Named[]} things
   * @param {string} word
   * @param {(found: string[]) => ApiError} several
   */
  one(things, word, several) {
    const found = fitting(things, word);
    if (found.length > 1) throw several(found);
    return found[0] ?? null;
  }

  /** @param {string} word */
  card(word) {
    return this.one(this.cards, word, (kinds) => refused("ambiguous_card", { word, kinds }));
  }

  /** @param {string[]} tokens */
  place(tokens) {
    const word = tokens.join(" ");
    return this.one(this.places, word, (cities) => refused("ambiguous_place", { word, cities }));
  }

  /**
   * Without what may stand there and says nothing.
   *
   * @param {string[]} tokens
   */
  bare(tokens) {
    const left = tokens.filter((token) => !this.noise.has(fold(token)));
    return left.length ? left : tokens;
  }

  /**
   * Numbers with names after them, or null.
   *
   * @param {string[]} tokens
   * @param {(word: string) => string | null} nameOf
   * @returns {[number, string][] | null}
   */
  counted(tokens, nameOf) {
    const parts = tokens
      .flatMap((token) => token.split(/[,;]+/))
      .map((token) => token.replace(/^(\d{1,3})[x×]$/, "$1"))
      .flatMap((token) => /^(\d{1,3})[x×]?(\p{L}.*)$/u.exec(token)?.slice(1) ?? [token])
      .filter((token) => token && token !== "×" && !this.and.has(fold(token)));
    /** @type {[number, string][]} */
    const pairs = [];
    let at = 0;
    while (at < parts.length) {
      if (!/^\d{1,3}$/.test(parts[at])) return null;
      let end = at + 1;
      // A name may hold a number itself, as the locomotive +4 does.
      while (end < parts.length && !/^\d{1,3}$/.test(parts[end])) end++;
      const name = nameOf(this.bare(parts.slice(at + 1, end)).join(" "));
      if (!name) return null;
      pairs.push([Number(parts[at]), name]);
      at = end;
    }
    return pairs.length ? pairs : null;
  }

  /**
   * The cards after `with`, as the notation has them; as typed, if that is not clear.
   *
   * @param {string[]} tokens
   */
  payment(tokens) {
    const pairs = this.counted(tokens, (word) => this.card(word));
    return pairs ? pairs.map(([n, card]) => `${n} ${card}`).join(" ") : tokens.join(" ");
  }

  /**
   * What stands before and after `with`; nothing after it, if it is not there.
   *
   * @param {string[]} tokens
   * @returns {[string[], string[] | null]}
   */
  paid(tokens) {
    // CON is a city, con is Italian.
    const at = tokens.findIndex((token) => this.with.has(fold(token)) && !(token in this.facts.cities));
    return at < 0 ? [tokens, null] : [tokens.slice(0, at), tokens.slice(at + 1)];
  }

  /**
   * The route between two places, in codes; null if no two places are named.
   *
   * @param {string[]} tokens
   */
  route(tokens) {
    const text = tokens.join(" ");
    const [, stem, track] = /^(.*?)\s*(\/\s*\d+)?$/s.exec(text) ?? [];
    const suffix = (track ?? "").replace(/\s/g, "");
    const code = stem.toUpperCase();
    if (code in this.facts.routes) return code + suffix;
    const halves = this.halves(stem);
    const linked = halves.flatMap(([a, b]) => this.links(a, b));
    const routes = [...new Set(linked.map(({ pair }) => pair))];
    if (routes.length === 1) return routes[0] + suffix;
    if (routes.length > 1) throw refused("ambiguous_place", ambiguity(linked));
    // Two places without a route between them: the server names the neighbours.
    for (const [a, b] of halves) {
      const [from] = fitting(this.places, a);
      const [to] = fitting(this.places, b);
      if (from && to) return `${from}-${to}${suffix}`;
    }
    return null;
  }

  /**
   * Every way to read some words as two names.
   *
   * @param {string} text
   * @returns {[string, string][]}
   */
  halves(text) {
    /** @type {[string, string][]} */
    const found = [];
    for (const joint of text.matchAll(/\s*[-–—,]\s*|\s+/g)) {
      found.push([text.slice(0, joint.index), text.slice((joint.index ?? 0) + joint[0].length)]);
    }
    const tokens = tokensOf(text);
    tokens.forEach((token, at) => {
      if (this.to.has(fold(token))) found.push([tokens.slice(0, at).join(" "), tokens.slice(at + 1).join(" ")]);
    });
    return found.filter(([a, b]) => fold(a) && fold(b));
  }

  /**
   * The routes between what two words may mean.
   *
   * @param {string} a
   * @param {string} b
   */
  links(a, b) {
    return fitting(this.places, a).flatMap((from) =>
      fitting(this.places, b)
        .flatMap((to) => {
          const pair = pairOf(this.facts, from, to);
          return pair === null ? [] : [{ a, b, from, to, pair }];
        }),
    );
  }
}

/**
 * Which of two words fits several places, and which.
 *
 * @param {{a: string, b: string, from: string, to: string}[]} linked
 */
function ambiguity(linked) {
  const { a, b } = linked[0];
  const from = [...new Set(linked.map((link) => link.from))];
  const to = [...new Set(linked.map((link) => link.to))];
  return from.length > 1 ? { word: a, cities: from } : { word: b, cities: to };
}

/**
 * The route between two places as its first track is called, or null.
 *
 * @param {Sent.Facts} facts
 * @param {string} from
 * @param {string} to
 */
function pairOf(facts, from, to) {
  return [`${from}-${to}`, `${to}-${from}`].find((code) => code in facts.routes) ?? null;
}

/** @typedef {{thing: string, own: string[], further: string[]}} Named with all ways to write its names */

/**
 * Things with their names: in the reader's language, and in the notation.
 *
 * @param {string[]} things
 * @param {(thing: string) => string[]} ownOf
 * @param {(thing: string) => string[]} furtherOf
 */
const named = (things, ownOf, furtherOf) =>
  things.map((thing) => ({
    thing,
    own: ownOf(thing).flatMap(ways),
    further: furtherOf(thing).flatMap(ways),
  }));

/**
 * What a word may mean: what is called so, else what begins so, in the reader's language first.
 *
 * @param {Named[]} things
 * @param {string} word
 * @returns {string[]}
 */
function fitting(things, word) {
  const key = fold(word);
  if (!key) return [];
  const begins = (/** @type {string} */ name) => name.startsWith(key);
  /** @type {((one: Named) => boolean)[]} */
  const steps = [
    ({ own, further }) => own.includes(key) || further.includes(key),
    ({ own }) => own.some(begins),
    ({ further }) => further.some(begins),
  ];
  const found = steps.map((fits) => things.filter(fits)).find((some) => some.length) ?? [];
  return found.map(({ thing }) => thing);
}

/**
 * Without a first word that says nothing.
 *
 * @param {Set<string>} words
 * @param {string[]} tokens
 */
const without = (words, tokens) => (tokens.length > 1 && words.has(fold(tokens[0])) ? tokens.slice(1) : tokens);

/**
 * A place by its code, or as it was typed.
 *
 * @param {Interpreter} reader
 * @param {string} command
 * @param {string[]} tokens
 */
const placed = (reader, command, tokens) => [command, reader.place(tokens) ?? tokens.join(" ")].join(" ").trim();

/** @typedef {(reader: Interpreter, rest: string[]) => string | null} Reader */

/** @type {(command: string) => Reader} */
const alone = (command) => (_, rest) => (rest.length ? null : command);

/**
 * What follows a command → the notation, or null if that is not understood.
 *
 * @type {Record<string, Reader>}
 */
const READERS = {
  draw(reader, rest) {
    if (reader.deck.has(fold(rest.join("")))) return "draw deck";
    const word = reader.bare(rest).join(" ");
    if (reader.deck.has(fold(word))) return "draw deck";
    const card = word && reader.card(word);
    if (card) return `draw ${card}`;
    return /\d/.test(word) ? READERS.tickets(reader, rest) : null;
  },
  tickets(reader, rest) {
    if (rest.length === 0) return "tickets";
    const stacks = reader.counted(rest, (word) =>
      reader.one(reader.stacks, word, () => refused("unknown_stack", { word, stacks: reader.facts.stacks })),
    );
    return stacks && ["tickets", ...stacks.map(([n, stack]) => `${n} ${stack}`)].join(" ");
  },
  keep(reader, rest) {
    const word = fold(rest.join(""));
    if (reader.all.has(word)) return "keep all";
    if (reader.none.has(word)) return "keep none";
    return ["keep", ...rest.filter((token) => !reader.and.has(fold(token)))].join(" ");
  },
  claim(reader, rest) {
    const [what, cards] = reader.paid(rest);
    const route = reader.route(what);
    if (route === null) return null;
    return cards ? `claim ${route} with ${reader.payment(cards)}` : `claim ${route}`;
  },
  pay: (reader, rest) => ["pay", reader.payment(without(reader.with, rest))].join(" ").trim(),
  withdraw: alone("withdraw"),
  station(reader, rest) {
    const [what, cards] = reader.paid(rest);
    const words = placed(reader, "station", without(reader.in, what));
    return cards ? `${words} with ${reader.payment(cards)}` : words;
  },
  passenger(reader, rest) {
    if (reader.none.has(fold(rest.join("")))) return "passenger none";
    return placed(reader, "passenger", without(reader.in, rest));
  },
  move: (reader, rest) => placed(reader, "move", without(reader.in, without(reader.passenger, rest))),
  go(reader, rest) {
    const words = without(reader.to, rest);
    const route = words.length ? reader.route(words) : null;
    return route ? `go ${route}` : placed(reader, "go", words);
  },
  stop: alone("stop"),
  pass: alone("pass"),
};

/** All that a move can begin with, in the notation. */
export const COMMANDS = Object.keys(READERS);

/** @param {Sent.Cards} cards */
const cardsSaid = (cards) => cards.map(([card, n]) => `${n} ${cardName(card)}`).join(" ");

/**
 * A legal action as it can be typed in the reader's language.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action} action
 * @returns {string}
 */
export function say(facts, action) {
  const verb = t(`command.${action.kind}`);
  const place = "city" in action && action.city ? placeName(facts, action.city) : "";
  const paid = "cards" in action ? `${t("command.with")} ${cardsSaid(action.cards)}` : "";
  switch (action.kind) {
    case "draw":
      return action.card ? `${verb} ${cardName(action.card)}` : t("command.from_deck");
    case "tickets":
      return [verb, ...action.mix.map(([stack, n]) => `${n} ${stackName(stack)}`)].join(" ");
    case "keep":
      return action.tickets.length ? `${verb} ${action.tickets.join(" ")}` : t("command.keep_none");
    case "claim":
      return `${verb} ${between(facts, action.route)} ${paid}`;
    case "pay":
      return `${verb} ${cardsSaid(action.cards)}`;
    case "station":
      return `${verb} ${place} ${paid}`;
    case "passenger":
      return place ? `${verb} ${place}` : t("command.no_passenger");
    case "move":
      return `${verb} ${place}`;
    case "go":
      return `${verb} ${between(facts, action.route)}`;
    default:
      return verb;
  }
}

/**
 * A route by the names of its ends, and its track if it is not the first.
 *
 * @param {Sent.Facts} facts
 * @param {string} code
 */
function between(facts, code) {
  const { a, b } = facts.routes[code];
  const [, track] = code.split("/");
  return `${placeName(facts, a)}–${placeName(facts, b)}${track ? `/${track}` : ""}`;
}
