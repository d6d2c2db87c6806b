// Plans that the reader types where the table is text, such as "plan draw red; draw deck; for 5; until ticket".
import { language, t } from "../../language/index.js";
import { say } from "../../names/moves.js";
import { cardName } from "../../names/names.js";
import { conditionsWith, MOST_TURNS, planWith } from "./steps.js";

/** @typedef {"plan" | "for" | "until" | "else" | "stop" | "one" | "all" | "rival" | "ticket"} Word */

/** @type {Record<Word, string>} */
const ENGLISH = {
  plan: "plan",
  for: "for",
  until: "until",
  else: "else",
  stop: "stop",
  one: "one",
  all: "all",
  rival: "taken",
  ticket: "ticket",
};

/** Return the words of plans in the reader's language. */
const ownWords = () =>
  /** @type {Record<Word, string>} */ (
    Object.fromEntries(Object.keys(ENGLISH).map((word) => [word, t(`ahead.command.${word}`)]))
  );

/**
 * Return whether a typed word is one of the words of plans, in English or in the reader's language.
 *
 * @param {Word} word
 * @param {string} typed
 */
const means = (word, typed) => [ENGLISH[word], t(`ahead.command.${word}`)].includes(typed.toLowerCase());

/**
 * Return the change of the plan that a part of the typed words makes; null if the part is a step.
 *
 * @param {string} part
 * @param {Sent.Until} until how long the plan counts so far
 * @param {Sent.Condition[]} conditions the conditions so far
 * @param {Sent.Facts} facts
 * @returns {Partial<Sent.NewPlan> | null}
 */
function setting(part, until, conditions, facts) {
  const [verb, ...rest] = part.split(/\s+/);
  const value = rest[0] ?? "";
  const number = /^\d+$/.test(value) ? Number(value) : null;
  if (means("for", verb)) {
    if (number === null || number < 1 || number > MOST_TURNS) return null;
    return { turns: number, until: until === "once" ? "claimed" : until };
  }
  if (!means("until", verb)) return null;
  if (means("one", value)) return { until: "claimed" };
  if (means("all", value)) return { until: "all_claimed" };
  for (const when of /** @type {const} */ (["rival", "ticket"])) {
    if (means(when, value)) return { conditions: conditionsWith(conditions, when, {}) };
  }
  if (number !== null) return { conditions: conditionsWith(conditions, "pieces", { pieces: number }) };
  const card = Object.keys(facts.cards.kinds).find((kind) =>
    [kind, cardName(kind).toLowerCase()].includes(value.toLowerCase()),
  );
  return card ? { conditions: conditionsWith(conditions, "card", { card }) } : null;
}

/**
 * Return the plan that the typed words make; null if they do not begin with the word for plans.
 *
 * The parts of the words are separated by semicolons. Without steps among them, the steps stay.
 *
 * @param {string} words what the reader has typed
 * @param {Sent.Plans} plans the reader's plans
 * @param {Sent.Facts} facts
 * @returns {{plan: Sent.NewPlan, unread: string} | null} unread: the first setting that makes no sense; empty if all do
 */
export function typedPlan(words, plans, facts) {
  const [first, ...rest] = words.trim().split(/\s+/);
  if (!means("plan", first)) return null;
  const parts = rest
    .join(" ")
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 1 && means("stop", parts[0])) return { plan: { steps: [], until: "once" }, unread: "" };
  /** @type {string[]} */
  const steps = [];
  /** @type {Partial<Sent.NewPlan>} */
  let changes = {};
  for (const part of parts) {
    const [verb] = part.split(" ");
    const before = planWith(plans, changes);
    const change = setting(part, before.until ?? "once", before.conditions ?? [], facts);
    if (!change && (means("for", verb) || means("until", verb))) return { plan: before, unread: part };
    if (change) changes = { ...changes, ...change };
    else steps.push(withoutElse(part));
  }
  const spoken = { language: /** @type {Sent.SpokenLanguage} */ (language.value) };
  return { plan: planWith(plans, { ...changes, ...(steps.length > 0 && { steps, ...spoken }) }), unread: "" };
}

/**
 * Change the reader's plan if the typed words begin with the word for plans.
 *
 * @param {Begun} store
 * @param {string} words what the reader has typed
 * @returns {Promise<boolean> | null} whether the plan was accepted; null if the words are not about plans
 */
export function keepTyped(store, words) {
  const { ahead } = store;
  const typed = ahead.active ? typedPlan(words, ahead.kept.value, store.facts.value) : null;
  if (!typed) return null;
  if (!typed.unread) return ahead.keep({ plan: typed.plan });
  const details = { part: typed.unread, most: MOST_TURNS, ...ownWords() };
  store.refuse({ code: "unread_plan", message: "", details });
  return Promise.resolve(false);
}

/** @param {string} part */
function withoutElse(part) {
  const [first, ...rest] = part.split(/\s+/);
  return means("else", first.replace(/:$/, "")) ? rest.join(" ") : part;
}

/**
 * Return the sentence that says how a plan is typed.
 *
 * @param {Sent.Facts} facts
 */
export function typedHelp(facts) {
  const own = ownWords();
  const card = Object.keys(facts.cards.kinds).find((kind) => facts.cards.kinds[kind]) ?? "";
  const steps = [
    { kind: "draw", card, words: `draw ${card}` },
    { kind: "draw", card: null, words: "draw deck" },
  ].map((action) => say(facts, /** @type {Sent.DrawAction} */ (action)));
  const example = `${own.plan} ${steps.join("; ")}; ${own.for} 5; ${own.until} ${own.ticket}`;
  return t("ahead.command.help", { example, ...own });
}
