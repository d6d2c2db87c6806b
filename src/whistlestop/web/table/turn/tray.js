// The tray: the decision that is due, or the thing that the reader picked up, with possible answers.
import { html, useEffect, useState } from "../../html.js";
import { byName, t } from "../../language/index.js";
import { atDesk, confirmClaims } from "../../settings.js";
import { accentOf, letterOf } from "../../board/offers.js";
import { Icon } from "../../controls/icons.js";
import { late } from "../../controls/late.js";
import { Card, Figure, Payment, Space, Ticket } from "../../controls/pictures.js";
import {
  cardName,
  claimCards,
  claimWords,
  pieceCount,
  placeName,
  routeName,
  routeWords,
  stackWords,
  withoutTwins,
} from "../../names/names.js";
import { pieceOf } from "../people/colours.js";
import { routesFor } from "../board/marks.js";
import { reasonWords } from "../../names/reasons.js";
import { mostKept } from "../../names/offers.js";
import { fewestKept } from "../../names/sentence.js";
import { ofKind } from "../store/game.js";
import { cheapestFirst } from "./payment-order.js";
import { RouteAhead, RoutesAhead } from "../ahead/planning.js";
import { pointing, Standing, ticketWords } from "../hand/tickets.js";
import { Hint, HintButton } from "./turn.js";

const Journey = late(async () => (await import("./journey.js")).Journey);
/**
 * The tray for a surcharge. Boards with tunnels load it with their other modules, so that players need not wait for
 * it during a tunnel.
 */
export const Surcharge = late(async () => (await import("./surcharge.js")).Surcharge);
const Substitution = late(async () => (await import("./surcharge.js")).Substitution);
export const TunnelPayments = late(async () => (await import("./surcharge.js")).TunnelPayments);
const Station = late(async () => (await import("./stations.js")).Station);
const HintPanel = late(async () => (await import("../advice/loading.js")).hintPanel());
const StationPlaces = late(async () => (await import("./stations.js")).StationPlaces);
const SetOut = late(async () => (await import("./journey.js")).SetOut);

/**
 * The tray. It shows the decision that the rules ask for, or else what the reader picked up. Null without either.
 *
 * @param {{store: Begun}} props
 */
export function Tray({ store }) {
  const position = store.position.value;
  const selection = store.selection.value;
  const must = store.mayDecide.value ? PHASES[position.phase] : undefined;
  const Content = must ?? (selection ? PICKED[selection.kind] : undefined);
  useEffect(() => {
    const escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") store.drop();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [store]);
  const shown = Content ? (must ? position.phase : `${selection?.kind} ${selection?.route} ${selection?.city}`) : "";
  useEffect(() => (shown ? present(store) : undefined), [shown]);
  if (!Content) return null;
  return html`<section class=${`tray ${must ? "must" : ""}`} tabindex="-1" aria-label=${t("tray.label")}>
    ${
      !must &&
      html`<button type="button" class="close" aria-label=${t("close")} onClick=${() => store.drop()}>×</button>`
    }
    <${Content} store=${store} key=${shown} />
    ${must && html`<${HintButton} store=${store} small=${true} />`}
    ${must && selection?.kind === "hint" && html`<${HintPanel} store=${store} />`}
    ${must && must !== Keep && html`<${Hint} phase=${position.phase} />`}
  </section>`;
}

/**
 * Scroll the page so that the tray does not cover the route that was picked up. Return a function that scrolls back.
 *
 * @param {Begun} store
 */
function present(store) {
  const before = scrollY;
  const turn = /** @type {HTMLElement | null} */ (document.querySelector(".turn"));
  const above = document.querySelector(".coach") ?? turn;
  const frame = document.querySelector(".board-frame");
  const tray = document.querySelector(".tray");
  if (!atDesk.peek() && above && frame && tray) scrollBy({ top: hidden(store, above, frame, tray) });
  const moved = scrollY;
  let touched = false;
  const touch = () => {
    touched = true;
  };
  const gestures = ["wheel", "touchmove"];
  for (const gesture of gestures) addEventListener(gesture, touch, { passive: true });
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, touch);
    // Scroll back to where the reader was, unless they have scrolled themselves.
    if (scrollY === moved || !touched) scrollTo({ top: before });
  };
}

/**
 * Return how many pixels to scroll down so that the picked-up route is seen above the tray; negative = up.
 *
 * @param {Begun} store
 * @param {Element} above the element above the board that stays in place when the page scrolls
 * @param {Element} frame
 * @param {Element} tray
 */
function hidden(store, above, frame, tray) {
  const over = frame.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
  if (over < 0) return over;
  const selection = store.selection.value;
  const spaces = selection?.kind === "route" ? store.geometry.value.routes[selection.route].spaces : [];
  const lowest = Math.max(0, ...spaces.map(([x, y]) => store.board?.toWindow(x, y).y ?? 0));
  const covers = tray.getBoundingClientRect().left < frame.getBoundingClientRect().right;
  return covers ? Math.max(0, lowest + 24 - tray.getBoundingClientRect().top) : 0;
}

