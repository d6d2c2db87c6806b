// A list of keys and what they do.
import { html } from "../html.js";
import { t } from "../language/index.js";

/** @param {{rows: [keys: unknown[], words: string][]}} props words: the catalogue's key of the sentence */
export const KeyList = ({ rows }) =>
  html`<dl class="key-list">
    ${rows.map(
      ([keys, words]) =>
        html`<div key=${words}>
          <dt>${keys.map((key, at) => html`<kbd key=${at}>${key}</kbd> `)}</dt><dd>${t(words)}</dd>
        </div>`,
    )}
  </dl>`;
