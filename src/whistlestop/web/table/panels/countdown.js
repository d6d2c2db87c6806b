// Time that runs down: a clock, or the time for which somebody absent is still waited for.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { t } from "../../language/index.js";

/**
 * @param {object} props
 * @param {number} props.left seconds, when the server told them
 * @param {unknown} props.told what they came with: the time begins anew with the next one
 * @param {boolean} [props.running]
 * @param {(time: string) => Child} [props.words] around the time; once it has run out, there are none
 */
export function Countdown({ left, told, running = true, words }) {
  const start = useMemo(() => performance.now(), [told, running]);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const now = running ? left - (performance.now() - start) / 1000 : left;
  if (words) return html`${Math.round(now) > 0 && words(clockWords(now))}`;
  return html`${clockWords(now)}`;
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
