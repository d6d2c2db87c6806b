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

  // Requests follow one another, because an answer may give this device another id.
  const newest = useRef(kept);
  const keep = (/** @type {Sent.Push} */ found) => {
    newest.current = found;
    setKept(found);
  };
  const own = () => newest.current?.devices.find((one) => one.here);
  const last = useRef(Promise.resolve());
  const inTurn = (/** @type {() => Promise<void>} */ what) => {
    const run = async () => {
      setBusy(true);
      await what().finally(() => setBusy(false));
    };
    last.current = last.current.then(run, run);
    return last.current;
  };

  const look = async () => {
    const found = await get("/api/me/push");
    let address = await subscription().catch(() => null);
    if (address && !found.devices.some((one) => one.here)) {
      // The reader has ended the messages to this device on another one.
      await address.unsubscribe().catch(() => {});
      address = null;
    }
    setLive(address !== null && Notification.permission === "granted");
    keep(found);
  };
  useEffect(() => void look().catch(setProblem), []);

  const spoken = /** @type {Sent.SpokenLanguage} */ (language.value);
  useEffect(() => {
    if (!kept || !on || here.language === spoken) return;
    // The messages are in the language of this page. If the server refuses it, they stay as they are.
    void inTurn(async () => {
      const device = own();
      if (!device || device.language === spoken) return;
      await subscribe(kept.key)
        .then((address) => post("/api/me/push", { ...address, language: spoken }))
        .then(keep, () => {});
    });
  }, [kept, on, spoken]);

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
  const doing = (/** @type {() => Promise<string>} */ what) => inTurn(() => attempt(what));
  const switchOn = () => {
    // Browsers ask only right after a press.
    const answer = Notification.requestPermission();
    return doing(async () => {
      const allowed = await answer;
      if (allowed !== "granted") return allowed === "denied" ? "" : "me.push_dismissed";
      const address = await subscribe(kept?.key ?? "");
      keep(await post("/api/me/push", { ...address, language: spoken }));
      setLive(true);
      return "";
    });
  };
  const switchOff = () =>
    doing(async () => {
      keep(await post("/api/me/push/remove", { device: own()?.id ?? "" }));
      setLive(false);
      await unsubscribe().catch(() => {});
      return "me.push_done";
    });
  const tryOut = () =>
    doing(async () => {
      const found = await post("/api/me/push/try", { device: own()?.id ?? "" });
      keep(found);
      const now = found.devices.find((one) => one.here);
      if (now) return now.last?.result === "sent" ? "me.push_sent" : "me.push_failed";
      setLive(false);
      await unsubscribe().catch(() => {});
      return "me.push_lost";
    });
  const end = (/** @type {string} */ device) =>
    doing(async () => {
      keep(await post("/api/me/push/remove", { device }));
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
