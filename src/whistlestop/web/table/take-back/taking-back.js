// Taking a move back: at once if the move revealed nothing, otherwise when everybody has agreed.
import { html, useState } from "../../html.js";
import { late } from "../../controls/late.js";
import { t } from "../../language/index.js";

const Asked = late(async () => (await import("./take-back-asked.js")).Asked);
const EarlierMoves = late(async () => (await import("./earlier-moves.js")).EarlierMoves);

/**
 * Return whether the reader plays at a table where moves can be taken back.
 *
 * @param {Furnished} store
 */
function mayTakeBack(store) {
  const { table } = store.update.value;
  const seat = table.seats[table.you.seat ?? -1];
  return (
    !store.readonly &&
    table.state === "playing" &&
    table.take_back.allowed &&
    Boolean(seat) &&
    !seat.resigned &&
    !seat.standin
  );
}

/**
 * Return whether an entry is a move that the reader made at this table. Moves of an earlier game are not.
 *
 * @param {Furnished} store
 * @param {Sent.Entry} entry
 */
export const isOwn = (store, entry) => entry.move !== null && entry.seat === store.seat.value && entry.by !== "record";

/**
 * Return the entry of the reader's newest move that has not been taken back.
 *
 * @param {Furnished} store
 */
const lastOwn = (store) => [...store.standing.value].reverse().find((entry) => isOwn(store, entry));

/**
 * Return whether other people must agree. Bots always agree.
 *
 * @param {Sent.Table} table
 */
const others = (table) =>
  table.seats.some((seat) => !table.you.seats.includes(seat.seat) && seat.kind === "person" && !seat.resigned);

/**
 * The open question whether moves may be taken back, with the reader's answers.
 *
 * @param {{store: Furnished}} props
 */
export function TakeBackAsked({ store }) {
  const { table } = store.update.value;
  const { asked } = table.take_back;
  return asked && table.state === "playing" ? html`<${Asked} store=${store} asked=${asked} />` : null;
}

/**
 * The small button that takes the newest move back. It stands beside the name of the player whose turn it is.
 *
 * @param {{store: Furnished}} props
 */
export function TakingBack({ store }) {
  const { table } = store.update.value;
  if (!mayTakeBack(store) || table.take_back.asked) return null;
  const free = table.free_to_take_back !== null;
  if (!free && (others(table) || !lastOwn(store))) return null;
  return html`<button
    type="button"
    class="small take-back"
    aria-disabled=${store.sending.value || undefined}
    onClick=${() => store.ask("take-back", { ask: !free, version: store.update.value.version })}
  >
    ${t("take_back.now")}
  </button>`;
}

/**
 * The part of the table's menu that asks the other players to agree, if they must.
 *
 * @param {{store: Furnished, done: (event: EventOf<HTMLElement>) => void}} props done: closes the menu
 */
export function AskToTakeBack({ store, done }) {
  const { table } = store.update.value;
  if (!mayTakeBack(store) || table.take_back.asked || table.free_to_take_back !== null) return null;
  if (!others(table) || !lastOwn(store)) return null;
  return html`<button
    type="button"
    onClick=${(/** @type {EventOf<HTMLElement>} */ event) => {
      store.ask("take-back", { ask: true, version: store.update.value.version });
      done(event);
    }}
  >
    ${t("take_back.ask")}
  </button>`;
}

/**
 * The part of the table's menu that chooses an earlier move. Other people are asked to agree, bots are not.
 *
 * @param {{store: Furnished, done: (event: EventOf<HTMLElement>) => void}} props done: closes the menu
 */
export function TakeBackEarlier({ store, done }) {
  const [opened, setOpened] = useState(false);
  if (!mayTakeBack(store) || store.update.value.table.take_back.asked || !lastOwn(store)) return null;
  return html`<details
    class="earlier"
    onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpened(event.target.open)}
  >
    <summary>${t("take_back.earlier")}</summary>
    ${opened && html`<${EarlierMoves} store=${store} done=${done} />`}
  </details>`;
}
