// Who the reader is: a name and a colour, remembered by the server.
import { html, signal, useEffect, useRef, useState } from "../html.js";
import { get, post } from "../net/api.js";
import { drawnBy, layOutPieces } from "../net/drawings.js";
import { t } from "../language/index.js";
import { Piece } from "../controls/pictures.js";
import { COLOURS } from "../table/colours.js";

export const person = signal(/** @type {Sent.Me | null} */ (null));

/** Ask who one is; the answer also tells which version of the drawings to fetch. */
export async function introduce() {
  const me = await get("/api/me");
  person.value = me;
  drawnBy(me.version);
}

/**
 * Have the server remember something.
 *
 * @param {{name?: string, colour?: string}} wanted
 */
async function wish(wanted) {
  try {
    person.value = { ...person.value, ...(await post("/api/me", wanted)) };
    return true;
  } catch {
    return false;
  }
}

export function Name() {
  const [saved, setSaved] = useState(false);
  const save = async (/** @type {EventOf<HTMLInputElement>} */ event) => {
    const name = event.target.value.trim();
    if (name && name !== person.value?.name) setSaved(await wish({ name }));
  };
  return html`<label class="name">
    <span>${t("person.name")}</span>
    <input type="text" maxlength="24" autocomplete="nickname" value=${person.value?.name ?? ""} onChange=${save} />
    <span role="status" class="visually-hidden">${saved ? t("person.saved") : ""}</span>
  </label>`;
}

/** The colours to choose from, each with its pattern and its name. */
export function Colours() {
  const [saved, setSaved] = useState(false);
  useEffect(() => void layOutPieces(), []);
  return html`<fieldset class="colours">
    <legend>${t("person.colour")}</legend>
    ${COLOURS.map(
      (colour, at) => html`<label key=${colour} class="colour-choice">
        <input
          type="radio"
          name="colour"
          value=${colour}
          checked=${colour === person.value?.colour}
          onChange=${async () => setSaved(await wish({ colour }))}
        />
        <${Piece} number=${at + 1} />
        <span>${t(`colour.${colour}`)}</span>
      </label>`,
    )}
    <span role="status" class="visually-hidden">${saved ? t("person.colour_saved") : ""}</span>
  </fieldset>`;
}

/** The same behind a button that shows one's colour. */
export function ColourMenu() {
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => void layOutPieces(), []);
  useEffect(() => {
    const close = (/** @type {Event} */ event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      const outside = event.type === "pointerdown" && !menu.contains(/** @type {Node} */ (event.target));
      if (!escape && !outside) return;
      if (escape) menu.querySelector("summary")?.focus();
      menu.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  const colour = person.value?.colour ?? COLOURS[0];
  return html`<details class="colour-menu" ref=${details}>
    <summary aria-label=${`${t("person.colour")}: ${t(`colour.${colour}`)}`}><${Piece} number=${COLOURS.indexOf(colour) + 1} /></summary>
    <div class="colour-sheet"><${Colours} /></div>
  </details>`;
}
