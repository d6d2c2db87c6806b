// The reader's finished games, which this browser keeps so that `page.html` can show them without a connection.
import { get, getText } from "../net/api.js";
import { personName, tableTitle } from "../names/names.js";
import { t } from "../language/index.js";

/** The name of the cache. `offline.js` reads it. */
const STORE = "games";

/** The maximum number of characters of a record that is kept. */
export const LARGEST = 200_000;

/** The maximum number of characters of all records that are kept. Older games are left out. */
export const LARGEST_OF_ALL = 1_000_000;

/**
 * What is kept of a game.
 *
 * @typedef {{
 *   id: string,
 *   title: string,
 *   players: string[],
 *   updated: string,
 *   place: number | null,
 *   score: number | null,
 *   gaveUp?: boolean,
 * }} Facts `place` and `score` are the reader's; null if the game does not count. `gaveUp`: whether the reader gave up;
 *   games that earlier versions have kept lack it
 */

/** Increased when the kept games are removed. Work that has begun before stops then. */
let removals = 0;

/** The work under way, so that two calls do not fetch the same games. */
let work = Promise.resolve();

/** Remove all kept games, because another person uses this browser now. */
export async function forgetGames() {
  removals += 1;
  await caches.delete(STORE);
}

/**
 * Keep the games that the server lists first: the last 20 finished ones of the reader. Remove all others. So nothing is
 * left of a person who is no longer signed in here. The games are looked for again when the page is hidden.
 */
export function keepGames() {
  const look = () => {
    work = work.then(update).catch(() => {});
    return work;
  };
  addEventListener("visibilitychange", () => document.hidden && look());
  return look();
}

async function update() {
  const started = removals;
  const { games } = await get("/api/me/games?before=");
  const store = await caches.open(STORE);
  const listed = new Set(games.map(({ id }) => addressOf(id)));
  for (const request of await store.keys()) if (!listed.has(new URL(request.url).pathname)) await store.delete(request);
  let left = LARGEST_OF_ALL;
  for (const game of games) {
    const facts = factsOf(game);
    const old = await (await store.match(addressOf(game.id)))?.json();
    const known = old && JSON.stringify(old.facts) === JSON.stringify(facts);
    // If a player's name has changed, the record has, too.
    const record = known ? old.record : await recordOf(game.id);
    left -= record.length;
    if (removals !== started) return;
    if (left < 0) await store.delete(addressOf(game.id));
    else if (!known) await store.put(addressOf(game.id), new Response(JSON.stringify({ facts, record })));
  }
}

/**
 * Return the address under which a game is kept. The server has nothing at this address.
 *
 * @param {string} id
 */
const addressOf = (id) => `/kept-games/${encodeURIComponent(id)}`;

/**
 * Return the record of a game; empty if the server does not show it, or if it is too long to be kept.
 *
 * @param {string} id
 */
async function recordOf(id) {
  try {
    const record = await getText(`/api/tables/${encodeURIComponent(id)}/record`);
    return record.length <= LARGEST ? record : "";
  } catch (error) {
    if (/** @type {import("../net/api.js").ApiError} */ (error).code === "offline") throw error;
    return "";
  }
}

/**
 * @param {Sent.Ended} game
 * @returns {Facts}
 */
const factsOf = (game) => ({
  id: game.id,
  title: tableTitle(game),
  players: game.seats.map((seat) => personName(seat.name, seat.name_of) || t("seat.open")),
  updated: game.updated,
  place: game.place,
  score: game.score,
  gaveUp: game.given_up,
});
