// What can be typed on a table as text.
import { t } from "../language/index.js";
import { say } from "./moves.js";
import { commandNames } from "./reasons.js";

/**
 * What can be typed now: one example of every kind.
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
