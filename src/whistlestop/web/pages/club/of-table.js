// The link from a table to its club.
import { html, useEffect, useState } from "../../html.js";
import { addCatalogue, t } from "../../language/index.js";
import { get } from "../../net/api.js";

/**
 * The link to the club to which a table belongs. The server says only to members that there is one. Others see nothing.
 *
 * @param {{id: string, class?: string}} props id: the id of the table
 */
export function ClubLink({ id, class: look = "" }) {
  const [club, setClub] = useState(/** @type {Sent.ClubLine | null} */ (null));
  useEffect(() => {
    let stale = false;
    get(`/api/tables/${id}/club`)
      .then(async (found) => {
        if (found.club) await addCatalogue("club/");
        if (!stale) setClub(found.club);
      })
      // Without the link, the page is complete enough.
      .catch(() => {});
    return () => {
      stale = true;
    };
  }, [id]);
  if (!club) return null;
  return html`<a class=${`to-club ${look}`} href=${`/club/${club.id}`}>${t("club.of_table", { name: club.name })}</a>`;
}