// ------------------------------------------------------------------- what the rules ask for

/**
 * The tray for choosing how many opening tickets to draw from each stack.
 *
 * @param {{store: Begun}} props
 */
function OpeningMix({ store }) {
  return html`<h2>${t("tray.opening_mix")}</h2>
    <${Mixes} store=${store} />`;
}

/**
 * The buttons for the ways to draw tickets from the stacks.
 *
 * @param {{store: Begun}} props
 */
function Mixes({ store }) {
  const mixes = ofKind(store.legal.value, "tickets");
  return html`<div class="choices">
    ${mixes.map(
      (action) =>
        html`<button
          type="button"
          key=${action.words}
          class="choice"
          data-words=${action.words}
          aria-disabled=${store.sending.value || undefined}
          onClick=${() => store.act(action.words)}
        >
          ${
            action.mix.length === 0
              ? t("tray.draw_tickets", { n: action.drawn })
              : html`<span class="mix">
                ${action.mix.map(
                  (some) =>
                    html`<span class="mix-part" key=${some[0]}>
                      <${Card} symbol=${`ticket-back-${some[0]}`} />
                      ${stackWords(some)}
                    </span>`,
                )}
              </span>`
          }
        </button>`,
    )}
  </div>`;
}

/** The typed action that keeps no ticket. */
const NONE = "keep none";

/**
 * The tray for choosing which of the offered tickets to keep.
 *
 * @param {{store: Begun}} props
 */
function Keep({ store }) {
  const facts = store.facts.value;
  const ways = store.update.value.ways ?? {};
  const offer = store.me.value?.offer ?? [];
  const keeping = store.keeping.value;
  const fewest = fewestKept(store.legal.value);
  const toggle = (/** @type {string} */ code) => store.choice.toggleKept(code);
  const words = `keep ${offer.filter((/** @type {string} */ code) => keeping.includes(code)).join(" ")}`;
  const allowed = ofKind(store.legal.value, "keep").some((action) => action.words === (keeping.length ? words : NONE));
  const most = mostKept(facts, store.position.value.phase, offer);
  return html`<h2>${t("tray.keep", { n: fewest })} ${most}</h2>
    <div class=${`offer ${offer.length > 4 ? "many" : ""}`}>
      ${offer.map(
        (/** @type {string} */ code, /** @type {number} */ at) =>
          html`<button
            type="button"
            key=${code}
            class=${`ticket-button ${accentOf(at)}`}
            data-ticket=${code}
            aria-pressed=${keeping.includes(code)}
            ...${pointing(store, code)}
            onClick=${() => toggle(code)}
          >
            <span class="visually-hidden">${ticketWords(facts, code, ways[code])}</span>
            <${Ticket} facts=${facts} geometry=${store.geometry.value} code=${code} />
            <${Standing} way=${ways[code]} />
            <span class="offer-letter" aria-hidden="true">${letterOf(at)}</span>
            ${keeping.includes(code) && html`<span class="kept"><${Icon} name="done" /></span>`}
          </button>`,
      )}
      <${Hint} phase=${store.position.value.phase} />
    </div>
    <button
      type="button"
      class="main"
      disabled=${!allowed}
      aria-disabled=${store.sending.value || undefined}
      onClick=${() => store.act(keeping.length ? words : NONE)}
    >
      ${
        keeping.length < fewest
          ? t("tray.keep_more", { n: fewest - keeping.length })
          : allowed
            ? t("tray.keep_these", { n: keeping.length })
            : most
      }
    </button>`;
}

/**
 * The tray for choosing the city in which to place a passenger, or to place none.
 *
 * @param {{store: Seated}} props
 */
function Placement({ store }) {
  const facts = store.facts.value;
  const piece = pieceOf(store.update.value.table, store.seat.value);
  return html`<h2>${t("tray.placement")}</h2>
    <div class="choices">
      ${byName(ofKind(store.legal.value, "passenger"), ({ city }) => (city ? placeName(facts, city) : "")).map(
        (action) =>
          html`<button
            type="button"
            class="choice"
            key=${action.words}
            data-words=${action.words}
            aria-disabled=${store.sending.value || undefined}
            ...${action.city ? pointing(store, action.city) : {}}
            onClick=${() => store.act(action.words)}
          >
            ${
              action.city
                ? html`<${Figure} symbol=${`passenger-${piece}`} /> ${placeName(facts, action.city)}`
                : t("tray.no_passenger")
            }
          </button>`,
      )}
    </div>`;
}

// ------------------------------------------------------------------ what the reader picked up

