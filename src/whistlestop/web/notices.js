// What the system shows while the reader looks at something else: that it is their turn.
import { notices } from "./settings.js";

/** Whether the browser can do this here: not without a secure connection. */
export const canNotify = () => "Notification" in window && isSecureContext;

/**
 * Switch it on, if the reader allows it when the browser asks.
 *
 * @returns {Promise<boolean>} whether it is on now
 */
export async function allowNotices() {
  notices.value = (await Notification.requestPermission()) === "granted";
  return notices.value;
}

/**
 * Say something, unless the reader is looking anyway.
 *
 * @param {string} words
 * @param {string} about what it is about: a newer notice about the same takes its place
 */
export function notify(words, about) {
  if (!notices.value || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const notice = new Notification(words, { tag: about, icon: "/static/icons/whistlestop.svg" });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
