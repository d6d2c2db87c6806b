// Journeys of passengers: the one under way, or one that the reader only thinks about. Where it could
// lead and what it would bring, the server says.
import { get } from "../../net/api.js";
import { moving } from "../../board/motion.js";
import { effect } from "../../html.js";
import { ofKind } from "../store/game.js";

/**
 * @typedef {object} CurrentJourney
 * @property {Sent.Journey} journey
 * @property {Sent.Action[]} legal
 * @property {(action: Sent.ActionOf<"go">) => unknown} go
 */

/**
 * The journey that is being decided on; null: there is none.
 *
 * @param {Begun} store
 * @returns {CurrentJourney | null}
 */
export function currentJourney(store) {
  const position = store.position.value;
  if (position.phase === "journey" && store.mayDecide.value) {
    return { journey: position.journey, legal: store.legal.value, go: (action) => store.act(action.words) };
  }
  const selection = store.selection.value;
  const planned = selection?.kind === "journey" ? selection.planned : undefined;
  if (!planned) return null;
  return {
    journey: planned.journey,
    legal: planned.legal,
    go: (action) => considerJourney(store, planned.from, [...planned.journey.routes, action.route]),
  };
}

/**
 * Think about a journey; nothing happens. Where a lesson guides, it goes step by step, and each is taken.
 *
 * @param {Begun} store
 * @param {string} city
 * @param {string[]} [way] routes
 */
export async function considerJourney(store, city, way = []) {
  if (store.lesson.value?.guides.value) {
    const move = ofKind(store.legal.value, "move").find((action) => action.city === city);
    if (move) await store.act(move.words);
    return;
  }
  const asked = { kind: /** @type {const} */ ("journey"), city, way, planned: plannedJourney(store) };
  store.choice.pickUp(asked);
  try {
    const query = `city=${encodeURIComponent(city)}&way=${encodeURIComponent(way.join(","))}`;
    const planned = await get(store.seated(`/api/tables/${store.id}/journey?${query}`));
    // Meanwhile the reader may have gone elsewhere.
    if (store.selection.value === asked) store.choice.pickUp({ ...asked, planned: { ...planned, from: city } });
  } catch (error) {
    if (store.selection.value === asked) store.drop();
    store.refuse(error);
  }
}

/** @param {Begun} store */
const plannedJourney = (store) =>
  store.selection.value?.kind === "journey" ? store.selection.value.planned : undefined;

/**
 * Do what was thought about, step by step, each seen before the next.
 *
 * @param {Begun} store
 * @param {Sent.JourneyPreview} planned
 */
export async function takeJourney(store, planned) {
  const stop = ofKind(planned.legal, "stop").map(({ words }) => words);
  store.presentation.travelling.value = true;
  try {
    for (const words of [...planned.words, ...stop]) {
      if (!(await store.act(words))) return;
      await landed();
    }
  } finally {
    store.presentation.travelling.value = false;
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
