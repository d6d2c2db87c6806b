// What a table's game means for the ladder: whether it counts, and how it has changed the ratings. `late-note.js`
// fetches this part and its words.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { t } from "../../language/index.js";
import { playerName } from "../../names/names.js";
import { changeWords } from "./words.js";

/**
 * Whether the game of a table counts. After the game, the changes of the ratings. People who are not on the ladder see
 * nothing if the game does not count.
 *
 * @param {{store: Furnished}} props
 */
export function LadderNote({ store }) {
  const { table } = store.update.value;
  const [found, setFound] = useState(/** @type {Sent.LadderTable | null} */ (null));
  // What can change the answer: the state, the options, and the people at the table.
  const people = table.seats.map(({ kind, name }) => `${kind}:${name}`).join();
  const known = [table.state, table.hints.allowed, table.explain, table.looked.length, people].join();
  useEffect(() => {
    let stale = false;
    get(`/api/tables/${store.id}/ladder`).then(
      (answer) => stale || setFound(answer),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [store.id, known]);
  if (!found || (!found.counts && !found.joined)) return null;
  const { changes, why_not: whyNot } = found;
  if (whyNot !== null) return html`<p class="quiet ladder-note">${t(`ladder.why.${whyNot}`)}</p>`;
  if (changes.length === 0) return html`<p class="quiet ladder-note">${t("ladder.counts")}</p>`;
  return html`<p class="ladder-note">
    <a href="/ladder">${changeWords(changes, (seat) => playerName(table, seat))}</a>
  </p>`;
}
