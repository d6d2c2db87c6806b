// Several devices of the same person: get a code for another device, type a code from another device, or sign the
// other devices out.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { t } from "../../language/index.js";
import { personName } from "../../names/names.js";
import { problemWords } from "../../names/reasons.js";
import { post } from "../../net/api.js";
import { clearDevice } from "./leaving.js";
import { introduce } from "./person.js";

/**
 * Return a person's name, or the words for a person without one.
 *
 * @param {{name: string}} somebody
 */
const called = ({ name }) => personName(name) || t("me.nobody");

/**
 * Return the code in the page's address and remove it there; empty if there is none. The code stands behind `#`, a part
 * of the address that browsers do not send to any server.
 */
export function broughtCode() {
  const code = /^#([A-Z]{8})$/.exec(location.hash)?.[1] ?? "";
  // The code is secret, and must not be used again when the page is reloaded.
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

/**
 * The section about the reader's devices.
 *
 * @param {{devices: Sent.Devices, who: number, brought: string, onCarried: () => void}} props
 *   who: a number that changes when the device is signed in as another person; brought: the code from the address;
 *   onCarried: called after that change
 */
export function Devices({ devices, who, brought, onCarried }) {
  const [known, setKnown] = useState(devices);
  const [ended, setEnded] = useState(false);
  const end = (/** @type {Sent.Devices} */ left) => {
    setKnown(left);
    setEnded(true);
  };
  useEffect(() => setKnown(devices), [devices]);
  return html`<section class="devices">
    <h2>${t("me.devices")}</h2>
    <p>
      ${t("me.sessions", { n: known.sessions })}
      ${known.programs > 0 ? ` ${t("me.programs", { n: known.programs })}` : ""}
    </p>
    <${ACode} key=${who} />
    <${Arriving} brought=${brought} onCarried=${onCarried} />
    ${(known.sessions > 1 || known.programs > 0) && html`<${Ending} onEnded=${end} />`}
    <span role="status" class="visually-hidden">${ended ? t("me.end_done") : ""}</span>
  </section>`;
}

/** The button that requests a code for another device. Then the code is shown until it expires. */
function ACode() {
  const [made, setMade] = useState(/** @type {Sent.Code | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  useEffect(() => {
    // Hide the code when it expires.
    const timer = made && setTimeout(() => setMade(null), made.seconds * 1000);
    return () => clearTimeout(timer ?? undefined);
  }, [made]);
  const ask = () => post("/api/me/code", {}).then(setMade, setProblem);
  if (!made)
    return html`<div class="choices">
        <button type="button" class="main" onClick=${ask}>${t("me.code_get")}</button>
      </div>
        ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}`;
  return html`<div class="code-made" role="group" aria-label=${t("me.code_get")}>
    <img class="qr" src=${`data:image/svg+xml,${encodeURIComponent(made.qr)}`} alt=${t("me.code_qr")} />
    <div>
      <p>${t("me.code_about", { n: Math.round(made.seconds / 60) })}</p>
      <p class="code" role="status">
        <span class="visually-hidden">${t("me.code")}: </span>
        ${made.code.slice(0, 4)}
        <span class="gap"> </span>
        ${made.code.slice(4)}
      </p>
      <label class="code-link">
        <span>${t("me.code_link")}</span>
        <input
          type="text"
          readonly
          value=${made.link}
          onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
        />
      </label>
      <p class="quiet">${t("me.code_secret")}</p>
    </div>
  </div>`;
}

/**
 * The field for a code from another device. A link to this page may contain the code. The reader sees whose code it is
 * before confirming the change.
 *
 * @param {{brought: string, onCarried: () => void}} props
 */
function Arriving({ brought, onCarried }) {
  const [typed, setTyped] = useState(brought);
  const [read, setRead] = useState(/** @type {Sent.CodeRead | null} */ (null));
  const [done, setDone] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const trying = async (/** @type {() => Promise<void>} */ what) => {
    setBusy(true);
    setProblem(null);
    try {
      await what();
    } catch (error) {
      setRead(null);
      setProblem(/** @type {ApiError} */ (error));
    }
    setBusy(false);
  };
  const look = (/** @type {string} */ code) => trying(async () => setRead(await post("/api/me/code/read", { code })));
  const use = () =>
    trying(async () => {
      const now = await post("/api/me/code/use", { code: typed });
      await clearDevice();
      await introduce();
      setRead(null);
      setTyped("");
      setDone(called(now));
      onCarried();
    });
  useEffect(() => {
    if (brought) look(brought);
  }, []);
  return html`<div class="arriving">
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        look(typed);
      }}
    >
      <label>
        <span>${t("me.code_have")}</span>
        <input
          type="text"
          class="code-typed"
          value=${typed}
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck=${false}
          onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => {
            setTyped(event.target.value);
            setRead(null);
          }}
        />
      </label>
      <button type="submit" disabled=${busy || !typed.trim()}>${t("me.code_next")}</button>
    </form>
    <p role="status">${done && t("me.carry_done", { name: done })}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${
      read &&
      (read.same
        ? html`<p class="reason">${t("me.carry_same")}</p>`
        : html`<${Question} read=${read} busy=${busy} onYes=${use} onNo=${() => setRead(null)} />`)
    }
  </div>`;
}

/**
 * The question whether to sign this device in as the person whose code was typed.
 *
 * @param {{read: Sent.CodeRead, busy: boolean, onYes: () => void, onNo: () => void}} props
 */
function Question({ read: { then, now }, busy, onYes, onNo }) {
  const name = called(then);
  const title = t("me.carry", { name });
  return html`<div class="reason question" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <p>${t("me.carry_games", { name, n: then.games })}</p>
    ${
      now.games === 0
        ? html`<p>${t("me.carry_nothing")}</p>`
        : html`<p>${t("me.carry_leaves", { name: called(now), n: now.games })}</p>
          ${!now.elsewhere && html`<p>${t("me.carry_lost", { name: called(now) })}</p>`}`
    }
    <div class="choices">
      <button type="button" class="main" disabled=${busy} onClick=${onYes}>${t("me.carry_yes", { name })}</button>
      <button type="button" onClick=${onNo}>${t("me.carry_no")}</button>
    </div>
  </div>`;
}

/**
 * The button that signs all other devices out, after a confirmation.
 *
 * @param {{onEnded: (devices: Sent.Devices) => void}} props onEnded: gets the remaining devices
 */
function Ending({ onEnded }) {
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const end = () => post("/api/me/devices/end", {}).then(onEnded, setProblem);
  return html`<div class="ending-others">
    ${
      !asked &&
      html`<div class="choices"><button type="button" onClick=${() => setAsked(true)}>${t("me.end")}</button></div>`
    }
    ${
      asked &&
      html`<div class="reason question" role="group" aria-label=${t("me.end")}>
        <p>${t("me.end_about")}</p>
        ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
        <div class="choices">
          <button type="button" onClick=${() => setAsked(false)}>${t("me.end_no")}</button>
          <button type="button" class="danger" onClick=${end}>${t("me.end_yes")}</button>
        </div>
      </div>`
    }
  </div>`;
}
