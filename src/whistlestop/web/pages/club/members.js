// The members of a club, its link, and what the founder can change.
import { html, useEffect, useRef, useState } from "../../html.js";
/** @typedef {import("../../net/api.js").ApiError} ApiError */
import { get, post } from "../../net/api.js";
import { t } from "../../language/index.js";
import { problemWords } from "../../names/reasons.js";
import { Asked } from "./asked.js";
import { dateWords } from "./games.js";
import { ClubName } from "./name.js";

/** @param {{club: Sent.ClubNow, onChange: () => Promise<unknown>}} props */
export function Members({ club, onChange }) {
  const [done, setDone] = useState("");
  const message = useRef(/** @type {HTMLElement | null} */ (null));
  // The button that was pressed is gone.
  useEffect(() => void (done && message.current?.focus()), [done]);
  return html`<section class="club-members">
    <h2>${t("club.members_title")}</h2>
    <p class="club-done" role="status" tabindex="-1" ref=${message}>${done}</p>
    <ul>
      ${club.members.map((member) => {
        const name = member.name || t("given.player");
        const act = (/** @type {"remove" | "hand-over"} */ what) => async () => {
          setDone("");
          await (what === "remove"
            ? post(`/api/clubs/${club.id}/remove`, { member: member.id })
            : post(`/api/clubs/${club.id}/hand-over`, { member: member.id }));
          await onChange();
          setDone(t(what === "remove" ? "club.removed" : "club.handed_over", { name }));
        };
        return html`<li key=${member.id}>
          <p>
            <strong>${name}</strong>
            ${member.you && html` <span class="tag you">${t("player.you")}</span>`}
            ${member.founder && html` <span class="tag">${t("club.founder")}</span>`}
            ${member.since && html` <span class="quiet">${t("club.since", { date: dateWords(member.since) })}</span>`}
          </p>
          ${
            club.founder &&
            !member.you &&
            html`<div class="choices">
              <${Asked}
                label=${t("club.hand_over")}
                name=${`${t("club.hand_over")}: ${name}`}
                about=${t("club.hand_over_about", { name })}
                sure=${t("club.hand_over_to", { name })}
                done=${act("hand-over")}
              />
              <${Asked}
                label=${t("club.remove")}
                name=${`${t("club.remove")}: ${name}`}
                about=${t("club.remove_about", { name })}
                sure=${t("club.remove_whom", { name })}
                danger=${true}
                done=${act("remove")}
              />
            </div>`
          }
        </li>`;
      })}
    </ul>
  </section>`;
}

/**
 * The link of a club, which only the founder sees.
 *
 * @param {{club: Sent.ClubNow, alone?: boolean}} props alone: whether the founder is the only member
 */
export function LinkOfClub({ club, alone = false }) {
  const [found, setFound] = useState(/** @type {Sent.ClubLink | null} */ (null));
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [copied, setCopied] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  // The link changes when a member is removed.
  const members = club.members.map(({ id }) => id).join();
  useEffect(() => void get(`/api/clubs/${club.id}/link`).then(setFound, setProblem), [club.id, members]);
  const [renewed, setRenewed] = useState(false);
  const renew = async () => {
    setFound(await post(`/api/clubs/${club.id}/link`, {}));
    setRenewed(true);
  };
  const copy = async (/** @type {string} */ link) => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Outside of secure contexts there is no clipboard API, but the old command still works.
      field.current?.select();
      document.execCommand("copy");
    }
    setCopied(link);
  };
  if (problem) return html`<p class="problem" role="alert">${problemWords(problem)}</p>`;
  if (!found) return null;
  const { link, qr } = found;
  return html`<section class=${`club-link ${alone ? "club-first" : ""}`}>
    <h2>${t("club.link")}</h2>
    <p class="quiet">${t("club.link_about")}</p>
    <div class="club-link-parts">
      <img class="club-qr" src=${`data:image/svg+xml,${encodeURIComponent(qr)}`} alt=${t("club.qr")} />
      <div>
        <input
          ref=${field}
          type="text"
          readonly
          aria-label=${t("club.link")}
          value=${link}
          onFocus=${(/** @type {EventOf<HTMLInputElement>} */ event) => event.target.select()}
        />
        <div class="choices">
          ${
            "share" in navigator &&
            html`<button
              type="button"
              class="small"
              onClick=${() => navigator.share({ title: club.name, url: link }).catch(() => {})}
            >
              ${t("share.label")}
            </button>`
          }
          <button type="button" class="small main" onClick=${() => copy(link)}>
            ${copied === link ? t("invite.copied") : t("invite.copy")}
          </button>
          <${Asked}
            label=${t("club.new_link")}
            about=${t("club.new_link_about")}
            sure=${t("club.new_link")}
            done=${renew}
          />
        </div>
        <p role="status" class="club-done">${renewed && t("club.new_link_made")}</p>
      </div>
    </div>
  </section>`;
}

/**
 * What only the founder can do: the link, the name, and the end of the club.
 *
 * @param {{club: Sent.ClubNow, onChange: () => Promise<unknown>}} props
 */
export function Managing({ club, onChange }) {
  const [open, setOpen] = useState(false);
  const close = async () => {
    await post(`/api/clubs/${club.id}/close`, { sure: true });
    location.assign("/clubs");
  };
  return html`<details
    class="club-managing"
    onToggle=${(/** @type {EventOf<HTMLDetailsElement>} */ event) => setOpen(event.target.open)}
  >
    <summary><h2>${t("club.manage")}</h2></summary>
    ${
      open &&
      html`<div>
        ${club.members.length > 1 && html`<${LinkOfClub} club=${club} />`}
        <${Renaming} club=${club} onChange=${onChange} />
        <section>
          <h3>${t("club.close")}</h3>
          <p class="quiet">${t("club.close_about")}</p>
          <${Asked}
            label=${t("club.close")}
            about=${t("club.close_about")}
            sure=${t("club.close_yes")}
            danger=${true}
            done=${close}
          />
        </section>
      </div>`
    }
  </details>`;
}

/** @param {{club: Sent.ClubNow, onChange: () => Promise<unknown>}} props */
function Renaming({ club, onChange }) {
  const [name, setName] = useState(club.name);
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setProblem(null);
    try {
      await post(`/api/clubs/${club.id}/rename`, { name });
      await onChange();
      setSaved(true);
    } catch (error) {
      setProblem(/** @type {ApiError} */ (error));
    }
  };
  return html`<section>
    <h3>${t("club.rename")}</h3>
    <form class="club-form" onSubmit=${rename}>
      <${ClubName}
        value=${name}
        onInput=${(/** @type {string} */ typed) => {
          setName(typed);
          setSaved(false);
        }}
      />
      <button type="submit">${t("club.rename_yes")}</button>
      <span role="status">${saved && t("club.renamed")}</span>
    </form>
    ${problem && html`<p class="problem" role="alert">${problemWords(problem)}</p>`}
  </section>`;
}

/** @param {{club: Sent.ClubNow}} props */
export function Leaving({ club }) {
  const leave = async () => {
    await post(`/api/clubs/${club.id}/leave`, {});
    location.assign("/clubs");
  };
  const what = club.members.length === 1 ? "last" : club.founder ? "founder" : "member";
  return html`<section class="club-leaving">
    <${Asked}
      label=${t("club.leave")}
      about=${t(`club.leave_about.${what}`)}
      sure=${t("club.leave_yes")}
      danger=${true}
      done=${leave}
    />
  </section>`;
}
