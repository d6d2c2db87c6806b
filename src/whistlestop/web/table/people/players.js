// The list of players: their scores, what they hold and have left, and who has to decide.
import { html, useEffect, useState } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { Figure, Piece } from "../../controls/pictures.js";
import { t, tOr } from "../../language/index.js";
import { pieceOf } from "./colours.js";
import { isAway, pieceCount, playerName } from "../../names/names.js";
import { eventsOf } from "../log/turns.js";
import { Countdown, LastTurn } from "../log/last-turn.js";

/** Milliseconds for which a phrase is shown beside the player who said it. */
const SPEAKING = 5000;

/** @param {{store: Begun}} props */
export function Players({ store }) {
  const update = store.update.value;
  const said = useSaid(store);
  return html`<section class="players" aria-label=${t("players.label")}>
    <ol>
      ${update.position.players.map(
        (_, /** @type {number} */ seat) =>
          html`<${Player}
            key=${seat}
            store=${store}
            update=${update}
            seat=${seat}
            said=${said?.seat === seat ? said.phrase : ""}
          />`,
      )}
    </ol>
  </section>`;
}

/**
 * Return the phrase that was said a moment ago, and the seat that said it; null if there is none. Players see it in
 * the list, too, because the log may be out of sight on a phone.
 *
 * @param {Begun} store
 * @returns {{seat: number, phrase: string} | null}
 */
function useSaid(store) {
  const [said, setSaid] = useState(/** @type {Sent.EventOf<"Said"> | null} */ (null));
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {Watcher} */
    const watcher = (entry) => {
      const spoken = eventsOf(entry.events, "Said").pop();
      if (!spoken) return;
      clearTimeout(timer);
      setSaid(spoken);
      timer = setTimeout(() => setSaid(null), SPEAKING);
    };
    store.watchers.add(watcher);
    return () => {
      clearTimeout(timer);
      store.watchers.delete(watcher);
    };
  }, [store]);
  return said;
}

/** @param {{store: Begun, update: Sent.Present, seat: number, said: string}} props */
function Player({ store, update, seat, said }) {
  const facts = store.facts.value;
  const player = update.position.players[seat];
  const entry = update.table.seats[seat];
  const deciding = update.deciding?.includes(seat);
  const piece = pieceOf(update.table, seat);
  const clock = update.clocks?.[seat];
  const stations = update.stations_left[seat];
  return html`<li
    class=${`player ${deciding ? "deciding" : ""} ${isAway(entry) ? "away" : ""}`}
    data-place=${`player-${seat}`}
    aria-current=${deciding ? "true" : undefined}
  >
    <${Piece} number=${piece} />
    <span class="player-name">
      <span class="called">${playerName(update.table, seat)}</span>
      <${Presence} entry=${entry} you=${seat === update.table.you.seat} />
    </span>
    <span class="player-score">${t("points.short", { n: store.totals.value?.[seat] ?? player.score })}</span>
    <span class="player-facts">
      <${Count} sign="pieces" n=${player.pieces} words=${pieceCount(facts, player.pieces)} />
      <${Count} sign="cards" n=${player.cards} words=${t("player.cards", { n: player.cards })} />
      <${Count} sign="tickets" n=${player.stacks.length} words=${t("player.tickets", { n: player.stacks.length })} />
      ${
        facts.passengers > 0 &&
        html`<${Count}
            figure=${`passenger-${piece}`}
            n=${player.passengers_left}
            words=${t("player.passengers", { n: player.passengers_left })}
          />
          <${Count} sign="goods" n=${player.merchandise} words=${t("player.merchandise", { n: player.merchandise })} />`
      }
      ${
        facts.stations > 0 &&
        html`<${Count} figure=${`station-${piece}`} n=${stations} words=${t("player.stations", { n: stations })} />`
      }
      ${
        clock !== undefined &&
        clock !== null &&
        html`<span class="clock"><${Countdown} left=${clock} told=${update.clocks} running=${deciding} /></span>`
      }
    </span>
    <${LastTurn} store=${store} seat=${seat} />
    ${said && html`<span class="bubble" aria-hidden="true">“${tOr(`chat.${said}`, said)}”</span>`}
  </li>`;
}

/**
 * A picture and a number. Screen readers and the tooltip have them in words.
 *
 * @param {{n: number, words: string, sign?: import("../../controls/icons.js").Sign, figure?: string}} props
 */
function Count({ n, words, sign, figure }) {
  return html`<span class="fact" title=${words}>
    ${sign ? html`<${Icon} name=${sign} />` : html`<${Figure} symbol=${figure} />`}
    <span aria-hidden="true">${n}</span><span class="visually-hidden">${words}</span>
  </span>`;
}

/**
 * The tag beside a player's name: resigned, the reader, replaced by a bot, a bot, or absent. Null for all others.
 *
 * @param {{entry: Sent.Seat, you: boolean}} props
 */
function Presence({ entry, you }) {
  if (entry.resigned) return html`<span class="tag">${t("player.resigned")}</span>`;
  if (you) return html`<span class="tag you">${t("player.you")}</span>`;
  if (entry.standin) return html`<span class="tag">${t("player.standin")}</span>`;
  if (entry.kind === "bot") return html`<span class="tag">${t("player.bot")}</span>`;
  if (!entry.present) return html`<span class="tag away">${t("player.away")}</span>`;
  return null;
}
