// What a tunnel may ask for, told before anybody pays: three cards of the deck decide (E-11).

/** The cards that are turned up. */
const TURNED_UP = 3;

/**
 * The chance that a tunnel asks for nothing more, for all the reader knows: hidden hands are taken to
 * hold what the deck holds. Null: the deck is too small to say.
 *
 * @param {Begun} store
 * @param {Sent.Cards} cards to pay with
 * @returns {number | null}
 */
export function chanceOfNothing(store, cards) {
  const facts = store.facts.value;
  const position = store.position.value;
  if (position.deck < TURNED_UP) return null;
  const unseen = { ...facts.cards.kinds };
  const see = (/** @type {Sent.Hand} */ hand) => {
    for (const [card, n] of Object.entries(hand)) unseen[card] -= n;
  };
  see(position.discards);
  for (const player of position.players) see(player.hand ?? player.shown);
  for (const card of position.display) if (card) see({ [card]: 1 });
  const asked = new Set([
    facts.locomotive,
    ...cards.map(([card]) => card).filter((card) => facts.colours.includes(card)),
  ]);
  let all = 0;
  let harmless = 0;
  for (const [card, n] of Object.entries(unseen)) {
    all += n;
    if (!asked.has(card)) harmless += n;
  }
  let chance = 1;
  for (let turned = 0; turned < TURNED_UP; turned += 1) chance *= Math.max(0, harmless - turned) / (all - turned);
  return chance;
}
