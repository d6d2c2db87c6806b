// Journeys of passengers: the one under way, or one that the reader plans. The server says where a journey can
// continue, and what it would bring.
import { get } from "../../net/api.js";
import { moving } from "../../board/motion.js";
import { effect } from "../../html.js";
import { ofKind } from "../store/game.js";

/**
 * @typedef {object} CurrentJourney
 * @property {Sent.Journey} journey the journey so far
 * @property {Sent.Action[]} legal the actions that continue or end the journey
 * @property {(action: Sent.ActionOf<"go">) => unknown} go continues the journey along a route
 */

/**
 * Return the journey that the reader is deciding on, which is under way or planned; null if there is none.
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
 * Plan a journey and pick it up, with the server's preview of it. Nothing happens in the game. A refusal is shown.
 * If a lesson guides the reader, set out instead: a lesson expects each step of a journey as an action.
 *
 * @param {Begun} store
 * @param {string} city where the journey begins
 * @param {string[]} [way] the routes of the journey
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
    // Ignore the preview if the reader has picked up something else meanwhile.
    if (store.selection.value === asked) store.choice.pickUp({ ...asked, planned: { ...planned, from: city } });
  } catch (error) {
    if (store.selection.value === asked) store.drop();
    store.refuse(error);
  }
}

/**
 * Return the preview of the planned journey; undefined without one.
 *
 * @param {Begun} store
 */
const plannedJourney = (store) =>
  store.selection.value?.kind === "journey" ? store.selection.value.planned : undefined;

/**
 * Make the planned journey step by step. Each step begins after the animations of the last one. If a step is
 * refused, stop there.
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

/** Wait until no animation is running. */
async function landed() {
  let stop = () => {};
  await new Promise((resolve) => {
    stop = effect(() => {
      if (!moving.value) resolve(undefined);
    });
  });
  stop();
}
