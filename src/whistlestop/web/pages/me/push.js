// Messages on the reader's devices when a game waits for the reader, who is away from the table.
import { html, useEffect, useRef, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { language, t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { ApiError as Failure, get, post } from "../../net/api.js";
import { obstacle, subscribe, subscription, unsubscribe } from "../../net/push.js";

/** The names of browsers and operating systems that are the same in all languages. */
const NAMES = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  opera: "Opera",
  safari: "Safari",
  samsung: "Samsung Internet",
  android: "Android",
  chromeos: "ChromeOS",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

/** The section about messages. The page shows it if the host of the server has switched messages on. */
export function Push() {
  const [kept, setKept] = useState(/** @type {Sent.Push | null} */ (null));
  // Whether this browser has a subscription. The server may know one that the browser has ended.
  const [live, setLive] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const here = kept?.devices.find((one) => one.here);
  const others = kept?.devices.filter((one) => !one.here) ?? [];
  const on = here !== undefined && live;
  const barred = obstacle();

  const look = async () => {
    const found = await get("/api/me/push");
    let own = await subscription().catch(() => null);
    if (own && !found.devices.some((one) => one.here)) {
      // The reader has ended the messages to this device on another one.
      await own.unsubscribe().catch(() => {});
      own = null;
    }
    setLive(own !== null && Notification.permission === "granted");
    setKept(found);
  };
  useEffect(() => void look().catch(setProblem), []);

  // One request after the other: each answer may give this device another id.
  const waiting = useRef(false);
  const alone = async (/** @type {() => Promise<void>} */ what) => {
    if (waiting.current) return;
    waiting.current = true;
    setBusy(true);
    await what();
    waiting.current = false;
    setBusy(false);
  };

  const spoken = /** @type {Sent.SpokenLanguage} */ (language.value);
  const asked = useRef("");
  useEffect(() => {
    // The messages are in the language of this page. If the server refuses it, they stay as they are.
    if (!kept || !on || waiting.current || here.language === spoken || asked.current === spoken) return;
    asked.current = spoken;
    void alone(() =>
      subscribe(kept.key)
        .then((own) => post("/api/me/push", { ...own, language: spoken }))
        .then(setKept, () => {}),
    );
  }, [kept, on, spoken, busy]);

  const attempt = async (/** @type {() => Promise<string>} */ what) => {
    setProblem(null);
    setSaid("");
    try {
      setSaid(await what());
    } catch (error) {
      if (error instanceof Failure) setProblem(error);
      else setSaid("me.push_no_service");
      // The device may have been switched off in another tab or on another device.
      await look().catch(() => {});
    }
  };
  const doing = (/** @type {() => Promise<string>} */ what) => alone(() => attempt(what));
  const switchOn = () =>
    doing(async () => {
      // Browsers ask only right after a press.
      const allowed = await Notification.requestPermission();
      if (allowed !== "granted") return allowed === "denied" ? "" : "me.push_dismissed";
      const own = await subscribe(kept?.key ?? "");
      setKept(await post("/api/me/push", { ...own, language: spoken }));
      setLive(true);
      return "";
    });
  const switchOff = () =>
    doing(async () => {
      setKept(await post("/api/me/push/remove", { device: here?.id ?? "" }));
      setLive(false);
      await unsubscribe().catch(() => {});
      return "me.push_done";
    });
  const tryOut = () =>
    doing(async () => {
      const found = await post("/api/me/push/try", { device: here?.id ?? "" });
      setKept(found);
      const now = found.devices.find((one) => one.here);
      if (now) return now.last?.result === "sent" ? "me.push_sent" : "me.push_failed";
      setLive(false);
      await unsubscribe().catch(() => {});
      return "me.push_lost";
    });
  const end = (/** @type {string} */ device) =>
    doing(async () => {
      setKept(await post("/api/me/push/remove", { device }));
      return "me.push_ended";
    });

  return html`<section class="push">
    <h2>${t("me.push_title")}</h2>
    <p>${t("me.push_about")}</p>
    ${kept && html`<p><strong>${t(on ? "me.push_here" : "me.push_not_here")}</strong></p>`}
    ${barred && !on && html`<p class="reason">${t(`me.push_${barred}`)}</p>`}
    ${
      on
        ? html`<div class="choices">
            <button type="button" class="main" disabled=${busy} onClick=${tryOut}>${t("me.push_try")}</button>
            <button type="button" disabled=${busy} onClick=${switchOff}>${t("me.push_off")}</button>
          </div>`
        : !barred &&
          html`<div class="choices">
            <button type="button" class="main" disabled=${busy || !kept} onClick=${switchOn}>${t("me.push_on")}</button>
          </div>`
    }
    <p role="status">${busy ? t("me.push_busy") : said && t(said)}</p>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
    ${on && here.off && !busy && html`<p class="reason">${t("me.push_stopped", { n: here.failures })}</p>`}
    ${
      others.length > 0 &&
      html`<h3>${t("me.push_others")}</h3>
        <ul class="push-devices">
          ${others.map(
            (one) =>
              html`<li key=${one.id}>
                <span>${deviceWords(one)} <span class="quiet">${since(one)}</span></span>
                <button
                  type="button"
                  disabled=${busy}
                  aria-label=${t("me.push_end_of", { device: `${deviceWords(one)} ${since(one)}` })}
                  onClick=${() => end(one.id)}
                >
                  ${t("me.push_end")}
                </button>
              </li>`,
          )}
        </ul>`
    }
  </section>`;
}

/**
 * Return the browser and the operating system of a device in words.
 *
 * @param {Sent.PushDevice} device
 */
function deviceWords({ browser, system }) {
  const software = browser === "other" ? t("me.push_browser") : NAMES[browser];
  const hardware = system === "other" ? t("me.push_system") : system === "ios" ? t("me.push_ios") : NAMES[system];
  return t("me.push_device", { browser: software, system: hardware });
}

/**
 * Return in words when a device was switched on.
 *
 * @param {Sent.PushDevice} device
 */
const since = (device) =>
  t("me.push_since", {
    when: new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(new Date(device.since)),
  });
