// Keys and what they do, as a list.
import { html } from "../html.js";
import { t } from "../language/index.js";

/** @param {{rows: [keys: unknown[], words: string][]}} props words: keys of the catalogue */
export const KeyList = ({ rows }) =>
  html`<dl class="key-list">
    ${rows.map(
      ([keys, words]) =>
        html`<div key=${words}>
          <dt>${keys.map((key, at) => html`<kbd key=${at}>${key}</kbd> `)}</dt><dd>${t(words)}</dd>
        </div>`,
    )}
  </dl>`;
