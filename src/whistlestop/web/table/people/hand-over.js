// Parts of the page that only shared devices need: the page between two people, the buttons that open it, and
// another person's seat and colour.
import { html, useEffect, useRef, useState } from "../../html.js";
import { removeFlights } from "../../board/motion.js";
import { ColourBeside } from "../../controls/colour-beside.js";
import { Piece } from "../../controls/pictures.js";
import { t } from "../../language/index.js";
import { playerName, tableTitle } from "../../names/names.js";
import { layOutPieces } from "../../net/drawings.js";
import { ownShare } from "../../luck.js";
import { COLOURS, pieceOf } from "./colours.js";
import { isShared, nextHere, playersHere } from "./hot-seat.js";

/**
 * The page that is shown while the device passes from one person to another. It has only what a spectator can see.
 *
 * @param {object} props
 * @param {TableStore & {update: Reading<Sent.Update>}} props.store the store with the spectators' view
 * @param {number} props.seat the seat of the person who gets the device
 * @param {Child} [props.children] the parts of the table that everybody may see
 */
export function HandOver({ store, seat, children }) {
  const { table } = store.update.value;
  const name = playerName(table, seat);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void layOutPieces(), []);
  useEffect(removeFlights, []);
  useEffect(() => {
    document.title = t("title.table", { table: tableTitle(table) });
    // The focused element is gone. Do not focus the button, because a key that is still down would press it.
    main.current?.focus({ preventScroll: true });
  }, [seat]);
  const others = playersHere(table).filter((one) => one !== seat);
  return html`<main
    id="main"
    class=${`table waiting-table hand-over of-${table.seats.length}`}
    ref=${main}
    tabindex="-1"
  >
    <div class="hand-over-sheet">
      <${Piece} number=${pieceOf(table, seat)} />
      <h2>${t("hand_over.pass", { name })}</h2>
      <p>${t("hand_over.alone", { name })}</p>
      <button type="button" class="main large" onClick=${() => store.giveTo(seat)}>
        ${t("hand_over.i_am", { name })}
      </button>
      <p class="hand-over-others">
        ${others.map(
          (one) =>
            html`<button type="button" class="small" key=${one} onClick=${() => store.giveTo(one)}>
              ${t("hand_over.i_am", { name: playerName(table, one) })}
            </button>`,
        )}
      </p>
    </div>
    ${children}
  </main>`;
}

/**
 * The buttons below the turn for a shared device: pass the device on, hide the reader's cards, or show them again
 * while others move.
 *
 * @param {{store: Furnished}} props
 */
export function PassOn({ store }) {
  const update = store.update.value;
  const { table } = update;
  if (store.readonly || !isShared(table)) return null;
  const next = nextHere(update);
  if (table.you.seat === null) {
    return html`<div class="pass-on">
      <p>${t("hand_over.covered")}</p>
      ${playersHere(table).map(
        (seat) =>
          html`<button type="button" class="small" key=${seat} onClick=${() => store.giveTo(seat)}>
            ${t("hand_over.i_am", { name: playerName(table, seat) })}
          </button>`,
      )}
    </div>`;
  }
  if (next === table.you.seat) return null;
  return html`<div class="pass-on">
    <button type="button" class=${next === null ? "small" : "main"} onClick=${() => store.giveTo(null)}>
      ${next === null ? t("hand_over.cover") : t("hand_over.pass", { name: playerName(table, next) })}
    </button>
  </div>`;
}

/**
 * The menu's button that hides the reader's cards on a shared device, so that another person can look at theirs.
 *
 * @param {{store: Furnished}} props
 */
export function Cover({ store }) {
  const { table } = store.update.value;
  if (!isShared(table) || table.you.seat === null) return null;
  return html`<button type="button" class="cover-cards" onClick=${() => store.giveTo(null)}>
    ${t("hand_over.cover")}
  </button>`;
}

/**
 * The form in the waiting room with which another person at this device takes an open seat.
 *
 * @param {{store: Furnished}} props
 */
export function SitBeside({ store }) {
  const [name, setName] = useState("");
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await store.ask("join", { beside: name.trim(), luck: ownShare() })) setName("");
  };
  return html`<form class="sit-beside" onSubmit=${sit}>
    <label>
      <span>${t("seat.here")}</span>
      <input
        type="text"
        required
        maxlength="24"
        autocomplete="off"
        placeholder=${t("seat.here_name")}
        value=${name}
        onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => setName(event.target.value)}
      />
    </label>
    <button type="submit" class="small">${t("waiting.sit")}</button>
  </form>`;
}

/**
 * The choice of a colour for another person's seat at this device. It applies to this table only.
 *
 * @param {{store: Furnished, seat: number}} props
 */
export function ColourAtTable({ store, seat }) {
  const { table } = store.update.value;
  const others = table.seats.filter((one) => one.kind === "person" && one.seat !== seat);
  return html`<${ColourBeside}
    title=${t("person.colour_of", { name: playerName(table, seat) })}
    group=${`colour-${seat}`}
    chosen=${COLOURS[pieceOf(table, seat) - 1]}
    taken=${new Set(others.map((one) => one.colour))}
    onChoose=${(/** @type {string} */ colour) => store.ask("seats/colour", { seat, colour })}
  />`;
}
