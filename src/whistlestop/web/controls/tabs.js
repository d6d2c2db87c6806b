// Tabs: several sheets in one place, of which one is shown. Arrow keys go to the next or the previous tab.
import { html, useState } from "../html.js";

/**
 * A row of tabs with their sheets. The chosen tab stays chosen when the page is drawn again. Hidden sheets are in the
 * page, too, so that nothing has to be fetched or measured when the reader opens them.
 *
 * @param {{label: string, tabs: {name: string, title: string, sheet: Child}[]}} props
 */
export function Tabs({ label, tabs }) {
  const [at, setAt] = useState(0);
  const go = (/** @type {KeyboardEvent & {currentTarget: HTMLElement}} */ event) => {
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    /** @type {NodeListOf<HTMLElement>} */ (event.currentTarget.querySelectorAll("[role=tab]"))[to].focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${go}>
      ${tabs.map(
        ({ name, title }, number) =>
          html`<button
            type="button"
            role="tab"
            key=${name}
            id=${`tab-${name}`}
            aria-controls=${`sheet-${name}`}
            aria-selected=${String(number === at)}
            tabindex=${number === at ? 0 : -1}
            onClick=${() => setAt(number)}
          >
            ${title}
          </button>`,
      )}
    </div>
    ${tabs.map(
      ({ name, sheet }, number) =>
        html`<div
          key=${name}
          class="tab-sheet"
          role="tabpanel"
          id=${`sheet-${name}`}
          aria-labelledby=${`tab-${name}`}
          hidden=${number !== at}
        >
          ${sheet}
        </div>`,
    )}`;
}
