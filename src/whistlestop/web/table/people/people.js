// Company at the table: inviting, watching, phrases, leaving, giving up. The waiting room has a file of its own.
import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { useDismissal } from "../../controls/dismissal.js";
import { Icon } from "../../controls/icons.js";
import { isOwn } from "../../net/drawings.js";
import { isAway, playerNames, standinWords } from "../../names/names.js";
import { ColourAtTable } from "./hot-seat.js";
import { late, loadStyles } from "../../controls/late.js";
import { AskToTakeBack, TakeBackEarlier } from "../take-back/taking-back.js";

const House = late(async () => (await import("./house.js")).House);
const Managing = late(async () => {
  const [{ Managing: found }] = await Promise.all([import("./managing.js"), loadStyles(["managing"])]);
  return found;
});

/**
 * Seats, host, clock and closing: for the host, and for those who play.
 *
 * @param {{store: Furnished}} props
 */
export function TableAndSeats({ store }) {
  const { table } = store.update.value;
  const [opened, setOpened] = useState(false);
  const waiting = table.state === "open";
  if (!(waiting || table.state === "playing") || !(table.host || (table.you.seat !== null && !waiting))) return null;
  return html`<details
    class="managing"
    onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpened(event.target.open)}
  >
    <summary>${t("managing.label")}</summary>
    ${opened && html`<${Managing} store=${store} />`}
  </details>`;
}

/**
 * Close the menu in which something happened.
 *
 * @param {EventOf<HTMLElement>} event
 */
const shut = (event) => event.target.closest("details")?.removeAttribute("open");

/**
 * Close the menu from a folded part of it.
 *
 * @param {EventOf<HTMLElement>} event
 */
const shutMenu = (event) => event.target.closest(".menu")?.removeAttribute("open");

/** @param {{store: Furnished, phrases: string[]}} props the server says which */
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
 * What one can do about the table itself; part of the menu.
 *
 * @param {{store: Furnished, me: Sent.Me | null, children?: Child}} props children: what one can change about oneself
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
    ${playing && html`<${StandinRule} store=${store} /><${BotRule} store=${store} />`}
    <${TableAndSeats} store=${store} />
    <${Invite} store=${store} me=${me} />
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
 * Giving up is asked once more: with another button in another place, so that no second click of a
 * double click confirms it. The question is forgotten when the menu closes.
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
        // The second click of a double click shall not take the question away again.
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

/** Seconds of absence that are offered; 0 stands for never. */
export const STANDINS = [0, 60, 300, 3600, 86400];

/**
 * When bots stand in for people who are away; the host of a table can change it.
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

/** How long bots can wait before they move, as choices. */
export const BotPaces = () =>
  ["relaxed", "brisk", "instant"].map(
    (pace) => html`<option key=${pace} value=${pace}>${t(`bot_pace.${pace}`)}</option>`,
  );

/**
 * How bots behave; the host of a table can change it.
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
    <label class="switch">
      <span>${t("options.explain")}</span>
      <input
        type="checkbox"
        role="switch"
        checked=${table.explain}
        onChange=${(/** @type {EventOf<HTMLInputElement>} */ event) =>
          store.ask("options", { explain: event.target.checked })}
      />
    </label>`;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address that friends can open, and whether they would have to sit at this computer.
 *
 * @param {string} path
 * @param {Sent.Me | null} me knows where others in the house find the server
 */
function invitation(path, me) {
  const here = new URL(path, location.href);
  if (!LOOPBACK.test(here.hostname)) return { link: here.href, onlyHere: false };
  const lan = me?.lan?.[0];
  return lan ? { link: new URL(path, lan).href, onlyHere: false } : { link: here.href, onlyHere: true };
}

/** @param {{store: Furnished, me: Sent.Me | null, code?: boolean}} props code: with a QR code below it */
export function Invite({ store, me, code = false }) {
  const { table } = store.update.value;
  const [copied, setCopied] = useState("");
  const [drawn, setDrawn] = useState(true);
  const { link, onlyHere } = invitation(table.invite, me);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Without a secure context there is no clipboard; the old way still works there.
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
 * What is said to a person who was away and replaced, who waits for somebody away, or who watches.
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
