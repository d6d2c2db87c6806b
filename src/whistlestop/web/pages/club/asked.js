// A button that asks for confirmation before it does something.
import { html, useLayoutEffect, useRef, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";

/**
 * A button that first says what will happen. A second button does it.
 *
 * @param {{
 *   label: string,
 *   about: string,
 *   sure: string,
 *   done: () => Promise<unknown>,
 *   danger?: boolean,
 *   name?: string,
 * }} props label: the words of the button; about: what will happen; sure: the words of the second button;
 *   done: does it; name: the accessible name of the button, if its words are not enough
 */
export function Asked({ label, about, sure, done, danger = false, name }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const question = useRef(/** @type {HTMLElement | null} */ (null));
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  // The focus follows the question at once, and returns to the button.
  useLayoutEffect(() => {
    if (!first.current) (asked ? question : opener).current?.focus();
    first.current = false;
  }, [asked]);
  const go = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await done();
      setAsked(false);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
    setBusy(false);
  };
  const look = danger ? "danger" : "";
  if (!asked)
    return html`<button
      type="button"
      class=${`small ${look}`}
      ref=${opener}
      aria-label=${name}
      onClick=${() => setAsked(true)}
    >
      ${label}
    </button>`;
  return html`<div
    class="reason club-question"
    role="group"
    aria-label=${name ?? label}
    tabindex="-1"
    ref=${question}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && setAsked(false)}
  >
    <p>${about}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    <div class="choices">
      <button type="button" class="small" onClick=${() => setAsked(false)}>${t("club.cancel")}</button>
      <button type="button" class=${`small ${danger ? "danger" : "main"}`} disabled=${busy} onClick=${go}>
        ${sure}
      </button>
    </div>
  </div>`;
}