/**
 * The tray for the chosen route: the ways to pay for it, or why it cannot be claimed.
 *
 * @param {{store: Holding<"route">}} props
 */
function Route({ store }) {
  const facts = store.facts.value;
  const { route: code, card } = store.selection.value;
  const payments = store.claims.value.get(code) ?? [];
  const route = facts.routes[code];
  const points = facts.points[route.length - 1];
  const left = (store.me.value?.pieces ?? 0) - route.length;
  const sorted = cheapestFirst(payments, card, facts);
  return html`<h2>${routeName(facts, code)}</h2>
    <p class="about">
      <${Space} colour=${route.colour} kind=${route.tunnel ? "tunnel" : "space"} />
      <span>${routeWords(facts, code)}</span> <strong>${t("points", { n: points })}</strong>
      ${payments.length > 0 && html`<span>${t("tray.leaves", { n: left, left: pieceCount(facts, left) })}</span>`}
    </p>
    ${
      payments.length > 0
        ? html`${route.tunnel && html`<p class="tunnel-risk">${t("tray.tunnel_risk")}</p>`}
          <${route.tunnel ? TunnelPayments : Payments}
            store=${store}
            code=${code}
            payments=${sorted}
            label=${(/** @type {Payable} */ action) => t("tray.claim", { cards: claimWords(facts, action) })}
          />`
        : html`<${Reason} store=${store} code=${code} />`
    }
    <${RouteAhead} store=${store} code=${code} />
    <${OtherTracks} store=${store} code=${code} />`;
}

/** @typedef {{words: string, cards: Sent.Cards}} Payable */
/** @typedef {(action: Payable) => string} Words returns words about a payment */

/** How many payments are shown before the reader asks for all of them. */
const MOST_PAYMENTS = 24;

/**
 * The payments to choose from. Each asks for confirmation if the reader has chosen that in the settings.
 *
 * @param {{store: Begun, payments: Payable[], label: Words, risk?: Words, unknown?: string}} props unknown: hidden
 *   words that keep the space for the risk while it is not known
 */
export function Payments({ store, payments, label, risk, unknown }) {
  const [asked, setAsked] = useState("");
  const [all, setAll] = useState(false);
  const facts = store.facts.value;
  const choose = (/** @type {string} */ words) => {
    if (confirmClaims.value && asked !== words) setAsked(words);
    else store.act(words);
  };
  return html`${payments.length > 1 && html`<p class="quiet">${t("tray.pay_how")}</p>`}
      <div class="choices payments">
      ${(all ? payments : payments.slice(0, MOST_PAYMENTS)).map(
        (action) =>
          html`<${Pay}
            key=${action.words}
            store=${store}
            action=${action}
            label=${asked === action.words ? t("tray.confirm", { cards: claimWords(facts, action) }) : label(action)}
            asked=${asked === action.words}
            only=${payments.length === 1}
            risk=${risk?.(action)}
            unknown=${unknown}
            choose=${choose}
          />`,
      )}
      ${
        !all &&
        payments.length > MOST_PAYMENTS &&
        html`<button type="button" class="link" onClick=${() => setAll(true)}>
          ${t("tray.all_payments", { n: payments.length })}
        </button>`
      }
    </div>`;
}

/**
 * The button of one payment.
 *
 * @param {{store: Begun, action: Payable, label: string, asked?: boolean, only?: boolean, risk?: string,
 *   unknown?: string, choose?: (words: string) => void}} props asked: whether the button asks for confirmation;
 *   only: whether there is no other payment; choose: called instead of sending the action
 */
export function Pay({ store, action, label, asked = false, only = false, risk = "", unknown = "", choose }) {
  return html`<button
    type="button"
    class=${`choice ${asked ? "asked" : ""} ${only ? "main" : ""}`}
    data-words=${action.words}
    aria-disabled=${store.sending.value || undefined}
    onClick=${() => (choose ? choose(action.words) : store.act(action.words))}
  >
    <span class="visually-hidden">${[label, risk].filter(Boolean).join(", ")}</span>
    <span class="pay-face" aria-hidden="true">
      <${Payment} cards=${claimCards(store.facts.value, action)} />
      ${
        (risk || unknown) &&
        html`<span class="quiet" style=${risk ? undefined : { visibility: "hidden" }}>${risk || unknown}</span>`
      }
      ${asked ? t("confirm") : only && t("tray.claim_now")}
    </span>
  </button>`;
}

/**
 * The reason why the chosen route or city cannot be used, if the server has given one.
 *
 * @param {{store: Begun, code: string}} props
 */
export function Reason({ store, code }) {
  const reason = store.reason.value;
  if (!reason || reason.about !== code || !reason.message) return null;
  return html`<p class="reason" role="status">${reasonWords(reason, store)}</p>`;
}

/**
 * Buttons for the parallel tracks of a route, because a finger is wider than a track.
 *
 * @param {{store: Begun, code: string}} props
 */
