// Company at the table: inviting, watching, phrases, leaving, giving up.
import { html, useState } from "../html.js";
import { t } from "../language/index.js";
import { Piece } from "../controls/pictures.js";
import { isOwn } from "../net/drawings.js";
import { pieceOf } from "./colours.js";
import { playerName } from "./names.js";

/**
 * Close the menu in which something happened.
 *
 * @param {EventOf<HTMLElement>} event
 */
const shut = (event) => event.target.closest("details")?.removeAttribute("open");

/** @param {{store: Furnished, phrases: string[]}} props the server says which */
export function Phrases({ store, phrases }) {
  return html`<details class="phrases">
    <summary aria-label=${t("chat.label")}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5h18v11H11l-5 4v-4H3Z" /></svg>
      <span class="phrases-word" aria-hidden="true">${t("chat.label")}</span>
    </summary>
    <div class="phrase-list">
      ${phrases.map(
        (phrase) => html`<button
          type="button"
          key=${phrase}
          class="small"
          onClick=${(/** @type {EventOf<HTMLElement>} */ event) => {
            store.ask("chat", { phrase });
            shut(event);
          }}
        >
          ${t(`chat.${phrase}`)}
        </button>`,
      )}
    </div>
  </details>`;
}

/**
 * What one can do about the table itself; part of the menu.
 *
 * @param {{store: Furnished}} props
 */
export function TableMenu({ store }) {
  const { table } = store.update.value;
  const playing = table.state === "playing";
  const seated = table.you.seat !== null && !table.seats[table.you.seat].resigned;
  const [sure, setSure] = useState(false);
  return html`<div class="menu-table">
    <${Invite} store=${store} />
    <a href=${`/rules/${table.edition}`} target="_blank">${t("menu.rules")}</a>
    ${isOwn(table.edition) && html`<a href=${`/api/tables/${store.id}/edition.toml`} download=${""}>${t("own.file")}</a>`}
    ${playing && html`<a href=${`/replay/${store.id}`}>${t("menu.replay")}</a>`}
    ${playing && html`<a href=${`/api/tables/${store.id}/record`} download=${`${store.id}.record`}>${t("finale.record")}</a>`}
    ${playing &&
    seated &&
    html`<button
      type="button"
      class=${sure ? "danger" : ""}
      onClick=${(/** @type {EventOf<HTMLElement>} */ event) => {
        if (!sure) {
          setSure(true);
          return;
        }
        store.ask("resign");
        shut(event);
      }}
    >
      ${sure ? t("menu.resign_sure") : t("menu.resign")}
    </button>`}
    ${table.state === "open" && seated && html`<button type="button" onClick=${() => store.ask("leave")}>${t("menu.leave")}</button>`}
  </div>`;
}

/** @param {{store: Furnished}} props */
export function Invite({ store }) {
  const { table } = store.update.value;
  const [copied, setCopied] = useState(false);
  const link = new URL(table.invite, location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Without a secure context there is no clipboard; the old way still works there.
      const field = document.querySelector(".invite input");
      if (field instanceof HTMLInputElement) field.select();
      document.execCommand("copy");
    }
    setCopied(true);
  };
  return html`<div class="invite">
    <label>
      <span>${t("invite.label")}</span>
      <input type="text" readonly value=${link} onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()} />
    </label>
    <button type="button" class="small" onClick=${copy}>${copied ? t("invite.copied") : t("invite.copy")}</button>
  </div>`;
}

/**
 * Before the game: who is there, and who may still come.
 *
 * @param {{store: Furnished, children?: Child}} props children: what players say about themselves
 */
export function WaitingRoom({ store, children }) {
  const { table } = store.update.value;
  const seated = table.you.seat !== null;
  const [code, setCode] = useState(true);
  return html`<section class="waiting" aria-label=${t("waiting.label")}>
    <h2>${t("waiting.label")}</h2>
    <ol class="seats">
      ${table.seats.map(
        (seat) => html`<li key=${seat.seat} class=${seat.kind}>
          ${seat.colour ? html`<${Piece} number=${pieceOf(table, seat.seat)} />` : html`<span class="no-piece" />`}
          ${seat.kind === "open" ? html`<span class="quiet">${t("seat.open")}</span>` : playerName(table, seat.seat)}
          ${seat.seat === table.you.seat && html`<span class="tag you">${t("player.you")}</span>`}
          ${seat.kind === "bot" && html`<span class="tag">${t("player.bot")}</span>`}
          ${seat.kind === "open" &&
          !seated &&
          html`<button type="button" class="small" onClick=${() => store.ask("join", { seat: seat.seat })}>${t("waiting.sit")}</button>`}
        </li>`,
      )}
    </ol>
    ${seated && html`<div class="oneself">${children}</div>`}
    <${Invite} store=${store} />
    ${code && html`<img class="qr" src=${`/api/tables/${store.id}/qr.svg`} alt=${t("invite.qr")} onError=${() => setCode(false)} />`}
    ${table.host && html`<button type="button" class="main" onClick=${() => store.ask("start")}>${t("waiting.start")}</button>`}
  </section>`;
}

/**
 * What is said to a person who was away and replaced, or who watches.
 *
 * @param {{store: Furnished}} props
 */
export function Standing({ store }) {
  const { table } = store.update.value;
  const seat = table.seats[table.you.seat ?? -1];
  if (seat?.standin) {
    return html`<p class="standin">
      ${t("standin.playing")}
      <button type="button" class="main" onClick=${() => store.ask("return")}>${t("standin.return")}</button>
    </p>`;
  }
  if (!seat) return html`<p class="quiet watching">${t("watching", { n: table.viewers })}</p>`;
  return null;
}
