// The coach. It asks the server to judge the position while the reader thinks, and warns the reader before a blunder.
import { html, useEffect, useRef } from "../../html.js";
import { t } from "../../language/index.js";
import { post } from "../../net/api.js";
import { actionWords, planWords } from "../review/words.js";
import { mayAsk } from "./advice.js";
import { chanceWords, warningWords } from "./words.js";

/** The most milliseconds that an action waits for the coach's answer. */
const PATIENCE = 2000;

/**
 * The phases without a coach. The page sends the steps of a journey one after the other, and each of them would wait
 * for the coach.
 */
const ALONE = ["journey"];

/**
 * The coach of the reader. It shows nothing until it warns.
 *
 * @param {{store: Begun}} props
 */
export function Trainer({ store }) {
  const { advice } = store;
  const { phase } = store.position.value;
  const asked = mayAsk(store) && !ALONE.includes(phase);
  // In the opening, the answers of other players do not change the reader's decision.
  const moves = phase.startsWith("opening") ? 0 : store.update.value.table.moves;
  const decision = asked ? `${moves} ${phase}` : "";
  const doubted = useRef("");
  useEffect(() => {
    advice.warned.value = null;
    if (!decision) return undefined;
    // If this request fails, the coach is asked when the reader acts.
    post(store.seated(`/api/tables/${store.id}/coach`), {}).catch(() => {});
    /** @type {NonNullable<typeof advice.objection>} */
    const objection = async (words, language = "en") => {
      if (doubted.current === decision) return false;
      const version = store.update.value.version;
      const body = { version, action: words, language };
      const answer = await inTime(post(store.seated(`/api/tables/${store.id}/coach/verdict`), body));
      // Meanwhile, a move may have been taken back, so that the reader has another decision.
      if (!answer?.warning || advice.objection !== objection) return false;
      doubted.current = decision;
      advice.warned.value = { words, language, warning: answer.warning };
      return true;
    };
    advice.objection = objection;
    return () => {
      advice.objection = null;
      advice.warned.value = null;
    };
  }, [store, decision]);
  const warned = advice.warned.value;
  return warned && html`<${Warning} store=${store} warned=${warned} />`;
}

/**
 * Return the coach's answer; null if it fails or comes too late.
 *
 * @param {Promise<Sent.CoachAnswer>} answer
 * @returns {Promise<Sent.CoachAnswer | null>}
 */
export async function inTime(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  try {
    return await Promise.race([answer, /** @type {Promise<null>} */ (late)]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The question whether the reader is sure. The safe answer has the focus.
 *
 * @param {{store: Begun, warned: Warned}} props
 */
function Warning({ store, warned }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const facts = store.facts.value;
  const { words, language, warning } = warned;
  const action = store.legal.value.find((one) => one.words === words) ?? words;
  useEffect(() => dialog.current?.showModal(), []);
  const forget = () => {
    store.advice.warned.value = null;
  };
  const plan = planWords(facts, warning.better.plan);
  return html`<dialog ref=${dialog} class="warning" aria-labelledby="warning-title" aria-describedby="warning-why"
    onClose=${forget}>
    <h2 id="warning-title">${t("trainer.sure")}</h2>
    <div id="warning-why">
      <p>${warningWords(facts, action, warning)}</p>
      <p>${t("review.better", { action: actionWords(facts, warning.better.action) })}</p>
      <p class="quiet">${chanceWords(warning.better)}</p>
      ${plan && html`<p class="quiet">${plan}</p>`}
    </div>
    <div class="warning-answers">
      <button type="button" class="main" autofocus onClick=${() => dialog.current?.close()}>
        ${t("trainer.again")}
      </button>
      <button
        type="button"
        onClick=${() => {
          forget();
          store.act(words, language, true);
        }}
      >
        ${t("trainer.anyway")}
      </button>
    </div>
  </dialog>`;
}
