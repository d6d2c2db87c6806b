// Sharing a finished game: the link to its replay, and a picture of its result.
import { html, useState } from "../../html.js";
import { language, t } from "../../language/index.js";
import { Icon } from "../../controls/icons.js";
import { tableTitle } from "../../names/names.js";
import { getText } from "../../net/api.js";

/** The width of the picture in pixels. */
const PIXELS = 1600;

/**
 * The buttons that share the picture and the link. If a picture cannot be sent, it is saved as a file.
 *
 * @param {{store: Begun}} props
 */
export function Share({ store }) {
  const [said, setSaid] = useState("");
  const title = tableTitle(store.update.value.table);
  const sendPicture = async () => {
    setSaid("");
    try {
      const file = await pictureOf(store.id, title);
      if (navigator.canShare?.({ files: [file] })) {
        const sent = await navigator.share({ files: [file], title }).then(
          () => true,
          (error) => error.name === "AbortError",
        );
        if (sent) return;
      }
      save(file);
      setSaid("share.saved");
    } catch {
      setSaid("share.failed");
    }
  };
  return html`<div class="share" role="group" aria-label=${t("share.label")}>
    <button type="button" onClick=${sendPicture}>${t("share.picture")}</button>
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

/** Return whether the page has dark colours. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Return a PNG file of the game's result, made from the SVG that the server draws. Throw if that is not possible.
 *
 * @param {string} id the table's id
 * @param {string} title the beginning of the file's name
 */
async function pictureOf(id, title) {
  const theme = isDark() ? "dark" : "light";
  const drawn = await getText(`/api/tables/${id}/result.svg?language=${language.value}&theme=${theme}`);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PIXELS;
  canvas.height = Math.round((PIXELS * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) =>
    canvas.toBlob(resolve, "image/png"),
  );
  if (!blob) throw new Error("no picture");
  return new File([blob], `${title}-${id}.png`, { type: "image/png" });
}

/**
 * Save a file on the reader's device, as a download.
 *
 * @param {File} file
 */
function save(file) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // By then the browser has begun the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
