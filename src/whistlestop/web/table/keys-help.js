// The dialog that lists the table's keyboard shortcuts, with the switch that turns them off.
import { html, useEffect, useRef } from "../html.js";
import { KeyList } from "../controls/keys.js";
import { Switch } from "../controls/menu.js";
import { t } from "../language/index.js";
import { shortcuts } from "../settings.js";
import { KEYS, keysShown } from "./keys.js";

/** The dialog with the shortcuts. It opens as soon as it is rendered. */
export function KeysDialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const arrows = ["left", "right"].map((way) => t(`key.${way}`));
  const rows = /** @type {[unknown[], string][]} */ ([
    [KEYS.slots, "keys.display"],
    [[KEYS.deck], "keys.deck"],
    [[KEYS.tickets], "keys.tickets"],
    [[KEYS.routes], "keys.routes"],
    [[KEYS.hint], "keys.hint"],
    [arrows, "keys.map"],
    [[t("key.enter")], "keys.choose"],
    [[t("key.escape")], "keys.close"],
    [[KEYS.help], "keys.help"],
  ]);
  return html`<dialog
    ref=${dialog}
    class="keys-dialog"
    aria-labelledby="keys-title"
    onClose=${() => {
      keysShown.value = false;
    }}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && close()}
  >
    <div class="keys-sheet">
      <h2 id="keys-title">${t("replay.keys")}</h2>
      <${KeyList} rows=${rows} />
      <${Switch} setting=${shortcuts} label=${t("keys.switch")} />
      <button type="button" class="main" onClick=${close}>${t("close")}</button>
    </div>
  </dialog>`;
}
