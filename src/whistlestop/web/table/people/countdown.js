// Time that runs down: a clock, or the time for which somebody absent is still waited for.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { t } from "../../language/index.js";

/**
 * @param {object} props
 * @param {number} props.left seconds, when the server told them
 * @param {unknown} props.told what they came with: the time begins anew with the next one
 * @param {boolean} [props.running]
 * @param {keyof typeof FOLLOWS} [props.follows] what happens then; once the time has run out, nothing is shown
 */
export function Countdown({ left, told, running = true, follows }) {
  const start = useMemo(() => performance.now(), [told, running]);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const now = running ? left - (performance.now() - start) / 1000 : left;
  if (follows) return html`${Math.round(now) > 0 && waitWords(follows, clockWords(now))}`;
  return html`${clockWords(now)}`;
}

/** What follows when somebody absent has been waited for, where the line has no room for words. */
const FOLLOWS = /** @type {const} */ ({ standin: "bot", offer: "people" });

/**
 * Tell how long somebody absent is waited for. On a phone the words before the time are a sign.
 *
 * @param {keyof typeof FOLLOWS} follows
 * @param {string} time
 */
function waitWords(follows, time) {
  const [before, after] = t(`absence.${follows}`, { time }).split(time);
  return html`<${Icon} name=${FOLLOWS[follows]} />
    <span class="wait-words">${before}</span>
    ${time}
    <span class="wait-words">${after}</span>`;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** @param {number} seconds */
export function clockWords(seconds) {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 2 * DAY) return t("clock.days", { n: Math.floor(left / DAY) });
  if (left >= 2 * HOUR) return t("clock.hours", { n: Math.floor(left / HOUR) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
