// The pages of clubs: the reader's clubs, and one club. Their content is loaded with the words about clubs.
import { html, useState } from "../../html.js";
import { addCatalogue } from "../../language/index.js";
import { late } from "../../controls/late.js";
import { Header } from "../../controls/menu.js";
import { ColourMenu, Name, person } from "../me/person.js";

const Clubs = late(async () => (await Promise.all([import("./clubs.js"), addCatalogue("club/")]))[0].Clubs);
const OneClub = late(async () => (await Promise.all([import("./one-club.js"), addCatalogue("club/")]))[0].OneClub);

/** The page that lists the reader's clubs, where a new club is founded. */
export const ClubsPage = () => html`<${Page} content=${Clubs} />`;

/**
 * The page of one club. The link of the club opens it, too.
 *
 * @param {{id: string}} props
 */
export const ClubPage = ({ id }) => html`<${Page} content=${OneClub} id=${id} />`;

/**
 * A page with its bar. Readers without a name enter it in the form that needs it, and not in the bar.
 *
 * @param {{content: (props: any) => Child, id?: string}} props
 */
function Page({ content: Content, id }) {
  const [named] = useState(() => Boolean(person.value?.name));
  return html`<${Header}>${named && html`<${Name} />`}<${ColourMenu} /></${Header}>
    <main id="main" class="club"><${Content} id=${id} named=${named} /></main>`;
}
