// The bar at the top of every page, with the menu of settings.
import { html, useState } from "../html.js";
import { LANGUAGES, language, t } from "../language/index.js";
import { Icon } from "./icons.js";
import { useDismissal } from "./dismissal.js";
import { allowNotices, canNotify } from "../notices.js";
import { chosenLanguage, confirmClaims, hints, notices, sounds, textBoard, theme, turnCue } from "../settings.js";

/**
 * The bar at the top of a page.
 *
 * @param {{title?: string, children?: Child, table?: boolean, more?: Child}} props
 *   table: whether the settings of tables are in the menu; more: what comes first in the menu
 */
export function Header({ title, children, table = false, more }) {
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${t("brand.home")}>
      <img src="/static/icons/whistlestop.svg" alt="" width="28" height="28" />
      <span class="brand-name">Whistlestop</span>
    </a>
    ${title && html`<h1 class="top-title">${title}</h1>`}
    <div class="top-more">${children}</div>
    <${Settings} table=${table} more=${more} />
  </header>`;
}

/** @param {{table: boolean, more?: Child}} props */
function Settings({ table, more }) {
  const details = useDismissal();
  return html`<details class="menu" ref=${details}>
    <summary aria-label=${t("menu.label")}><${Icon} name="menu" /></summary>
    <div class="menu-sheet">
      ${more}
      <a href="/me">${t("me.title")}</a>
      <label>
        <span>${t("menu.language")}</span>
        <select
          value=${language.value}
          onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => {
            chosenLanguage.value = event.target.value;
          }}
        >
          ${Object.entries(LANGUAGES).map(
            ([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`,
          )}
        </select>
      </label>
      <label>
        <span>${t("menu.theme")}</span>
        <select
          value=${theme.value}
          onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => {
            theme.value = event.target.value;
          }}
        >
          <option value="auto">${t("theme.auto")}</option>
          <option value="light">${t("theme.light")}</option>
          <option value="dark">${t("theme.dark")}</option>
        </select>
      </label>
      ${
        table &&
        html`<${Switch} setting=${textBoard} label=${t("menu.text_board")} />
          <${Switch} setting=${confirmClaims} label=${t("menu.confirm")} />
          <${Switch} setting=${hints} label=${t("menu.hints")} />
          <${Switch} setting=${sounds} label=${t("menu.sounds")} />
          ${sounds.value && html`<${Switch} setting=${turnCue} label=${t("menu.turn_cue")} />`}
          ${canNotify() && html`<${NoticeSwitch} />`}`
      }
    </div>
  </details>`;
}

/** The switch for notifications. It stays on only if the reader gives the permission that the browser asks for. */
function NoticeSwitch() {
  const [refused, setRefused] = useState(false);
  return html`<label class="switch">
      <span>${t("menu.notices")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${notices.value}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ { target }) => {
          if (!target.checked) notices.value = false;
          else
            allowNotices().then((allowed) => {
              setRefused(!allowed);
              target.checked = allowed;
            });
        }}
      />
    </label>
    ${refused && html`<p class="reason" role="status">${t("menu.notices_refused")}</p>`}`;
}

/** @param {{setting: {value: boolean}, label: string}} props */
export function Switch({ setting, label }) {
  return html`<label class="switch">
    <span>${label}</span>
    <input
      type="checkbox"
      role="switch"
      checked=${setting.value}
      onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) => {
        setting.value = event.target.checked;
      }}
    />
  </label>`;
}
