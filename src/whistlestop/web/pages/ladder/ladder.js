// The page of the ladder. Its content is loaded with the ladder's words.
import { html } from "../../html.js";
import { addCatalogue } from "../../language/index.js";
import { late } from "../../controls/late.js";
import { Header } from "../../controls/menu.js";
import { ColourMenu, Name } from "../me/person.js";

const Standings = late(
  async () => (await Promise.all([import("./standings.js"), addCatalogue("ladder/")]))[0].Standings,
);

export const LadderPage = () =>
  html`<${Header}><${Name} /><${ColourMenu} /></${Header}>
    <main id="main" class="ladder"><${Standings} /></main>`;
