// The keys of the table: a sheet that lists them, and where they are switched off.
import { html, useEffect, useRef } from "../../html.js";
import { KeyList } from "../../controls/keys.js";
import { t } from "../../language/index.js";
import { shortcuts } from "../../settings.js";
import { KEYS, listenToKeys, showKeys } from "../keys.js";

/** Part of the table's menu. */
export const KeysButton = () => html`<button type="button" class="keys-button" aria-keyshortcuts=${shortcuts.value ? KEYS.help : undefined} onClick=${showKeys}>
  ${t("replay.keys")}
</button>`;

/** The sheet, which is closed to begin with. */
export function KeysDialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(listenToKeys, []);
  const close = () => dialog.current?.close();
  const arrows = ["left", "right"].map((way) => t(`key.${way}`));
  const rows = /** @type {[unknown[], string][]} */ ([
    [KEYS.slots, "keys.display"],
    [[KEYS.deck], "keys.deck"],
    [[KEYS.tickets], "keys.tickets"],
    [[KEYS.routes], "keys.routes"],
    [arrows, "keys.map"],
    [[t("key.enter")], "keys.choose"],
    [[t("key.escape")], "keys.close"],
    [[KEYS.help], "keys.help"],
  ]);
  return html`<dialog
    ref=${dialog}
    class="keys-dialog"
    aria-labelledby="keys-title"
    onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && close()}
  >
    <div class="keys-sheet">
      <h2 id="keys-title">${t("replay.keys")}</h2>
      <${KeyList} rows=${rows} />
      <label class="keys-switch">
        <span>${t("keys.switch")}</span>
        <input
          type="checkbox"
          role="switch"
          checked=${shortcuts.value}
          onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => {
            shortcuts.value = event.target.checked;
          }}
        />
      </label>
      <button type="button" class="main" onClick=${close}>${t("close")}</button>
    </div>
  </dialog>`;
}
