// The choice of the reader's own board: an edition file, which the server checks and draws.
import { html, useEffect, useState } from "../../html.js";
import { post, postText, refusal } from "../../net/api.js";
import { t } from "../../language/index.js";
import { Faults } from "./faults.js";

/** @typedef {import("../../net/api.js").ApiError} ApiError */

/** The largest size of a file, in bytes. */
const LARGEST = 256 * 1024;

/**
 * @typedef {object} Own
 * @property {string} text the file
 * @property {Sent.Checked & {own: true}} facts what the server found in it
 */

/**
 * Let the server check a file. Throw an ApiError if the file is too large or has faults.
 *
 * @param {File} file
 * @returns {Promise<Own>}
 */
async function read(file) {
  if (file.size > LARGEST) throw await refusal("too_large", "An edition's file has at most 256 kB.");
  const text = await file.text();
  return { text, facts: { ...(await post("/api/editions", text)), own: true } };
}

/**
 * The choice of the reader's own board, which stands behind all other boards.
 *
 * @param {{own: Own | null, chosen: boolean, theme: string, onChoose: () => void, onOwn: (own: Own) => void}} props
 */
export function OwnBoard({ own, chosen, theme, onChoose, onOwn }) {
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [busy, setBusy] = useState(false);
  const choose = async (/** @type {EventOf<HTMLInputElement>} */ event) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    setProblem(null);
    setBusy(true);
    try {
      onOwn(await read(file));
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
    setBusy(false);
  };
  return html`<div class="own-board">
    ${
      own &&
      html`<label class="board-choice">
        <input type="radio" name="edition" value="own" checked=${chosen} onChange=${onChoose} />
        <span class="board-picture"><${Picture} text=${own.text} theme=${theme} /></span>
        <span class="board-title">${own.facts.title}</span>
        <span class="quiet">${playersWords(own.facts.players)} · ${t("own.yours")}</span>
      </label>`
    }
    <div class="own-file">
      <p class="board-title">${t("own.label")}</p>
      <p class="quiet">${t("own.about")}</p>
      <label class="button">
        ${t(own ? "own.another" : "own.choose")}
        <input type="file" class="visually-hidden" accept=".toml,application/toml,text/plain" onChange=${choose} />
      </label>
      <span role="status" class=${busy ? "quiet" : "visually-hidden"}>${busy ? t("own.checking") : ""}</span>
      ${problem && html`<${Faults} problem=${problem} />`}
    </div>
  </div>`;
}

/**
 * Return the sentence that says for how many players a board is.
 *
 * @param {[number, number]} players
 */
export const playersWords = ([fewest, most]) =>
  fewest === most ? t("start.exactly", { n: most }) : t("start.players", { fewest, most });

/**
 * The picture of the board. The server may need up to a minute to draw it for the first time.
 *
 * @param {{text: string, theme: string}} props
 */
function Picture({ text, theme }) {
  const [picture, setPicture] = useState("");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stale = false;
    setPicture("");
    setFailed(false);
    postText(`/api/editions/board.svg?theme=${theme}`, text).then(
      (svg) => stale || setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`),
      () => stale || setFailed(true),
    );
    return () => {
      stale = true;
    };
  }, [text, theme]);
  if (picture) return html`<img src=${picture} alt="" />`;
  return html`<span class="being-drawn quiet" role="status">${failed ? "" : t("own.drawing")}</span>`;
}
