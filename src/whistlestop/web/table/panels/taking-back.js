// Taking a move back: at once while nothing was revealed by it, else when everybody agrees.
import { html } from "../../html.js";
import { t } from "../../language/index.js";
import { playerName, playerNames } from "../../names/names.js";
import { tellEntry } from "../../names/telling.js";

/**
 * Whether the reader plays at a table where moves may be taken back.
 *
 * @param {Furnished} store
 */
function mayTakeBack(store) {
  const { table } = store.update.value;
  const seat = table.seats[table.you.seat ?? -1];
  return !store.readonly && table.state === "playing" && table.take_back.allowed && Boolean(seat) && !seat.resigned && !seat.standin;
}

/**
 * The entry of the reader's newest move that stands.
 *
 * @param {Furnished} store
 */
const lastOwn = (store) => [...store.standing.value].reverse().find((entry) => entry.move !== null && entry.seat === store.seat.value);

/**
 * Whether there are people who have to agree; bots always do.
 *
 * @param {Sent.Table} table
 */
const others = (table) =>
  table.seats.some((seat) => !table.you.seats.includes(seat.seat) && seat.kind === "person" && !seat.resigned);

/**
 * The quiet button beside whose turn it is, and below it what is asked about an earlier move.
 *
 * @param {{store: Furnished}} props
 */
export function TakingBack({ store }) {
  const { table } = store.update.value;
  const { asked } = table.take_back;
  if (asked && table.state === "playing") return html`<${Asked} store=${store} asked=${asked} />`;
  if (!mayTakeBack(store)) return null;
  const free = table.free_to_take_back !== null;
  if (!free && (others(table) || !lastOwn(store))) return null;
  return html`<button type="button" class="small take-back" disabled=${store.sending.value} onClick=${() => store.ask("take-back", { ask: !free, version: store.update.value.version })}>
    ${t("take_back.now")}
  </button>`;
}

/**
 * Somebody would like to take a move back: those who have to agree are asked.
 *
 * @param {{store: Furnished, asked: Sent.Asked}} props
 */
function Asked({ store, asked }) {
  const { table } = store.update.value;
  // Whoever holds a shared device answers for all at it.
  const { seats } = table.you;
  const begun = /** @type {Begun} */ (store);
  const moves = store.standing.value.filter((entry) => entry.move !== null && entry.move >= asked.move);
  const what = moves.length > 0 && tellEntry(moves[0], table, begun.facts.value).join(" ");
  const answer = (/** @type {boolean} */ agrees) => () => store.ask("take-back/answer", { asked: asked.entry, agrees });
  const mine = seats.includes(asked.seat);
  const awaited = asked.awaited.some((seat) => seats.includes(seat));
  return html`<div class="take-back-asked" role="group" aria-label=${t("take_back.label")}>
    <p role="status">
      <strong>${mine ? t("take_back.you_ask") : t("take_back.asks", { name: playerName(table, asked.seat) })}</strong>
      ${what && html` <q>${what}</q>`}
      ${moves.length > 1 && ` ${t("take_back.and_after", { n: moves.length - 1 })}`}
      ${!awaited && ` ${t("take_back.awaited", { name: playerNames(table, asked.awaited) })}`}
    </p>
    ${awaited &&
    html`<div class="take-back-answers">
      <button type="button" class="small main" onClick=${answer(true)}>${t("take_back.agree")}</button>
      <button type="button" class="small" onClick=${answer(false)}>${t("take_back.refuse")}</button>
    </div>`}
    ${mine && html`<div class="take-back-answers"><button type="button" class="small" onClick=${answer(false)}>${t("take_back.give_up")}</button></div>`}
  </div>`;
}

/**
 * Part of the table's menu: ask the others, where they have to agree.
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
