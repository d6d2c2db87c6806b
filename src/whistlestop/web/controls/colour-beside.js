// The choice of a colour for another player at this device, behind a button that shows the chosen colour.
import { html } from "../html.js";
import { Folded, Palette } from "../pages/me/person.js";

/**
 * @param {Parameters<typeof Palette>[0]} props
 */
export const ColourBeside = ({ title, chosen, ...palette }) =>
  html`<${Folded} title=${title} colour=${chosen}>
    <${Palette} title=${title} chosen=${chosen} ...${palette} />
  </${Folded}>`;
