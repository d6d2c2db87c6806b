// The table as text: headings, lists, and the command line of the terminal game. Everything that can
// be seen or done on the drawn table can be read and typed here.
import { late } from "../../controls/late.js";
import { html, useState } from "../../html.js";
import { byName, language, t } from "../../language/index.js";
import { mayAsk } from "../advice/advice.js";
import { asksForHint } from "../advice/words.js";
import { COLOURS, pieceOf } from "../people/colours.js";
import { cardKinds } from "../hand/hand.js";
import { say } from "../../names/moves.js";
import { cardName, pieceCount, playerName, routeWords, stackName, typedPlace, typedRoute } from "../../names/names.js";
import { Plans } from "../ahead/planning.js";
import { ticketWords } from "../hand/tickets.js";
import { Log } from "../log/log.js";
import { TextAhead } from "../ahead/text-ahead.js";
import { keepTyped } from "../ahead/typed.js";
import { helpWords } from "../../names/typed.js";
import { Turn } from "../turn/turn.js";

const HintPanel = late(async () => (await import("../advice/loading.js")).hintPanel());

const SUGGESTED = 60;

/** @param {{store: Begun}} props */
export function TextBoard({ store }) {
  const facts = store.facts.value;
  const { position, ways, table } = store.update.value;
  const me = store.me.value;
  const hand = me?.hand;
  return html`<div class="text-board">
    <${Turn} store=${store} typed=${true} />
    ${store.selection.value?.kind === "hint" && html`<${HintPanel} store=${store} />`}
    <${Plans} store=${store} />
    ${!store.readonly && html`<${CommandLine} store=${store} />`}
    <${Log} store=${store} />
    <section aria-labelledby="text-supply">
      <h2 id="text-supply">${t("supply.label")}</h2>
      <ul>
        ${position.display.map(
          (/** @type {string | null} */ card, /** @type {number} */ at) =>
            card && html`<li key=${at}>${cardName(card)}</li>`,
        )}
        <li>${t("supply.deck", { n: position.deck })}</li>
        ${facts.stacks.map(
          (/** @type {string} */ stack, /** @type {number} */ at) =>
            html`<li key=${stack}>${t("supply.stack", { n: position.stacks[at], stack: stackName(stack) })}</li>`,
        )}
      </ul>
    </section>
    ${
      hand &&
      html`<section aria-labelledby="text-hand">
        <h2 id="text-hand">${t("hand.label")}</h2>
        <ul>
          ${cardKinds(facts)
            .filter((card) => hand[card])
            .map((card) => html`<li key=${card}>${t("cards.some", { n: hand[card], card: cardName(card) })}</li>`)}
        </ul>
      </section>`
    }
    ${
      me?.tickets &&
      html`<section aria-labelledby="text-tickets">
        <h2 id="text-tickets">${t("tickets.label")}</h2>
        <ul>
          ${me.tickets.map(
            (/** @type {string} */ code) =>
              html`<li key=${code}>${ticketWords(facts, code, ways?.[code])} (${code})</li>`,
          )}
        </ul>
      </section>`
    }
    ${
      me?.offer &&
      me.offer.length > 0 &&
      html`<section aria-labelledby="text-offer">
        <h2 id="text-offer">${t("text.offer")}</h2>
        <ol>
          ${me.offer.map(
            (/** @type {string} */ code) =>
              html`<li key=${code}>${ticketWords(facts, code, ways?.[code])} (${code})</li>`,
          )}
        </ol>
      </section>`
    }
    <section aria-labelledby="text-players">
      <h2 id="text-players">${t("players.label")}</h2>
      ${position.players.map(
        (player, /** @type {number} */ seat) =>
          html`<${Player}
            key=${seat}
            player=${player}
            name=${playerName(table, seat)}
            colour=${COLOURS[pieceOf(table, seat) - 1]}
            facts=${facts}
          />`,
      )}
    </section>
    <${TextAhead} store=${store} />
    <${OpenRoutes} store=${store} />
  </div>`;
}

