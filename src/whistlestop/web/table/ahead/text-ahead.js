// Planning ahead on a table that is shown as text. The reader chooses a route from a list, to mark it or plan its
// claim, and cards to draw.
import { html, useState } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { routeWords, typedRoute } from "../../names/names.js";
import { DrawsAhead, RouteAhead } from "./planning.js";
import { typedHelp } from "./typed.js";

/** @param {{store: Begun}} props */
export function TextAhead({ store }) {
  const [chosen, setChosen] = useState("");
  const { ahead } = store;
  if (!ahead.active) return null;
  const facts = store.facts.value;
  const owned = new Set(store.position.value.players.flatMap((player) => player.routes));
  const open = (/** @type {string[]} */ codes) =>
    byName(
      codes.filter((code) => !owned.has(code)),
      (code) => typedRoute(facts, code),
    );
  const marked = open(ahead.kept.value.marked);
  return html`<section class="text-ahead" aria-labelledby="text-ahead">
    <h2 id="text-ahead">${t("ahead.plan")}</h2>
    <p class="quiet" id="text-ahead-help">${t("ahead.only_you")}</p>
    <p class="quiet">${typedHelp(facts)}</p>
    <label for="route-ahead">${t("text.route_ahead")}</label>
    <select
      id="route-ahead"
      aria-describedby="text-ahead-help"
      value=${owned.has(chosen) ? "" : chosen}
      onChange=${(/** @type {EventOf<HTMLSelectElement>} */ event) => setChosen(event.target.value)}
    >
      <option value=""></option>
      ${open(Object.keys(facts.routes)).map(
        (code) =>
          html`<option key=${code} value=${code}>${typedRoute(facts, code)}: ${routeWords(facts, code)}</option>`,
      )}
    </select>
    ${chosen !== "" && html`<${RouteAhead} key=${chosen} store=${store} code=${chosen} typed=${true} />`}
    <h3>${t("ahead.draw")}</h3>
    <${DrawsAhead} store=${store} typed=${true} />
    ${
      marked.length > 0 &&
      html`<h3>${t("text.marked_routes")}</h3>
        <ul class="marked-routes">
          ${marked.map(
            (code) =>
              html`<li key=${code}>
                <span>${typedRoute(facts, code)}: ${routeWords(facts, code)}</span>
                <button
                  type="button"
                  class="close"
                  aria-label=${t("text.unmark", { route: typedRoute(facts, code) })}
                  onClick=${() => ahead.toggleMark(code)}
                >
                  ×
                </button>
              </li>`,
          )}
        </ul>`
    }
  </section>`;
}
