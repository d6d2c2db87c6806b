// Pictures as files: made from SVG, then sent to another program or saved.

/** The width of a picture in pixels. */
const PIXELS = 1600;

/** Return whether the page has dark colours. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Return a PNG file of a drawing. Throw if the browser cannot make it.
 *
 * @param {string} drawn the drawing as SVG
 * @param {string} name the name of the file
 */
export async function pictureFile(drawn, name) {
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
  return new File([blob], name, { type: "image/png" });
}

/**
 * Send a picture to another program. If that is not possible, save it as a file.
 *
 * @param {File} file
 * @param {string} title
 * @returns {Promise<boolean>} whether the picture was saved as a file
 */
export async function sendPicture(file, title) {
  if (navigator.canShare?.({ files: [file] })) {
    const sent = await navigator.share({ files: [file], title }).then(
      () => true,
      (error) => error.name === "AbortError",
    );
    if (sent) return false;
  }
  save(file);
  return true;
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
