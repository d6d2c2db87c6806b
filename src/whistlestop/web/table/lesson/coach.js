// The coach of a lesson. It shows the text of the current step and marks what the step points at.
import { html, useEffect, useState } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { language, t } from "../../language/index.js";
import { lessonTitle } from "../../names/lessons.js";
import { post } from "../../net/api.js";
import { lessonRead, trainer } from "../../settings.js";
import { bringIntoSight, keepMarked, pointedOut, showMarked } from "./pointing-out.js";

/**
 * The coach's panel; null if the reader has hidden it, or if the table has no lesson.
 *
 * @param {{store: Begun}} props
 */
export function Coach({ store }) {
  const lesson = store.lesson.value;
  const code = language.value;
  const pointed = pointedOut(store);
  const over = store.update.value.table.state === "over";
  useEffect(() => {
    lesson?.speak();
  }, [lesson, code]);
  const parts = pointed.selectors.join();
  const places = pointed.codes.join();
  useEffect(() => keepMarked(pointed.selectors), [parts]);
  useEffect(() => {
    store.presentation.coached.value = pointed.codes;
    const show = () => {
      showMarked();
      // Show the whole board, because the marked places may be anywhere on it.
      if (places) bringIntoSight(document.querySelector(".board-frame"), Infinity);
    };
    if (places) show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [places]);
  // Close what was opened in the step before, because it could cover what this step explains.
  const shownStep = lesson?.shown.value;
  useEffect(() => {
    if (store.selection.value) store.drop();
  }, [shownStep]);
  if (!lesson) return null;
  const { due, shown, told } = lesson;
  const dismissed = lessonRead.value.table === store.id && lessonRead.value.dismissed === true;
  if (dismissed && !lesson.guides.value && !over) return null;
  const step = lesson.step.value;
  const waiting = due.value !== null && shown.value < due.value;
  const anew = async () => {
    try {
      const { id } = await post(`/api/lessons/${told.name}`, { anew: true });
      location.assign(`/t/${id}`);
    } catch (error) {
      store.refuse(error);
    }
  };
  return html`<section
    class="coach"
    aria-label=${t("lesson.label")}
    data-lesson=${told.name}
    data-step=${shown.value}
    data-expects=${!waiting && step ? step.expect : undefined}
  >
    <div class="coach-title">
      <h2 class="coach-name">${lessonTitle(told, store.facts.value)}</h2>
      ${
        step &&
        html`<span class="coach-count">${t("lesson.count", { n: shown.value + 1, all: told.steps.length })}</span>`
      }
      <span class="coach-ways">
        <button type="button" class="link way" title=${t("lesson.anew")} onClick=${anew}>
          <${Icon} name="first" /><span>${t("lesson.anew")}</span>
        </button>
        <a href="/">${over ? t("lesson.further") : t("lesson.leave")}</a>
      </span>
    </div>
    <p class="coach-text" role="status">${lesson.text()}</p>
    <div class="coach-buttons">
      ${
        due.value !== null &&
        !over &&
        html`<button
          type="button"
          class="small way"
          title=${t("lesson.back")}
          disabled=${shown.value === 0}
          onClick=${() => lesson.turn(-1)}
        >
          <${Icon} name="left" /><span>${t("lesson.back")}</span>
        </button>`
      }
      ${
        waiting &&
        !over &&
        html`<button type="button" class="small main" onClick=${() => lesson.turn(1)}>${t("lesson.next")}</button>`
      }
      ${
        !lesson.guides.value &&
        !waiting &&
        !over &&
        html`<button type="button" class="small main" onClick=${() => dismiss(store.id, lesson)}>
          ${t("lesson.dismiss")}
        </button>`
      }
    </div>
    ${over && html`<${TrainerOffer} />`}
  </section>`;
}

/** The offer to play the next game with the coach that warns before blunders, or that it is switched on. */
function TrainerOffer() {
  const [before] = useState(trainer.value);
  if (before) return null;
  if (trainer.value) return html`<p class="trainer-offer" role="status">${t("trainer.is_on")}</p>`;
  return html`<p class="trainer-offer">
    ${t("trainer.offer")}
    ${" "}<button
      type="button"
      class="small"
      onClick=${() => {
        trainer.value = true;
      }}
    >
      ${t("trainer.on")}
    </button>
  </p>`;
}

/**
 * Hide the coach at this table until the game is over.
 *
 * @param {string} table
 * @param {import("./lesson.js").Lesson} lesson
 */
function dismiss(table, lesson) {
  lessonRead.value = { table, step: lesson.told.steps.length, at: lesson.due.value ?? 0, dismissed: true };
}
