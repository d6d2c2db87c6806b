// The lesson that is taken at a table: its steps, its texts, and which of them is shown.
import { computed, signal } from "../../html.js";
import { fill, loadCatalogue } from "../../language/index.js";
import { cardsWords, cardName, placeName, routeName, ticketName } from "../../names/names.js";
import { get } from "../../net/api.js";
import { lessonRead } from "../../settings.js";

/** @typedef {import("../../language/index.js").Catalogue} Catalogue */

/** What a step's text is about, by kinds of things. */
const NAMED = /** @type {Record<string, (facts: Sent.Facts, code: string) => string>} */ ({
  card: (_, code) => cardName(code),
  cards: (_, words) => cardsWords(cardsOf(words)),
  city: placeName,
  route: routeName,
  ticket: ticketName,
});

export class Lesson {
  /**
   * @param {Furnished} store
   * @param {Sent.Lesson} told
   */
  constructor(store, told) {
    this.store = store;
    this.told = told;
    this.words = signal(/** @type {Catalogue | null} */ (null));
    /**
     * The step whose action is due; the number of steps once all has been done, null if the game has left the
     * lesson.
     */
    this.due = computed(() => store.update.value.table.lesson?.step ?? null);
    /** The step that is shown: what is only to read comes before the action, and may be read again. */
    this.shown = computed(() => {
      const due = this.due.value ?? told.steps.length;
      const { table, step, at } = lessonRead.value;
      // What was read goes with the action that was due then; after it, what is new is shown.
      return table === store.id && at === due ? Math.min(step, due) : this.firstOf(due);
    });
    /** The step that is shown, if there is one; after the last the game is the reader's. */
    this.step = computed(() => (this.due.value === null ? null : (told.steps[this.shown.value] ?? null)));
    /** Whether the lesson says what to do. */
    this.guides = computed(() => this.due.value !== null && this.due.value < told.steps.length);
  }

  /**
   * The first step that can be shown once an action is due.
   *
   * @param {number} due
   */
  firstOf(due) {
    let first = due;
    while (first > 0 && this.told.steps[first - 1].expect === null) first -= 1;
    return first;
  }

  /** @param {number} by steps, forwards or back */
  turn(by) {
    const at = this.due.value ?? 0;
    const step = Math.max(0, Math.min(this.shown.value + by, at));
    lessonRead.value = { table: this.store.id, step, at };
  }

  /** Load the texts in the reader's language. */
  async speak() {
    this.words.value = await loadCatalogue("lessons/");
  }

  /** What is said now. */
  text() {
    const words = this.words.value;
    if (!words) return "";
    if (this.store.update.value.table.state === "over") return fill(words.over, {});
    const step = this.step.value;
    if (!step) return fill(this.due.value === null ? words.left : words.free, {});
    const facts = this.store.facts.value;
    const named = Object.entries(step.values).map(([name, value]) => [name, said(facts, value)]);
    return fill(words[`${this.told.name}.${step.text}`], Object.fromEntries(named));
  }
}

/**
 * A value of a text: a number as it is, a thing by its name.
 *
 * @param {Sent.Facts} facts
 * @param {string | number} value
 */
function said(facts, value) {
  if (typeof value === "number") return value;
  const [kind, code] = halves(value);
  return NAMED[kind](facts, code);
}

/**
 * `route DEN-OMA` as `["route", "DEN-OMA"]`.
 *
 * @param {string} thing
 */
export function halves(thing) {
  const at = thing.indexOf(" ");
  return at < 0 ? [thing, ""] : [thing.slice(0, at), thing.slice(at + 1)];
}

/**
 * @param {string} words such as `2 red 1 locomotive`
 * @returns {Sent.Cards}
 */
function cardsOf(words) {
  const parts = words.split(" ");
  return parts.flatMap((word, at) => (at % 2 ? [/** @type {[string, number]} */ ([word, Number(parts[at - 1])])] : []));
}

/**
 * Give a table its lesson, if the reader takes one there.
 *
 * @param {Furnished} store
 * @param {Sent.Table} table
 */
export async function furnishLesson(store, table) {
  if (!table.lesson || table.you.seat === null || store.lesson.value) return;
  const lesson = new Lesson(store, await get(`/api/lessons/${table.lesson.name}`));
  await lesson.speak();
  store.presentation.lesson.value = lesson;
}
