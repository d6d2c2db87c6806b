// The newest thing that happened, in one line; opened, all that happened since the reader's turn.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { tellEntry } from "../../names/telling.js";
import { sinceTurnOf } from "./turns.js";

/** So many entries are looked through for one that says something. */
const NEWEST = 5;

/** @param {{store: Begun}} props */
export function Happened({ store }) {
  const { table } = store.update.value;
  const facts = store.facts.value;
  const told = (/** @type {Sent.Entry[]} */ entries) =>
    entries
      .map((entry) => ({ number: entry.number, words: tellEntry(entry, table, facts).join(" ") }))
      .filter(({ words }) => words);
  const since = told(sinceTurnOf(store.standing.value, store.seat.value));
  // Right after one's own move, that is the newest.
  const lines = since.length ? since : told(store.standing.value.slice(-NEWEST)).slice(-1);
  if (lines.length === 0) return html`<div class="happened" />`;
  const newest = lines[lines.length - 1];
  return html`<details class="happened">
    <summary><span class="visually-hidden">${t("log.label")}: </span>${newest.words}</summary>
    <ol>
      ${lines.map(({ number, words }) => html`<li key=${number}>${words}</li>`)}
    </ol>
  </details>`;
}
