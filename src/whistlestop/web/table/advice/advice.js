// Whether the reader can have a hint, and the button that asks for one. Tables that allow hints load this module.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { KEYS, keyOf } from "../keys.js";

/**
 * Return whether the reader has a decision about which the server gives hints.
 *
 * @param {Furnished} store
 */
export const mayAsk = (store) =>
  !store.readonly && store.mayDecide.value && store.update.value.table.hints.allowed && store.legal.value.length > 1;

/**
 * The button that asks for a hint, or closes it; null if the reader cannot ask now.
 *
 * @param {{store: Begun, small?: boolean}} props
 */
export function HintButton({ store, small = false }) {
  if (!mayAsk(store)) return null;
  const open = store.selection.value?.kind === "hint";
  return html`<button
    type="button"
    class=${small ? "small hint-button" : "hint-button"}
    data-opens="hint"
    ...${keyOf(KEYS.hint, t("keys.hint"))}
    aria-pressed=${open}
    onClick=${() => store.choice.pickUp(open ? null : { kind: "hint" })}
  >
    ${t("advice.ask")}
  </button>`;
}
