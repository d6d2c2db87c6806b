// Messages about faults in a file that the reader has chosen, in the reader's language. The server sends codes and
// values of the common faults (docs/reasons.md). It describes the others in English, which is shown as a detail.
import { html, useEffect, useState } from "../../html.js";
import { factsOf } from "../../net/drawings.js";
import { either, language, t, tOr } from "../../language/index.js";
import { problemWords, reasonWords } from "../../names/reasons.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/** The codes of faults whose English description is shown in addition, because it says more than their sentence. */
const MORE_IN_ENGLISH = new Set(["chance", "syntax"]);

/** @param {{words: string}} props words: the English description from the server */
const Detail = ({ words }) =>
  html`<span class="fault-detail quiet">${t("fault.detail")} <q lang="en">${words}</q></span>`;

const quoted = (/** @type {string[]} */ words) => either(words.map((word) => t("fault.quoted", { word })));

/**
 * The list of faults in an edition's file, or the sentence about another error.
 *
 * @param {{problem: ApiError}} props
 */
export function Faults({ problem }) {
  const { faults, number = 0, more, told = [] } = problem.details;
  if (problem.code !== "bad_edition" || !faults)
    return html`<p class="problem" role="alert">${problemWords(problem)}</p>`;
  const english = language.value === "en";
  return html`<div class="problem faults" role="alert">
    <p>${t(more ? "own.many" : "own.bad", { n: number })}</p>
    <ul>
      ${faults.map(
        (fault, at) =>
          html`<li key=${at}>${english || !told[at] ? fault : html`<${Fault} fault=${fault} told=${told[at]} />`}</li>`,
      )}
    </ul>
  </div>`;
}

/**
 * The sentence about one fault in an edition's file, with its place.
 *
 * @param {{fault: string, told: Sent.CodedFault}} props fault: the English description; told: its code and values
 */
function Fault({ fault, told: { line, place, code, values } }) {
  const entry = place.replace(/ entry (\d+)/g, (_, n) => ` ${t("fault.entry", { n })}`);
  const where = [line ? t("fault.line", { line }) : "", entry].filter(Boolean).join(", ");
  const said = code && tOr(`fault.${code}`, "", { ...values, choices: quoted(values.choices ?? []) });
  const guess = values.guesses?.length ? ` ${t("fault.guess", { guesses: quoted(values.guesses) })}` : "";
  const detail = code === "syntax" ? values.detail : fault.slice(Math.max(0, fault.indexOf("expected ")));
  return html`${where && html`<strong>${where}:</strong> `}${said || t("fault.other")}${guess}
    ${(!said || MORE_IN_ENGLISH.has(code)) && html`<${Detail} words=${detail} />`}`;
}

/**
 * The message that says at which place a record cannot be replayed, and why.
 *
 * @param {{problem: ApiError}} props
 */
export function RecordFault({ problem }) {
  const { line, column, reason = "", fault = "", values = {}, board, seats } = problem.details;
  const names = /** @type {string[] | undefined} */ (seats);
  const words = useMove(fault === "move" ? values : null, reason, board, names);
  const english = language.value === "en";
  const said = english ? "" : (words ?? tOr(`record_fault.${faultKey(fault, values)}`, "", { ...values }));
  return html`<div class="problem" role="alert">
    <p>
      ${t("import.bad", { line, column })} ${english ? html`<q>${reason}</q>` : said}
      ${!english && (!said || MORE_IN_ENGLISH.has(fault)) && html`<${Detail} words=${reason} />`}
    </p>
  </div>`;
}

/**
 * Return the key of the sentence about a fault in a record. A wrong value of a header has one sentence for each header.
 *
 * @param {string} fault
 * @param {Sent.Values} values
 */
function faultKey(fault, { header }) {
  if (fault !== "header_value") return fault;
  return `value_${header === "seats" || header === "bots" ? "names" : header}`;
}

/**
 * Return the sentence that says why a move in a record is refused. Return null until the board's names have loaded, or
 * if there is no reason.
 *
 * @param {Sent.Values | null} move the code of the reason, and its values
 * @param {string} message the reason in English
 * @param {string} [board] the name of the edition
 * @param {string[]} [seats] the names of the players
 */
function useMove(move, message, board, seats = []) {
  const [facts, setFacts] = useState(/** @type {Sent.Facts | null} */ (null));
  useEffect(() => {
    setFacts(null);
    if (move?.reason && board) factsOf(board).then(setFacts, () => {});
  }, [move?.reason, board]);
  if (!move?.reason || !facts) return null;
  const store = { facts: { value: facts }, update: { value: { table: { seats: seats.map((name) => ({ name })) } } } };
  const refusal = { code: move.reason, values: move.values ?? {}, message };
  return reasonWords(refusal, /** @type {Begun} */ (/** @type {unknown} */ (store)));
}
