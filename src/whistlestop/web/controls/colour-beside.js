// The colour of somebody else at this device, behind a button that shows it.
import { html } from "../html.js";
import { Folded, Palette } from "../pages/person.js";

/**
 * @param {{title: string, group: string, chosen: string, taken: Set<string | null>, onChoose: (colour: string) => unknown}} props
 *   see `Palette`
 */
export const ColourBeside = ({ title, chosen, ...palette }) =>
  html`<${Folded} title=${title} colour=${chosen}><${Palette} title=${title} chosen=${chosen} ...${palette} /></${Folded}>`;