/** @param {{player: Sent.Player, name: string, colour: string, facts: Sent.Facts}} props */
function Player({ player, name, colour, facts }) {
  return html`<h3>${name}</h3>
    <p>
      ${[
        t("player.colour", { colour: t(`colour.${colour}`) }),
        t("points", { n: player.score }),
        pieceCount(facts, player.pieces),
        t("player.cards", { n: player.cards }),
        t("player.tickets", { n: player.stacks.length }),
      ].join(", ")}
    </p>
    ${
      player.passengers?.length > 0 && html`<p>${t("text.passengers", { cities: named(facts, player.passengers) })}</p>`
    }
    ${
      player.stations &&
      player.stations.length > 0 &&
      html`<p>${t("text.stations", { cities: named(facts, player.stations) })}</p>`
    }
    ${
      player.routes.length > 0 &&
      html`<details>
        <summary>${t("text.routes_of", { n: player.routes.length })}</summary>
        <ul>
          ${byName(player.routes, (code) => typedRoute(facts, code)).map(
            (/** @type {string} */ code) => html`<li key=${code}>${typedRoute(facts, code)}</li>`,
          )}
        </ul>
      </details>`
    }`;
}

/**
 * Return the names of places, sorted and in one string.
 *
 * @param {Sent.Facts} facts
 * @param {string[]} codes
 */
const named = (facts, codes) =>
  byName(
    codes.map((code) => typedPlace(facts, code)),
    String,
  ).join(", ");

/**
 * The folded list of the routes that nobody has claimed, sorted by name.
 *
 * @param {{store: Begun}} props
 */
function OpenRoutes({ store }) {
  const facts = store.facts.value;
  const owned = new Set(store.position.value.players.flatMap((player) => player.routes));
  const open = Object.keys(facts.routes).filter((code) => !owned.has(code));
  const routes = byName(open, (code) => typedRoute(facts, code));
  const { marked } = store.ahead.kept.value;
  return html`<section aria-labelledby="text-routes">
    <h2 id="text-routes">${t("text.open_routes")}</h2>
    <details>
      <summary>${t("text.open_routes_count", { n: routes.length })}</summary>
      <ul class="text-routes">
        ${routes.map(
          (code) =>
            html`<li key=${code}>
              ${typedRoute(facts, code)}: ${routeWords(facts, code)}
              ${store.claims.value.has(code) ? ` — ${t("text.claimable")}` : ""}
              ${marked.includes(code) ? ` — ${t("text.marked")}` : ""}
            </li>`,
        )}
      </ul>
    </details>
  </section>`;
}

/**
 * The field in which the reader types an action. If the words could mean several actions, these are listed below.
 *
 * @param {{store: Begun}} props
 */
function CommandLine({ store }) {
  const [words, setWords] = useState("");
  const facts = store.facts.value;
  const legal = store.legal.value;
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!words.trim()) return;
    if (mayAsk(store) && asksForHint(words)) {
      setWords("");
      store.choice.pickUp({ kind: "hint" });
      return;
    }
    // Empty the field at once, because the reader may type the next words before the answer arrives.
    setWords("");
    const done =
      keepTyped(store, words) ?? store.act(words.trim(), /** @type {Sent.SpokenLanguage} */ (language.value));
    if (!(await done)) setWords((since) => since || words);
  };
  const choices = store.problem.value?.details?.choices ?? [];
  const spoken = (/** @type {string} */ notation) => {
    const action = legal.find((one) => one.words === notation);
    return action ? say(facts, action) : notation;
  };
  return html`<form class="command" onSubmit=${send}>
    <label for="command">${t("text.command")}</label>
    <input
      id="command"
      type="text"
      list="commands"
      autocomplete="off"
      autocapitalize="off"
      spellcheck=${false}
      value=${words}
      onInput=${(/** @type {EventOf<HTMLInputElement>} */ event) => setWords(event.target.value)}
      aria-describedby="command-help"
    />
    <datalist id="commands">
      ${legal
        .slice(0, SUGGESTED)
        .map((action) => html`<option key=${action.words} value=${say(facts, action)}>${action.words}</option>`)}
    </datalist>
    <button type="submit" class="main" disabled=${store.sending.value}>${t("text.send")}</button>
    <p id="command-help" class="quiet">
      ${helpWords(facts, legal)} ${mayAsk(store) && t("advice.command_help")}
    </p>
    ${
      choices.length > 0 &&
      html`<ul>
        ${choices.map(
          (/** @type {string} */ choice) =>
            html`<li key=${choice}>${spoken(choice)} <code lang="en">${choice}</code></li>`,
        )}
      </ul>`
    }
  </form>`;
}
