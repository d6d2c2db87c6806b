// The reader's progress in linking the districts: a dot for each place, and its name if the list is opened.
import { html } from "../../html.js";
import { Icon } from "../../controls/icons.js";
import { byName, t } from "../../language/index.js";
import { districtNames } from "../../settings.js";
import { placeName } from "../../names/names.js";
import { pointing } from "../hand/tickets.js";

/** @param {{store: Begun}} props */
export function Districts({ store }) {
  const districts = store.update.value.districts ?? [];
  if (districts.length === 0) return null;
  const facts = store.facts.value;
  const named = districtNames.value;
  return html`<section class=${`districts ${named ? "named" : ""}`} aria-label=${t("districts.label")}>
    <h2>
      <button
        type="button"
        aria-expanded=${named}
        onClick=${() => {
          districtNames.value = !named;
        }}
      >
        ${t("districts.label")} <${Icon} name=${named ? "unfolded" : "folded"} />
      </button>
    </h2>
    <ul>
      ${districts.map((district) => {
        const cities = byName(Object.entries(district.cities), ([code]) => placeName(facts, code));
        const reached = cities.filter(([, there]) => there).length;
        return html`<li key=${district.name} class=${district.linked ? "done" : ""}>
          <span class=${`district district-${district.name}`}>${district.points}</span>
          <span class="visually-hidden">
            ${district.linked ? t("districts.linked") : t("districts.progress", { n: reached, all: cities.length })}
          </span>
          <span class="district-cities">
            ${cities.map(
              ([code, there]) =>
                html`<span key=${code} class=${there ? "there" : "not-there"} ...${pointing(store, code)}>
                  <span class="dot" /> <span class="district-city">${placeName(facts, code)}</span>
                </span>`,
            )}
          </span>
          ${district.linked && html`<${Icon} name="done" />`}
        </li>`;
      })}
    </ul>
  </section>`;
}
