// The address to which the server sends a message when a game waits for the reader, who is away from the table.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { language, t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { get, post } from "../../net/api.js";

/** The section about messages. The page shows it if the host of the server has switched messages on. */
export function Webhook() {
  const [kept, setKept] = useState(/** @type {Sent.Webhook | null} */ (null));
  // What is being typed; null = the saved address.
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [removed, setRemoved] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  useEffect(() => void get("/api/me/webhook").then(setKept, setProblem), []);
  const doing = async (/** @type {() => Promise<void>} */ what) => {
    setBusy(true);
    setProblem(null);
    setRemoved(false);
    try {
      await what();
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
    setBusy(false);
  };
  const trying = () =>
    doing(async () => {
      const address = standard(typed ?? kept?.address ?? "");
      // Saving the address also saves the language of the messages.
      const spoken = /** @type {Sent.SpokenLanguage} */ (language.value);
      setKept(await post("/api/me/webhook", { address, language: spoken }));
      setTyped(null);
      setKept(await post("/api/me/webhook/try", {}));
    });
  const remove = () =>
    doing(async () => {
      setKept(await post("/api/me/webhook/remove", {}));
      setTyped(null);
      setRemoved(true);
    });
  const shown = typed ?? kept?.address ?? "";
  const changed = shown.trim() !== (kept?.address ?? "");
  return html`<section class="webhook">
    <h2>${t("me.call_title")}</h2>
    <p>${t("me.call_about")}</p>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        trying();
      }}
    >
      <label>
        <span>${t("me.call_address")}</span>
        <input
          type="text"
          inputmode="url"
          maxlength="2000"
          autocomplete="off"
          autocapitalize="off"
          spellcheck=${false}
          placeholder="https://"
          disabled=${!kept}
          value=${shown}
          onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" class="main" disabled=${busy || !kept || !shown.trim()}>
        ${t(changed ? "me.call_save" : "me.call_try")}
      </button>
    </form>
    <p role="status">${busy ? t("me.call_busy") : removed ? t("me.call_removed") : lastWords(kept)}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${kept?.off && !busy && html`<p class="reason">${t("me.call_off", { n: kept.failures })}</p>`}
    ${
      kept?.address &&
      html`<details>
          <summary class="button">${t("me.call_secret")}</summary>
          <p>${t("me.call_secret_about")}</p>
          <input
            type="text"
            readonly
            aria-label=${t("me.call_secret")}
            value=${kept.secret}
            onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
          />
        </details>
        <div class="choices">
          <button type="button" disabled=${busy} onClick=${remove}>${t("me.call_remove")}</button>
        </div>`
    }
  </section>`;
}

/**
 * Return what came of the last message in words; empty if no address is saved.
 *
 * @param {Sent.Webhook | null} kept
 */
function lastWords(kept) {
  if (!kept?.address) return "";
  if (!kept.last) return t("me.call_none");
  const form = new Intl.DateTimeFormat(language.value, { dateStyle: "short", timeStyle: "short" });
  const result = t(`me.call_result.${kept.last.result}`, { status: kept.last.status ?? "" });
  return t("me.call_last", { when: form.format(new Date(kept.last.at)), result });
}

/**
 * Return a typed address in its standard form: signs of other alphabets are written with ASCII. An address that cannot
 * be read stays as it is, and the server says what is wrong with it.
 *
 * @param {string} typed
 */
function standard(typed) {
  const text = typed.trim();
  try {
    return new URL(text).href;
  } catch {
    return text;
  }
}
