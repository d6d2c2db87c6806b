// How far one has come with linking the districts.
import { html } from "../html.js";
import { t } from "../language/index.js";
import { placeName } from "./names.js";
import { pointing } from "./tickets.js";

/** @param {{store: Begun}} props */
export function Districts({ store }) {
  const districts = store.update.value.districts ?? [];
  if (districts.length === 0) return null;
  const facts = store.facts.value;
  return html`<section class="districts" aria-label=${t("districts.label")}>
    <h2>${t("districts.label")}</h2>
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
                ${there ? "●" : "○"} ${placeName(facts, code)}
              </span>`,
            )}
          </span>
          ${district.linked && html`<span aria-hidden="true">✓</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}
