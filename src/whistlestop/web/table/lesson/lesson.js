// The lesson that the reader takes at a table: its steps, its texts, and the step that is shown.
import { computed, signal } from "../../html.js";
import { fill, loadCatalogue } from "../../language/index.js";
import { cardsWords, cardName, placeName, routeName, ticketName } from "../../names/names.js";
import { get } from "../../net/api.js";
import { lessonRead } from "../../settings.js";

/** @typedef {import("../../language/index.js").Catalogue} Catalogue */

/** The functions that name the things in a step's text, by the kind of thing. */
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
   * @param {Sent.Lesson} told the lesson as the server sent it
   */
  constructor(store, told) {
    this.store = store;
    this.told = told;
    this.words = signal(/** @type {Catalogue | null} */ (null));
    /**
     * The number of the step whose action is due, counted from 0. After the last step, this is how many steps the
     * lesson has. It is null if the game has left the lesson.
     */
    this.due = computed(() => store.update.value.table.lesson?.step ?? null);
    /**
     * The number of the step that is shown. Steps that are only read come before the one with the action. The
     * reader can go back to them.
     */
    this.shown = computed(() => {
      const due = this.due.value ?? told.steps.length;
      const { table, step, at } = lessonRead.value;
      // Use the saved step only while the same action is due. After the action, show the first new step.
      return table === store.id && at === due ? Math.min(step, due) : this.firstOf(due);
    });
    /** The step that is shown; null after the last one, when the reader plays freely, and outside of the lesson. */
    this.step = computed(() => (this.due.value === null ? null : (told.steps[this.shown.value] ?? null)));
    /** Whether the lesson still says what to do. */
    this.guides = computed(() => this.due.value !== null && this.due.value < told.steps.length);
  }

  /**
   * Return the first step to show when the action of step `due` becomes due: the first of the steps to read before
   * it.
   *
   * @param {number} due
   */
  firstOf(due) {
    let first = due;
    while (first > 0 && this.told.steps[first - 1].expect === null) first -= 1;
    return first;
  }

  /** @param {number} by how many steps to go forwards; negative = back */
  turn(by) {
    const at = this.due.value ?? 0;
    const step = Math.max(0, Math.min(this.shown.value + by, at));
    lessonRead.value = { table: this.store.id, step, at };
  }

  /** Load the texts in the reader's language. */
  async speak() {
    this.words.value = await loadCatalogue("lessons/");
  }

  /** Return the text to show now. It is empty until the texts are loaded. */
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
 * Return a value as the text shows it: a number unchanged, a thing by its name.
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
 * Return the kind and the code of a thing: `route DEN-OMA` gives `["route", "DEN-OMA"]`.
 *
 * @param {string} thing
 */
export function halves(thing) {
  const at = thing.indexOf(" ");
  return at < 0 ? [thing, ""] : [thing.slice(0, at), thing.slice(at + 1)];
}

/**
 * Return the kinds and numbers of cards that words name.
 *
 * @param {string} words such as `2 red 1 locomotive`
 * @returns {Sent.Cards}
 */
function cardsOf(words) {
  const parts = words.split(" ");
  return parts.flatMap((word, at) => (at % 2 ? [/** @type {[string, number]} */ ([word, Number(parts[at - 1])])] : []));
}

/**
 * Load the lesson that the reader takes at a table, if they take one, and put it into the store. Throw if it cannot
 * be loaded.
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
