// The form that opens a table for a club: that of the start page.
import { html, useEffect, useState } from "../../html.js";
import { get } from "../../net/api.js";
import { addCatalogue, t } from "../../language/index.js";
import { classicFirst, NewTable } from "../start/start.js";

/**
 * The form, with an open seat for another member.
 *
 * @param {{club: string}} props club: the id of the club
 */
export function NewClubTable({ club }) {
  const [editions, setEditions] = useState(/** @type {Sent.Board[]} */ ([]));
  const [bots, setBots] = useState(/** @type {Sent.Bot[]} */ ([]));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([
      get("/api/boards").then((all) => setEditions(all)),
      get("/api/bots").then(setBots),
      addCatalogue("start/"),
      addCatalogue("files/"),
    ]).catch(() => setFailed(true));
  }, []);
  if (failed) return html`<p class="problem" role="alert">${t("error.offline")}</p>`;
  if (editions.length === 0 || bots.length === 0) return html`<p class="quiet">${t("table.loading")}</p>`;
  return html`<${NewTable} editions=${classicFirst(editions)} bots=${bots} lessons=${[]} club=${club} />`;
}
