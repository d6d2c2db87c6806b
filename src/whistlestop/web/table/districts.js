// How far one has come with linking the districts: a dot for every place, and its name if wished.
import { html } from "../html.js";
import { t } from "../language/index.js";
import { districtNames } from "../settings.js";
import { placeName } from "./names.js";
import { pointing } from "./tickets.js";

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
        ${t("districts.label")}
      </button>
    </h2>
    <ul>
      ${districts.map((district) => {
        const cities = Object.entries(district.cities);
        const reached = cities.filter(([, there]) => there).length;
        return html`<li key=${district.name} class=${district.linked ? "done" : ""}>
          <span class=${`district district-${district.name}`}>${district.points}</span>
          <span class="visually-hidden">
            ${district.linked ? t("districts.linked") : t("districts.progress", { n: reached, all: cities.length })}
          </span>
          <span class="district-cities">
            ${cities.map(
              ([code, there]) => html`<span key=${code} class=${there ? "there" : "not-there"} ...${pointing(store, code)}>
                <span aria-hidden="true">${there ? "●" : "○"}</span> <span class="district-city">${placeName(facts, code)}</span>
              </span>`,
            )}
          </span>
          ${district.linked && html`<span aria-hidden="true">✓</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}
