// Notifications of the system. They tell readers who look at something else that it is their turn.
import { notices } from "./settings.js";

/** Return whether the browser can show notifications here. That needs a secure connection. */
export const canNotify = () => "Notification" in window && isSecureContext;

/**
 * Ask the reader for permission, and switch notifications on or off accordingly.
 *
 * @returns {Promise<boolean>} whether notifications are on now
 */
export async function allowNotices() {
  notices.value = (await Notification.requestPermission()) === "granted";
  return notices.value;
}

/**
 * Show a notification, if the page is hidden and the reader has allowed it.
 *
 * @param {string} words
 * @param {string} about what the notification is about; it replaces an older one about the same thing
 */
export function notify(words, about) {
  if (!notices.value || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const notice = new Notification(words, { tag: about, icon: "/static/icons/whistlestop.svg" });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
