// Whose turn it is, in one sentence, and the buttons for moves that do not begin with a card.
import { html, useEffect, useRef } from "../../html.js";
import { t, tOr } from "../../language/index.js";
import { hints, needsHint } from "../../settings.js";
import { finalRound, sentence, tipHolds, turnTitle } from "../../names/sentence.js";
import { tableTitle, winnersWords, withoutTwins } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";
import { isShared, PassOn } from "../people/hot-seat.js";
import { enterByKey } from "../focus.js";
import { KEYS, keyOf } from "../keys.js";
import { TakeBackAsked, TakingBack } from "../take-back/taking-back.js";
import { PlanButton } from "../ahead/planning.js";
import { late } from "../../controls/late.js";

const Asking = late(async () => (await import("../advice/advice.js")).HintButton);

/**
 * The button that asks for a hint, at tables that allow hints.
 *
 * @param {{store: Begun, small?: boolean}} props
 */
export const HintButton = (props) =>
  props.store.update.value.table.hints.allowed ? html`<${Asking} ...${props} />` : null;

/** The phases in which the reader clicks on cards and routes. In the others, the tray has the choices and the hint. */
const CLICKED = new Set(["turn", "second_card"]);

/**
 * The sentence that says whose turn it is, with messages and the buttons for moves.
 *
 * @param {{store: Furnished, typed?: boolean}} props typed: whether moves are typed and not clicked
 */
export function Turn({ store, typed = false }) {
  const update = store.update.value;
  const facts = store.facts.value;
  const mine = store.mayDecide.value && !store.arriving.value;
  useTitle(store, mine);
  const last = finalRound(update.position);
  const { phase } = update.position ?? {};
  const winners = store.winners.value;
  const clicked = mine && !typed;
  const choosing = clicked && phase === "turn";
  const now = [sentence(update, facts, store.readonly), ...(winners ? [winnersWords(winners, update.table)] : [])].join(
    " ",
  );
  // Keep the last sentence until the animations of the moves before the reader's turn have ended.
  const said = useRef("");
  if (!store.arriving.value || !said.current) said.current = now;
  const words = said.current;
  return html`<div class=${`turn-area ${mine ? "mine" : ""} ${choosing ? "choosing" : ""}`}>
    <section class=${`turn ${mine ? "mine" : ""}`} tabindex="-1" aria-label=${t("turn.label")}>
      <p class="sentence" role="status">${words}</p>
      ${choosing && html`<p class="in-short" aria-hidden="true">${t("turn.mine")}</p>`}
      <${TakingBack} store=${store} />
      <div class="turn-notes">
        ${last && html`<p class="final-round">${last}</p>`}
        ${
          store.connection.state.value === "offline" &&
          html`<p class="offline" role="status">${t("table.reconnecting")}</p>`
        }
        <${TakeBackAsked} store=${store} />
        <${Problem} store=${store} />
      </div>
    </section>
    ${isShared(update.table) && html`<${PassOn} store=${store} />`}
    ${choosing && html`<${Moves} store=${store} />`}
    ${
      mine &&
      (typed || phase === "second_card") &&
      store.position.value &&
      html`<div class="moves"><${HintButton} store=${store} /></div>`
    }
    ${
      !mine &&
      !typed &&
      store.me.value !== null &&
      phase !== "over" &&
      html`<div class="moves"><${PlanButton} store=${store} /></div>`
    }
  </div>`;
}

/**
 * Say in the title of the page whether it is the reader's turn.
 *
 * @param {Furnished} store
 * @param {boolean} mine
 */
function useTitle(store, mine) {
  const update = store.update.value;
  useEffect(() => {
    const title = mine ? turnTitle(update) : t("title.table", { table: tableTitle(update.table) });
    if (document.title !== title) document.title = title;
  });
}

/**
 * The buttons for the kinds of moves that are legal now.
 *
 * @param {{store: Begun}} props
 */
function Moves({ store }) {
  const kinds = new Set(store.legal.value.map((action) => action.kind));
  const open =
    (/** @type {"routes" | "tickets" | "station" | "journey"} */ kind) => (/** @type {MouseEvent} */ event) => {
      const closing = store.selection.value?.kind === kind;
      store.choice.pickUp(closing ? null : { kind });
      if (!closing) enterByKey(event);
    };
  const chosen = store.selection.value?.kind;
  return html`<div class="moves">
    ${
      kinds.has("claim") &&
      html`<button
          type="button"
          data-opens="routes"
          ...${keyOf(KEYS.routes, t("keys.routes"))}
          aria-pressed=${chosen === "routes"}
          onClick=${open("routes")}
        >
        ${t("move.claim", { n: withoutTwins(store.facts.value, [...store.claims.value.keys()]).length })}
      </button>`
    }
    ${
      kinds.has("tickets") &&
      html`<button
        type="button"
        class="at-stacks"
        data-opens="tickets"
        aria-pressed=${chosen === "tickets"}
        onClick=${open("tickets")}
      >
        ${t("move.tickets")}
      </button>`
    }
    ${
      kinds.has("station") &&
      html`<button type="button" data-opens="station" aria-pressed=${chosen === "station"} onClick=${open("station")}>
        ${t("move.station")}
      </button>`
    }
    ${
      kinds.has("move") &&
      html`<button type="button" data-opens="journey" aria-pressed=${chosen === "journey"} onClick=${open("journey")}>
        ${t("move.journey")}
      </button>`
    }
    ${
      kinds.has("pass") &&
      html`<button type="button" class="main" onClick=${() => store.act("pass")}>${t("move.pass")}</button>`
    }
    <${HintButton} store=${store} />
  </div>`;
}

/**
 * The hint for a phase in which the reader clicks on cards and routes. Its place stays free until the reader no
 * longer needs any of these hints.
 *
 * @param {{store: Begun}} props
 */
export function TurnHint({ store }) {
  const { phase } = store.position.value;
  const tip = CLICKED.has(phase) && tipHolds(store.facts.value, phase);
  if (
    ![...CLICKED].some(needsHint) ||
    store.lesson.value?.guides.value ||
    store.seat.value === null ||
    phase === "over"
  )
    return null;
  return html`<div class="turn-hint">
    ${store.mayDecide.value && tip && html`<${Hint} phase=${phase} last=${true} />`}
  </div>`;
}

/**
 * The hint for a phase; null if the reader no longer needs it.
 *
 * @param {{phase: string, last?: boolean}} props last: whether to add a button that switches hints off
 */
export function Hint({ phase, last = false }) {
  if (!needsHint(phase)) return null;
  const words = tOr(`hint.${phase}`, "");
  if (!words) return null;
  return html`<p class="hint">
    ${`${words} `}
    ${
      last &&
      html`<button
        type="button"
        class="link"
        onClick=${() => {
          hints.value = false;
        }}
      >
        ${t("hint.off")}
      </button>`
    }
  </p>`;
}

/**
 * The refusal that is shown, with a button that hides it.
 *
 * @param {{store: Begun}} props
 */
function Problem({ store }) {
  const problem = store.problem.value;
  return html`<div role="alert">
    ${
      problem &&
      html`<p class="problem">
        ${problemWords(problem, store)}
        <button
          type="button"
          class="close"
          aria-label=${t("close")}
          onClick=${() => {
            store.requests.dismiss();
          }}
        >
          ×
        </button>
      </p>`
    }
  </div>`;
}