function OtherTracks({ store, code }) {
  const facts = store.facts.value;
  const { a, b } = facts.routes[code];
  const owned = new Set(store.position.value.players.flatMap((player) => player.routes));
  const others = Object.entries(facts.routes).filter(
    ([other, route]) => other !== code && !owned.has(other) && route.a === a && route.b === b,
  );
  if (others.length === 0) return null;
  return html`<div class="others">
    ${others.map(
      ([other, route]) =>
        html`<button
            type="button"
            key=${other}
            class="small"
            ...${pointing(store, other)}
            onClick=${() => store.chooseRoute(other)}
          >
          <${Space} colour=${route.colour} /> ${t("tray.other_track", { colour: cardName(route.colour ?? "grey") })}
        </button>`,
    )}
  </div>`;
}

/**
 * The list of routes that can be claimed, or of those for which the chosen card can pay.
 *
 * @param {{store: Begun}} props
 */
function Routes({ store }) {
  const card = store.selection.value?.card;
  const routes = card ? routesFor(store, card) : [...store.claims.value.keys()];
  const facts = store.facts.value;
  const wanted = wantedRoutes(store);
  const rank = (/** @type {string} */ code) => [wanted.has(code) ? 1 : 0, facts.points[facts.routes[code].length - 1]];
  const named = byName(routes, (code) => routeName(facts, code)).sort((a, b) => {
    const [wantedA, pointsA] = rank(a);
    const [wantedB, pointsB] = rank(b);
    return wantedB - wantedA || pointsB - pointsA;
  });
  const sorted = withoutTwins(facts, named);
  return html`<h2>${card ? t("tray.routes_with", { card: cardName(card) }) : t("tray.routes")}</h2>
    ${
      sorted.length === 0 &&
      html`<p class="quiet">${store.mayDecide.value ? t("tray.no_routes") : t("tray.not_now")}</p>`
    }
    <ul class="route-list">
      ${sorted.map(
        (code) =>
          html`<li key=${code}>
            <button
              type="button"
              class="choice"
              data-claims=${code}
              ...${pointing(store, code)}
              onClick=${() => store.chooseRoute(code, card)}
            >
              <${Space} colour=${facts.routes[code].colour} kind=${facts.routes[code].tunnel ? "tunnel" : "space"} />
              <span>${routeName(facts, code)}</span>
              <span class="quiet">
                ${routeWords(facts, code)}
                ${
                  wanted.has(code) &&
                  html`<${Card} symbol=${`ticket-back-${facts.stacks[0]}`} class="wanted" />
                    <span class="visually-hidden">${t("tray.for_ticket")}</span>`
                }
              </span>
              <span>${t("points.short", { n: facts.points[facts.routes[code].length - 1] })}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

/**
 * Return the routes on the cheapest ways to complete the reader's open tickets.
 *
 * @param {Begun} store
 */
function wantedRoutes(store) {
  const ways = store.update.value.ways ?? {};
  const tickets = store.me.value?.tickets ?? [];
  return new Set(tickets.flatMap((/** @type {string} */ code) => ways[code]?.routes ?? []));
}

/**
 * The tray for drawing tickets during a turn.
 *
 * @param {{store: Begun}} props
 */
function DrawTickets({ store }) {
  const [draw] = ofKind(store.legal.value, "tickets");
  return html`<h2>${t("tray.tickets")}</h2>
    ${draw && html`<p class="about">${t("tray.tickets_about", { n: draw.keep })}</p>`}
    <${Mixes} store=${store} />`;
}

/**
 * The chosen ticket in words, and the cheapest way to complete it.
 *
 * @param {{store: Holding<"ticket">}} props
 */
function TicketShown({ store }) {
  const { ticket } = store.selection.value;
  const way = (store.update.value.ways ?? {})[ticket];
  return html`<p class="about">${ticketWords(store.facts.value, ticket, way)}</p>
    ${
      way &&
      way.pieces > 0 &&
      html`<p class="quiet">
        ${t("ticket.way", {
          routes: way.routes.map((/** @type {string} */ code) => routeName(store.facts.value, code)).join(", "),
        })}
      </p>`
    }`;
}

/** @type {Partial<Record<Sent.PhaseName, unknown>>} */
const PHASES = {
  opening_mix: OpeningMix,
  opening_keep: Keep,
  keep: Keep,
  placement: Placement,
  journey: Journey,
  surcharge: Surcharge,
  substitution: Substitution,
};

/** The content of the tray by the kind of thing that was picked up. */
const PICKED = {
  routes: Routes,
  card: Routes,
  route: Route,
  tickets: DrawTickets,
  station: StationPlaces,
  city: Station,
  journey: SetOut,
  ticket: TicketShown,
  ahead: RoutesAhead,
  hint: HintPanel,
};
