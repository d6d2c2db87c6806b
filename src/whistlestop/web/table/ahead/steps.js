// The steps of a plan, in the words of the notation, and how the reader changes their list.

/** The most steps of a plan that the server accepts. */
export const MOST = 12;

/** The most turns for which the server accepts a plan. */
export const MOST_TURNS = 20;

/** @param {string} words */
const rank = (words) => (words.startsWith("claim ") ? 0 : words === "draw deck" ? 2 : 1);

/**
 * Return a plan's steps in words.
 *
 * @param {Sent.Plans} plans
 */
export const wordsOf = (plans) => plans.steps.map((step) => step.words);

/**
 * Return the reader's plan as it is sent to the server, with changes.
 *
 * @param {Sent.Plans} plans
 * @param {Partial<Sent.NewPlan>} [changes]
 * @returns {Sent.NewPlan}
 */
export const planWith = (plans, changes) => ({
  steps: wordsOf(plans),
  until: plans.until,
  ...(plans.turns > 0 && { turns: plans.turns }),
  conditions: plans.conditions,
  ...changes,
});

/**
 * Return the conditions of a plan with another one of a kind, or without any of this kind.
 *
 * @param {Sent.Condition[]} conditions
 * @param {Sent.When} when the kind
 * @param {Partial<Sent.Condition> | null} more the rest of the new condition; null = none
 */
export const conditionsWith = (conditions, when, more) => [
  ...conditions.filter((one) => one.when !== when),
  ...(more ? [{ when, ...more }] : []),
];

/**
 * Return the steps with a step more, or without it if they have it.
 *
 * A new claim comes after the other claims. A card from the display comes after them, and the deck comes last, because
 * what follows it would hardly ever be done.
 *
 * @param {string[]} steps
 * @param {string} words the step
 */
export function toggled(steps, words) {
  if (steps.includes(words)) return steps.filter((one) => one !== words);
  const at = steps.findIndex((one) => rank(one) > rank(words));
  return at < 0 ? [...steps, words] : [...steps.slice(0, at), words, ...steps.slice(at)];
}

/**
 * Return the steps with one of them a place earlier. The first step stays where it is.
 *
 * @param {string[]} steps
 * @param {string} words the step
 */
export function raised(steps, words) {
  const at = steps.indexOf(words);
  return at < 1 ? steps : [...steps.slice(0, at - 1), words, steps[at - 1], ...steps.slice(at + 1)];
}

/**
 * Return how long a plan counts after a step was added.
 *
 * A step for which the reader still needs cards makes no sense for one turn. Then the plan counts until it has
 * claimed a route.
 *
 * @param {Sent.Until} until how long the plan has counted
 * @param {boolean} later whether the reader still needs cards for the step
 * @returns {Sent.Until}
 */
export const untilWith = (until, later) => (later && until === "once" ? "claimed" : until);
