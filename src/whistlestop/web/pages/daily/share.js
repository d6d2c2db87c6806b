// Sharing a result of the deal of the day: a line of text, and a picture. Neither gives anything away.
import { html, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { tableTitle } from "../../names/names.js";
import { isDark, pictureFile, sendPicture } from "../../controls/picture-file.js";
import { person } from "../me/person.js";
import { resultPicture } from "./picture.js";
import { daily, dayWords, resultWords, shareLine } from "./words.js";

/**
 * The buttons that share a result. If a text cannot be sent or copied, a field shows it.
 *
 * @param {{deal: Sent.DailyDeal & {attempt: Sent.DailyAttempt}, streak: number}} props streak: the days in a row on
 *   which the reader has played
 */
export function DailyShare({ deal, streak }) {
  const [said, setSaid] = useState("");
  const [shown, setShown] = useState(false);
  const line = shareLine(deal, streak);
  const sendLine = async () => {
    setSaid("");
    const text = `${line}\n${location.origin}/daily`;
    if (navigator.share) {
      await navigator.share({ text }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      setSaid(daily("share.copied"));
    } catch {
      // Outside of secure contexts there is no clipboard API, so show the text, to be copied by hand.
      setShown(true);
    }
  };
  const sendCard = async () => {
    setSaid("");
    const { score, margin } = deal.attempt;
    const drawn = resultPicture({
      title: daily("title"),
      day: dayWords(deal.day),
      board: tableTitle(deal),
      bars: [
        { label: person.value?.name || t("given.player"), points: score ?? 0 },
        { label: daily("picture.bot"), points: (score ?? 0) - (margin ?? 0) },
      ],
      result: resultWords(deal.attempt, "short"),
      streak: streak > 1 ? daily("picture.streak", { n: streak }) : "",
      dark: isDark(),
    });
    try {
      const file = await pictureFile(drawn, `whistlestop-${deal.day}.png`);
      if (await sendPicture(file, daily("title"))) setSaid(t("share.saved"));
    } catch {
      setSaid(t("share.failed"));
    }
  };
  return html`<div class="share daily-share" role="group" aria-label=${daily("share")}>
    <button type="button" onClick=${sendLine}>${daily("share")}</button>
    <button type="button" onClick=${sendCard}>${daily("share.picture")}</button>
    <span class="share-said" role="status">${said}</span>
    ${
      shown &&
      html`<input
        type="text"
        class="share-address"
        readonly
        aria-label=${daily("share.text")}
        value=${line}
        onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
      />`
    }
  </div>`;
}
