// The hint: the best actions with their chances to win. The action that the reader points at is shown on the map, or on
// the cards that it takes.
import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { post } from "../../net/api.js";
import { say } from "../../names/moves.js";
import { problemWords } from "../../names/reasons.js";
import { actionWords, placesOf, planWords } from "../review/words.js";
import { mayAsk } from "./advice.js";
import { chanceWords, pickedUpFor, standWords, takenFrom } from "./words.js";

/** Milliseconds to the next request if the server cannot give hints yet. */
const LATER = 3000;
/** The codes of refusals after which the page asks again by itself. */
const WAITING = ["players_compiling", "offline"];

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/**
 * A hint, as far as the server has answered.
 *
 * @typedef {{hint: Sent.HintSent | null, waiting: string, problem: ApiError | null}} Answer
 *   waiting: the code of the reason why there is no hint yet; empty = the server works it out
 */

/**
 * Ask for a hint while the component is shown, and return the answer.
 *
 * @param {Begun} store
 * @param {string} decision what the reader has to decide; the page asks again if this changes
 * @returns {Answer}
 */
function useHint(store, decision) {
  const [answer, setAnswer] = useState(/** @type {Answer} */ ({ hint: null, waiting: "", problem: null }));
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let stopped = false;
    const ask = async () => {
      try {
        const hint = await post(store.seated(`/api/tables/${store.id}/hint`), {});
        if (!stopped) setAnswer({ hint, waiting: "", problem: null });
      } catch (error) {
        if (stopped) return;
        const problem = /** @type {ApiError} */ (error);
        const waiting = WAITING.includes(problem.code) ? problem.code : "";
        setAnswer({ hint: null, waiting, problem: waiting ? null : problem });
        if (waiting) timer = setTimeout(ask, LATER);
      }
    };
    setAnswer({ hint: null, waiting: "", problem: null });
    ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [store, decision]);
  return answer;
}

/**
 * The hint for the decision that the reader has to make; null if there is no such decision any more.
 *
 * @param {{store: Begun}} props
 */
export function HintPanel({ store }) {
  const decision = store.legal.value.map(({ words }) => words).join();
  const { hint, waiting, problem } = useHint(store, decision);
  const [shown, setShown] = useState(0);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const facts = store.facts.value;
  const may = mayAsk(store);
  const pointed = may ? hint?.options[shown] : undefined;
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    setShown(0);
    place.current?.scrollIntoView({ block: "nearest" });
  }, [hint]);
  useEffect(() => {
    const action = pointed?.action;
    store.presentation.coached.value = action
      ? [...placesOf(facts, action), ...takenFrom(action, store.position.value.display)]
      : [];
    return () => {
      store.presentation.coached.value = [];
    };
  }, [pointed]);
  if (!may) return null;
  return html`<div class="advice" ref=${place} tabindex="-1" role="group" aria-label=${t("advice.ask")}>
    <h2>${t("advice.ask")}</h2>
    <div role="status">
      <p class=${hint ? "" : "quiet"}>
        ${
          hint
            ? standWords(hint)
            : problem
              ? problemWords(problem, store)
              : t(waiting ? `review.${waiting}` : "advice.waiting")
        }
      </p>
      ${hint && hint.options[0].plan.length > 0 && html`<p class="quiet">${planWords(facts, hint.options[0].plan)}</p>`}
    </div>
    ${
      hint &&
      html`<ol class="advice-options">
        ${hint.options.map(
          (option, at) =>
            html`<li key=${option.action.words}>
              <button
                type="button"
                class="choice"
                data-words=${option.action.words}
                aria-current=${at === shown || undefined}
                onPointerEnter=${() => setShown(at)}
                onFocus=${() => setShown(at)}
                onClick=${() => choose(store, option.action)}
              >
                <span>${actionWords(facts, option.action)}</span>
                <span class="quiet">${chanceWords(option)}</span>
                <span class="advice-bar" aria-hidden="true">
                  <span style=${{ width: `${100 * option.chance}%` }} />
                </span>
              </button>
            </li>`,
        )}
      </ol>`
    }
    ${hint && html`<p class="quiet advice-about">${t("advice.about")}</p>`}
  </div>`;
}

/**
 * Pick up what the reader needs to take an action. On the text board, write its words into the command line.
 *
 * @param {Begun} store
 * @param {Sent.Action} action
 */
function choose(store, action) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#command"));
  if (field) {
    field.value = say(store.facts.value, action);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    return;
  }
  if (action.kind === "keep") {
    for (const code of [...store.keeping.value]) store.choice.toggleKept(code);
    for (const code of action.tickets) store.choice.toggleKept(code);
    return;
  }
  const picked = pickedUpFor(action);
  if (!picked) return;
  if (picked.kind === "route") store.chooseRoute(picked.route);
  else if (picked.kind === "city") store.chooseStation(picked.city);
  else store.choice.pickUp(picked);
}
