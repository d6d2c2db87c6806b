// Journeys of passengers: the one under way, or one that the reader only thinks about. Where it could
// lead and what it would bring, the server says.
import { get } from "../../net/api.js";
import { moving } from "../../board/motion.js";
import { effect } from "../../html.js";
import { ofKind } from "../store/store.js";

/**
 * @typedef {object} OnTheWay
 * @property {Sent.Journey} journey
 * @property {Sent.Action[]} legal
 * @property {(action: Sent.ActionOf<"go">) => unknown} go
 */

/**
 * The journey that is being decided on; null: there is none.
 *
 * @param {Begun} store
 * @returns {OnTheWay | null}
 */
export function onTheWay(store) {
  const position = store.position.value;
  if (position.phase === "journey" && store.mayDecide.value) {
    return { journey: position.journey, legal: store.legal.value, go: (action) => store.act(action.words) };
  }
  const selection = store.selection.value;
  const outing = selection?.kind === "journey" ? selection.outing : undefined;
  if (!outing) return null;
  return {
    journey: outing.journey,
    legal: outing.legal,
    go: (action) => consider(store, outing.from, [...outing.journey.routes, action.route]),
  };
}

/**
 * Think about a journey; nothing happens. Where a lesson guides, it goes step by step, and each is taken.
 *
 * @param {Begun} store
 * @param {string} city
 * @param {string[]} [way] routes
 */
export async function consider(store, city, way = []) {
  if (store.lesson.value?.guides.value) {
    const move = ofKind(store.legal.value, "move").find((action) => action.city === city);
    if (move) await store.act(move.words);
    return;
  }
  const asked = { kind: /** @type {const} */ ("journey"), city, way, outing: outingOf(store) };
  store.selection.value = asked;
  try {
    const query = `city=${encodeURIComponent(city)}&way=${encodeURIComponent(way.join(","))}`;
    const outing = await get(store.seated(`/api/tables/${store.id}/journey?${query}`));
    // Meanwhile the reader may have gone elsewhere.
    if (store.selection.value === asked) store.selection.value = { ...asked, outing: { ...outing, from: city } };
  } catch (error) {
    if (store.selection.value === asked) store.drop();
    store.refuse(error);
  }
}

/** @param {Begun} store */
const outingOf = (store) => (store.selection.value?.kind === "journey" ? store.selection.value.outing : undefined);

/**
 * Do what was thought about, step by step, each seen before the next.
 *
 * @param {Begun} store
 * @param {Sent.Outing} outing
 */
export async function setOut(store, outing) {
  const stop = ofKind(outing.legal, "stop").map(({ words }) => words);
  store.travelling.value = true;
  try {
    for (const words of [...outing.words, ...stop]) {
      if (!(await store.act(words))) return;
      await landed();
    }
  } finally {
    store.travelling.value = false;
  }
}

/** Until nothing moves any more. */
async function landed() {
  let stop = () => {};
  await new Promise((resolve) => {
    stop = effect(() => {
      if (!moving.value) resolve(undefined);
    });
  });
  stop();
}
