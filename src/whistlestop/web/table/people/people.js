// The people at a table: inviting, watching, phrases, leaving and giving up. The waiting room is in
// waiting-room.js.
import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { useDismissal } from "../../controls/dismissal.js";
import { Icon } from "../../controls/icons.js";
import { isOwn } from "../../net/drawings.js";
import { isAway, playerNames, standinWords } from "../../names/names.js";
import { ColourAtTable } from "./hot-seat.js";
import { late, loadStyles } from "../../controls/late.js";
import { Switch } from "../../controls/menu.js";
import { trainer } from "../../settings.js";
import { AskToTakeBack, TakeBackEarlier } from "../take-back/taking-back.js";

const House = late(async () => (await import("./house.js")).House);
const SeatsAndTableContent = late(async () => {
  const [{ SeatsAndTableContent: found }] = await Promise.all([
    import("./seats-and-table.js"),
    loadStyles(["seats-and-table"]),
  ]);
  return found;
});

/**
 * The folded panel about seats and table. The host sees it, and during the game also the players.
 *
 * @param {{store: Furnished}} props
 */
export function SeatsAndTable({ store }) {
  const { table } = store.update.value;
  const [opened, setOpened] = useState(false);
  const waiting = table.state === "open";
  if (!(waiting || table.state === "playing") || !(table.host || (table.you.seat !== null && !waiting))) return null;
  return html`<details
    class="seats-and-table"
    onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpened(event.target.open)}
  >
    <summary>${t("seats_and_table.label")}</summary>
    ${opened && html`<${SeatsAndTableContent} store=${store} />`}
  </details>`;
}

/**
 * Close the nearest menu or folded part around the element that was pressed.
 *
 * @param {EventOf<HTMLElement>} event
 */
const shut = (event) => event.target.closest("details")?.removeAttribute("open");

/**
 * Close the whole menu around the element that was pressed, even if the element is in a folded part of the menu.
 *
 * @param {EventOf<HTMLElement>} event
 */
const shutMenu = (event) => event.target.closest(".menu")?.removeAttribute("open");

/**
 * The list of phrases that the reader can say at the table.
 *
 * @param {{store: Furnished, phrases: string[]}} props phrases: their codes, which the server defines
 */
export function Phrases({ store, phrases }) {
  const details = useDismissal();
  return html`<details class="phrases" ref=${details}>
    <summary aria-label=${t("chat.label")}>
      <${Icon} name="say" />
      <span class="phrases-word" aria-hidden="true">${t("chat.label")}</span>
    </summary>
    <div class="phrase-list">
      ${phrases.map(
        (phrase) =>
          html`<button
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
 * The part of the menu with everything that the reader can do at this table besides playing.
 *
 * @param {{store: Furnished, me: Sent.Me | null, children?: Child}} props children: the fields for the reader's
 *   name and colour
 */
export function TableMenu({ store, me, children }) {
  const { table } = store.update.value;
  const playing = table.state === "playing";
  const seated = table.you.seat !== null && !table.seats[table.you.seat].resigned;
  return html`<div class="menu-table">
    ${
      playing &&
      seated &&
      html`<div class="oneself">
        ${
          table.seats[table.you.seat ?? -1]?.beside
            ? html`<${ColourAtTable} store=${store} seat=${table.you.seat} />`
            : children
        }
      </div>`
    }
    <${AskToTakeBack} store=${store} done=${shut} /><${TakeBackEarlier} store=${store} done=${shutMenu} />
    ${playing && !table.daily && html`<${StandinRule} store=${store} />`}
    ${playing && html`<${BotRule} store=${store} />`}
    ${playing && seated && table.hints.allowed && html`<${Switch} setting=${trainer} label=${t("trainer.switch")} />`}
    ${!table.daily && html`<${SeatsAndTable} store=${store} /><${Invite} store=${store} me=${me} />`}
    <a href=${`/rules/${table.edition}`} target="_blank">${t("menu.rules")}</a>
    ${
      isOwn(table.edition) &&
      html`<a href=${`/api/tables/${store.id}/edition.toml`} download=${""}>${t("own.file")}</a>`
    }
    ${playing && html`<a href=${`/replay/${store.id}`}>${t("menu.replay")}</a>`}
    ${
      playing &&
      html`<a href=${`/api/tables/${store.id}/record`} download=${`${store.id}.record`}>${t("finale.record")}</a>`
    }
    ${playing && seated && html`<${GivingUp} store=${store} />`}
    ${
      table.state === "open" &&
      seated &&
      html`<button type="button" onClick=${() => store.ask("leave")}>${t("menu.leave")}</button>`
    }
  </div>`;
}

/**
 * The button for giving up. It asks for confirmation with another button in another place, so that a double click
 * does not confirm it. Closing the menu cancels the question.
 *
 * @param {{store: Furnished}} props
 */
function GivingUp({ store }) {
  const [asked, setAsked] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const menu = place.current?.closest("details");
    const forget = () => menu?.open || setAsked(false);
    menu?.addEventListener("toggle", forget);
    return () => menu?.removeEventListener("toggle", forget);
  }, []);
  return html`<div class="giving-up" ref=${place}>
    <button
      type="button"
      key="first"
      aria-expanded=${asked}
      onClick=${(/** @type {MouseEvent} */ event) => {
        // The second click of a double click must not hide the question again.
        if (event.detail < 2) setAsked(!asked);
      }}
    >
      ${asked ? t("menu.resign_not") : t("menu.resign")}
    </button>
    ${
      asked &&
      html`<button
        type="button"
        key="sure"
        class="danger"
        onClick=${(/** @type {EventOf<HTMLElement>} */ event) => {
          store.ask("resign");
          shut(event);
        }}
      >
        ${t("menu.resign_sure")}
      </button>`
    }
  </div>`;
}

