// The reader's name and colour, which the server saves.
import { html, signal, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { drawnBy, layOutPieces } from "../../net/drawings.js";
import { textBoard } from "../../settings.js";
import { t } from "../../language/index.js";
import { useDismissal } from "../../controls/dismissal.js";
import { Piece } from "../../controls/pictures.js";
import { problemWords } from "../../names/reasons.js";
import { COLOURS } from "../../table/people/colours.js";

export const person = signal(/** @type {Sent.Me | null} */ (null));

/** Ask the server who the reader is. The answer also names the version of the drawings to load. */
export async function introduce() {
  const me = await get("/api/me");
  person.value = me;
  drawnBy(me.version);
}

/** The request that saves the last choice. Choices are saved one after the other. */
let saving = Promise.resolve(/** @type {ApiError | null} */ (null));

/** Return a promise that is fulfilled when the server has saved the name and the colour that are shown here. */
export const remembered = () => saving;

/**
 * Save a name or a colour on the server.
 *
 * @param {Sent.NameAndColour} wanted
 * @returns {Promise<ApiError | null>} the refusal; null if the server accepted the change
 */
function saveChoice(wanted) {
  saving = saving.then(async () => {
    try {
      person.value = { ...person.value, ...(await post("/api/me", wanted)) };
      return null;
    } catch (error) {
      return /** @type {ApiError} */ (error);
    }
  });
  return saving;
}

/** The field for the reader's name. */
export function Name() {
  // The page is drawn again whenever something happens at the table. Keep what is being typed.
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const save = async (/** @type {EventOf<HTMLInputElement>} */ event) => {
    const name = event.target.value.trim();
    if (!name || name === person.value?.name) {
      setTyped(null);
      return;
    }
    const refused = await saveChoice({ name });
    setProblem(refused);
    setSaved(refused === null);
    // Keep a refused name in the field, so that the reader can correct it.
    if (!refused) setTyped(null);
  };
  return html`<label class="name">
    <span>${t("person.name")}</span>
    <input
      type="text"
      maxlength="24"
      autocomplete="nickname"
      value=${typed ?? person.value?.name ?? ""}
      onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => setTyped(event.target.value)}
      onChange=${save}
    />
    <span role="status" class="visually-hidden">${saved ? t("person.saved") : ""}</span>
    ${problem && html`<span role="alert" class="name-problem">${problemWords(problem)}</span>`}
  </label>`;
}

/**
 * The choice of the reader's colour.
 *
 * @param {{table?: Sent.Table}} props table: the table at which the reader sits. The colours of other people there
 *   cannot be chosen
 */
export function Colours({ table }) {
  const [saved, setSaved] = useState(false);
  // A board contains the patterns of the colours. If the table is shown as text, there is no board.
  useEffect(() => void layOutPieces(), [textBoard.value]);
  const own = table?.seats[table.you.seat ?? -1];
  const others = table?.seats.filter((seat) => seat.kind === "person" && seat !== own) ?? [];
  const taken = new Set(others.map((seat) => seat.colour));
  const chosen = own?.colour ?? person.value?.colour;
  return html`<${Palette}
    title=${t("person.colour")}
    group="colour"
    chosen=${chosen}
    taken=${taken}
    onChoose=${async (/** @type {Sent.Colour} */ colour) => setSaved((await saveChoice({ colour })) === null)}
  >
    <span role="status" class="visually-hidden">${saved ? t("person.colour_saved") : ""}</span>
  </${Palette}>`;
}

/**
 * All colours, each with its pattern and its name.
 *
 * @param {{
 *   title: string,
 *   group: string,
 *   chosen?: string | null,
 *   taken: Set<string | null>,
 *   onChoose: (colour: string) => unknown,
 *   children?: Child,
 * }} props group: the name of the group of radio buttons; taken: colours that cannot be chosen
 */
export function Palette({ title, group, chosen, taken, onChoose, children }) {
  return html`<fieldset class="colours">
    <legend>${title}</legend>
    ${COLOURS.map(
      (colour, at) =>
        html`<label key=${colour} class="colour-choice" title=${t(`colour.${colour}`)}>
          <input
            type="radio"
            name=${group}
            value=${colour}
            checked=${colour === chosen && !taken.has(colour)}
            disabled=${taken.has(colour)}
            onChange=${() => onChoose(colour)}
          />
          <${Piece} number=${at + 1} />
          <span>${t(`colour.${colour}`)}</span>
        </label>`,
    )}
    ${children}
  </fieldset>`;
}

/** The choice of colours behind a button that shows the reader's colour. */
export function ColourMenu() {
  return html`<${Folded} title=${t("person.colour")} colour=${person.value?.colour ?? COLOURS[0]}>
    <${Colours} />
  </${Folded}>`;
}

/**
 * A choice of colours that opens below a button.
 *
 * @param {{title: string, colour: string, children?: Child}} props colour: what the button shows
 */
export function Folded({ title, colour, children }) {
  const details = useDismissal();
  useEffect(() => void layOutPieces(), [textBoard.value]);
  return html`<details class="colour-menu" ref=${details}>
    <summary aria-label=${`${title}: ${t(`colour.${colour}`)}`}>
      <${Piece} number=${COLOURS.indexOf(colour) + 1} />
    </summary>
    <div class="colour-sheet">${children}</div>
  </details>`;
}
