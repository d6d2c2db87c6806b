// Time that runs down: a player's clock, or the time until something happens to an absent player's seat.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { t } from "../../language/index.js";

/**
 * The time that is left, which is updated every second.
 *
 * @param {object} props
 * @param {number} props.left the seconds that were left when the server sent them
 * @param {unknown} props.told the object that contained the seconds; a new one starts the countdown again
 * @param {boolean} [props.running] whether the time runs down
 * @param {keyof typeof FOLLOWS} [props.follows] what happens at 0, after which nothing is shown
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

/** The signs for what happens to an absent player's seat, for lines without room for words. */
const FOLLOWS = /** @type {const} */ ({ standin: "bot", offer: "people" });

/**
 * The time until something happens to an absent player's seat. On a phone, a sign replaces the words.
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

/**
 * Return a time as a number of days or hours, or as minutes and seconds if less than two hours are left.
 *
 * @param {number} seconds
 */
export function clockWords(seconds) {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 2 * DAY) return t("clock.days", { n: Math.floor(left / DAY) });
  if (left >= 2 * HOUR) return t("clock.hours", { n: Math.floor(left / HOUR) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