/** The choices for the seconds of absence after which a bot stands in for a player; 0 = never. */
export const STANDINS = [0, 60, 300, 3600, 86400];

/**
 * The time after which a bot stands in for an absent player. The host can change it, and others can read it.
 *
 * @param {{store: Furnished}} props
 */
export function StandinRule({ store }) {
  const { table } = store.update.value;
  const people = table.seats.filter((seat) => seat.kind !== "bot");
  if (people.length < 2) return null;
  const seconds = table.standin_after;
  const known = STANDINS.includes(seconds ?? 0);
  if (!table.host) return html`<p class="quiet standin-rule">${t("options.standin")}: ${standinWords(seconds)}</p>`;
  return html`<label class="standin-rule">
    <span>${t("options.standin")}</span>
    <select
      value=${seconds ?? 0}
      onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
        store.ask("standin-after", { seconds: Number(event.target.value) || null })}
    >
      ${!known && html`<option value=${seconds}>${standinWords(seconds)}</option>`}
      ${STANDINS.map((one) => html`<option key=${one} value=${one}>${standinWords(one)}</option>`)}
    </select>
  </label>`;
}

/** The options for how long bots wait before they move. */
export const BotPaces = () =>
  ["relaxed", "brisk", "instant"].map(
    (pace) => html`<option key=${pace} value=${pace}>${t(`bot_pace.${pace}`)}</option>`,
  );

/**
 * The host's settings for bots: how long they wait before they move, and whether they explain their moves.
 *
 * @param {{store: Furnished}} props
 */
export function BotRule({ store }) {
  const { table } = store.update.value;
  if (!table.host || !table.seats.some((seat) => seat.kind === "bot" || seat.standin || seat.resigned)) return null;
  return html`<label class="bot-rule">
      <span>${t("options.bot_pace")}</span>
      <select
        value=${table.bot_pace}
        onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) =>
          store.ask("options", { bot_pace: event.target.value })}
      >
        <${BotPaces} />
      </select>
    </label>
    ${
      !table.daily &&
      html`<label class="switch">
        <span>${t("options.explain")}</span>
        <input
          type="checkbox"
          role="switch"
          checked=${table.explain}
          onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
            store.ask("options", { explain: event.target.checked })}
        />
      </label>`
    }`;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Return the link with which friends can join, and whether it works on this computer only (`onlyHere`).
 *
 * @param {string} path
 * @param {Sent.Me | null} me contains the server's addresses in the local network
 */
function invitation(path, me) {
  const here = new URL(path, location.href);
  if (!LOOPBACK.test(here.hostname)) return { link: here.href, onlyHere: false };
  const lan = me?.lan?.[0];
  return lan ? { link: new URL(path, lan).href, onlyHere: false } : { link: here.href, onlyHere: true };
}

/**
 * The link with which others can join or watch, with a button that copies it.
 *
 * @param {{store: Furnished, me: Sent.Me | null, code?: boolean}} props code: whether to show a QR code
 */
export function Invite({ store, me, code = false }) {
  const { table } = store.update.value;
  const [copied, setCopied] = useState("");
  const [drawn, setDrawn] = useState(true);
  const { link, onlyHere } = invitation(table.invite, me);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Outside of secure contexts there is no clipboard API, but the old command still works.
      const field = document.querySelector(".invite input");
      if (field instanceof HTMLInputElement) field.select();
      document.execCommand("copy");
    }
    setCopied(link);
  };
  return html`<div class="invite">
      <label>
        <span>${t("invite.label")}</span>
        <input
          type="text"
          readonly
          value=${link}
          onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
        />
      </label>
      <button type="button" class="small" onClick=${copy}>
        ${copied === link ? t("invite.copied") : t("invite.copy")}
      </button>
    </div>
    ${
      typeof me?.house === "boolean"
        ? (code || table.state !== "open") && html`<${House} open=${me.house} link=${link} />`
        : onlyHere &&
          html`<p class="reason only-here">${t("invite.only_here")} <code>whistlestop serve --lan</code></p>`
    }
    ${
      code &&
      drawn &&
      !onlyHere &&
      html`<img
        class="qr"
        src=${`/api/tables/${store.id}/qr.svg`}
        alt=${t("invite.qr")}
        onError=${() => setDrawn(false)}
      />`
    }`;
}

/**
 * The message to a player for whom a bot stands in, to players who wait for an absent one, or to spectators.
 *
 * @param {{store: Begun}} props
 */
export function Standing({ store }) {
  const { table, deciding } = store.update.value;
  const seat = table.seats[table.you.seat ?? -1];
  if (table.you.seats.some((one) => table.seats[one].standin)) {
    return html`<p class="standin">
      ${t("standin.playing")}
      <button type="button" class="main" onClick=${() => store.ask("return")}>${t("standin.return")}</button>
    </p>`;
  }
  const away = (deciding ?? []).filter((at) => isAway(table.seats[at]) && !table.you.seats.includes(at));
  return html`${
    away.length > 0 &&
    html`<div class="standin away">
      <p>${t("absence.waiting", { n: away.length, name: playerNames(table, away) })}</p>
      <${StandinRule} store=${store} />
    </div>`
  }
    ${
      (seat ? seat.resigned : table.you.seats.length === 0) &&
      html`<p class="quiet watching">${t("watching", { n: table.viewers })}</p>`
    }`;
}
