// Sharing a finished game: the link to its replay, and a picture of its result.
import { html, useState } from "../../html.js";
import { language, t } from "../../language/index.js";
import { Icon } from "../../controls/icons.js";
import { isDark, pictureFile, sendPicture } from "../../controls/picture-file.js";
import { tableTitle } from "../../names/names.js";
import { getText } from "../../net/api.js";

/**
 * The buttons that share the picture and the link. If a picture cannot be sent, it is saved as a file.
 *
 * @param {{store: Begun}} props
 */
export function Share({ store }) {
  const [said, setSaid] = useState("");
  const title = tableTitle(store.update.value.table);
  const sendResult = async () => {
    setSaid("");
    try {
      const theme = isDark() ? "dark" : "light";
      const drawn = await getText(`/api/tables/${store.id}/result.svg?language=${language.value}&theme=${theme}`);
      const saved = await sendPicture(await pictureFile(drawn, `${title}-${store.id}.png`), title);
      if (saved) setSaid("share.saved");
    } catch {
      setSaid("share.failed");
    }
  };
  return html`<div class="share" role="group" aria-label=${t("share.label")}>
    <button type="button" onClick=${sendResult}>${t("share.picture")}</button>
    <${LinkButton} link=${`${location.origin}/replay/${store.id}`} label=${t("share.link")} title=${title} />
    <span class="share-said" role="status">${said && t(said)}</span>
  </div>`;
}

/**
 * The button that sends a link to another program or copies it. If neither is possible, a field shows the link.
 *
 * @param {{link: string, label: string, title?: string}} props
 */
export function LinkButton({ link, label, title = document.title }) {
  const [copied, setCopied] = useState("");
  const [address, setAddress] = useState("");
  const send = async () => {
    if (navigator.share) {
      await navigator.share({ title, url: link }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      // Outside of secure contexts there is no clipboard API, so show the link in a field, to be copied by hand.
      setAddress(link);
    }
  };
  return html`<button type="button" class="with-sign" title=${label} onClick=${send}>
      <${Icon} name="link" /> <span class="link-words">${label}</span>
    </button>
    <span class="share-said" role="status">${copied === link && t("share.copied")}</span>
    ${
      address === link &&
      html`<input
        type="text"
        class="share-address"
        readonly
        aria-label=${t("share.address")}
        value=${address}
        onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
      />`
    }`;
}
