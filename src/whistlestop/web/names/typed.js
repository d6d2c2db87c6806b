// Help for typing moves at a table that is shown as text.
import { t } from "../language/index.js";
import { say } from "./moves.js";
import { commandNames } from "./reasons.js";

/**
 * Return the sentence that says what can be typed now, with one example of every kind of move.
 *
 * @param {Sent.Facts} facts
 * @param {Sent.Action[]} legal
 */
export function helpWords(facts, legal) {
  const kinds = new Map();
  for (const action of legal) {
    const kind = action.kind === "draw" && action.card ? "display" : action.kind;
    if (!kinds.has(kind)) kinds.set(kind, action);
  }
  if (kinds.size === 0) return t("text.help_later", { commands: commandNames(facts.commands) });
  const examples = [...kinds.values()].map((action) => say(facts, action));
  return t("text.help", { examples: examples.join(" · ") });
}
