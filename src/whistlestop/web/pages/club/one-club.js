// The content of a club's page: its tables, standings, games, the deal of the day, its members, and what the founder
// can change. Readers who are no members see what the link shows.
import { html, useEffect, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { language, t } from "../../language/index.js";
import { late } from "../../controls/late.js";
import { problemWords } from "../../names/reasons.js";
import { useDailyWords } from "../daily/words.js";
import { Ranking } from "../daily/ranking.js";
import { Tables } from "../start/table-list.js";
import { Games } from "./games.js";
import { Invitation } from "./invitation.js";
import { Leaving, LinkOfClub, Managing, Members } from "./members.js";
import { Standings } from "./standings.js";

const NewClubTable = late(async () => (await import("./new-table.js")).NewClubTable);

/** Milliseconds between two looks at the club. */
const LOOK_AGAIN = 15_000;

/** Return the secret part of the club's link, which stands behind `#` in the address. */
const keyOfAddress = () => location.hash.slice(1);

/**
 * A club.
 *
 * @param {{id: string, named: boolean}} props named: whether the reader had a name when the page was opened
 */
export function OneClub({ id, named }) {
  const [link] = useState(keyOfAddress);
  const [club, setClub] = useState(/** @type {Sent.ClubNow | null} */ (null));
  const [invited, setInvited] = useState(/** @type {Sent.ClubInvitation | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  void language.value;
  const address = encodeURIComponent(id);
  const look = () =>
    get(`/api/clubs/${address}`).then(
      (found) => {
        // Members need no link, and should not pass it on with the address of the page.
        if (keyOfAddress()) history.replaceState(null, "", location.pathname);
        setInvited(null);
        setProblem(null);
        setClub(found);
      },
      (/** @type {ApiError} */ error) => {
        // Without a connection, the page stays as it is.
        if (error.code === "no_club") setClub(null);
        throw error;
      },
    );
  const enter = async () => {
    try {
      if (!link) return await look();
      const found = await post(`/api/clubs/${address}/invitation`, { key: link });
      return found.member ? await look() : setInvited(found);
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      setProblem(/** @type {ApiError} */ (error));
      // Members can have opened an old link.
      if (code === "club_link_ended") await look().catch(() => {});
    }
  };
  useEffect(() => {
    enter();
    const again = () => document.hidden || !club || look().catch(setProblem);
    const timer = setInterval(again, LOOK_AGAIN);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [club !== null]);
  useEffect(() => {
    document.title = `${club?.name ?? t("club.title")} – Whistlestop`;
  });
  if (invited)
    return html`<${Invitation}
      invited=${invited}
      link=${link}
      named=${named}
      onJoined=${() => look().catch(setProblem)}
    />`;
  if (!club)
    return problem
      ? html`<h1 class="display-title">${t("club.title")}</h1>
          <p class="problem" role="alert">${problemWords(problem)}</p>
          <p><a class="button" href="/clubs">${t("club.mine")}</a></p>`
      : html`<p class="quiet" aria-busy="true">${t("table.loading")}</p>`;
  const founder = club.members.find((member) => member.founder);
  return html`<h1 class="display-title">${club.name}</h1>
    <p class="lead">
      ${t("club.members", { n: club.members.length })}
      ${" · "}${t("club.by", { name: founder?.name || t("given.player") })}
    </p>
    ${club.founder && club.members.length === 1 && html`<${LinkOfClub} club=${club} alone=${true} />`}
    <${TablesOfClub} club=${club} />
    <${Standings} club=${club} />
    <${Games} club=${club} />
    <${DealOfTheDay} club=${club} />
    <${Members} club=${club} onChange=${look} />
    ${club.founder && html`<${Managing} club=${club} onChange=${look} />`}
    <${Leaving} club=${club} />
    <p class="choices">
      <a class="button" href="/clubs">${t("club.mine")}</a> <a class="button" href="/">${t("finale.start")}</a>
    </p>`;
}

/** @param {{club: Sent.ClubNow}} props */
function TablesOfClub({ club }) {
  const [opening, setOpening] = useState(false);
  return html`<section class="club-tables">
    <h2>${t("club.tables")}</h2>
    ${club.open.length + club.playing.length === 0 && html`<p class="quiet">${t("club.no_tables")}</p>`}
    ${club.open.length > 0 && html`<${Tables} title=${t("club.open")} tables=${club.open} />`}
    ${club.playing.length > 0 && html`<${Tables} title=${t("club.playing")} tables=${club.playing} />`}
    <button type="button" class=${opening ? "" : "main"} aria-expanded=${opening} onClick=${() => setOpening(!opening)}>
      ${opening ? t("club.cancel") : t("club.open_table")}
    </button>
    ${
      opening &&
      html`<p class="quiet">${t("club.open_about")}</p>
        <${NewClubTable} club=${club.id} />`
    }
  </section>`;
}

/** @param {{club: Sent.ClubNow}} props */
function DealOfTheDay({ club }) {
  const [open, setOpen] = useState(false);
  const spoken = useDailyWords();
  const today = new Date().toISOString().slice(0, 10);
  return html`<details
    class="club-daily"
    onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpen(event.target.open)}
  >
    <summary><h2>${t("club.daily")}</h2></summary>
    ${
      open &&
      spoken &&
      html`<div>
        <p class="quiet">${t("club.daily_about")} <a href="/daily">${t("club.daily_play")}</a></p>
        <${Ranking} first=${today} club=${club.id} />
      </div>`
    }
  </details>`;
}
