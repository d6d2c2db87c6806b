// The rules page of an edition: short rules with pictures, chosen by the edition's facts.
import { html, useEffect, useRef, useState } from "../../html.js";
import { pieceOf } from "../../board/piece.js";
import { drawing, factsOf, geometryOf, layOutCards } from "../../net/drawings.js";
import { fill, language, loadCatalogue, t } from "../../language/index.js";
import { Card, Figure, Space } from "../../controls/pictures.js";
import { Header } from "../../controls/menu.js";
import { BoardLessons, useLessons } from "../start/lessons.js";
import { cardName, editionTitle, placeName, routeName, stackName, withPieces } from "../../names/names.js";
import { ticketsOffered } from "../../names/offers.js";
import { EXAMPLES, takesSubstitutes } from "./examples.js";

/**
 * A function that returns a sentence in the reader's language. `named` has values for placeholders that only this
 * sentence has.
 *
 * @typedef {(key: string, named?: Record<string, string | number>) => string} Say
 */

/** @param {{edition: string}} props */
export function RulesPage({ edition }) {
  const [facts, setFacts] = useState(/** @type {Sent.Facts | null} */ (null));
  const [board, setBoard] = useState(/** @type {{svg: SVGSVGElement, geometry: Sent.Geometry} | null} */ (null));
  const [words, setWords] = useState(/** @type {import("../../language/index.js").Catalogue | null} */ (null));
  const [failed, setFailed] = useState(false);
  const code = language.value;
  const lessons = useLessons();
  useEffect(() => {
    Promise.all([factsOf(edition), layOutCards(edition), layOutSpaces(edition)]).then(
      ([found]) => setFacts(found),
      () => setFailed(true),
    );
    Promise.all([drawing(edition, "board.svg"), geometryOf(edition)]).then(
      ([svg, geometry]) => setBoard({ svg, geometry }),
      () => {},
    );
  }, [edition]);
  useEffect(() => {
    loadCatalogue("rules/").then(setWords);
  }, [code]);
  useEffect(() => {
    if (facts) document.title = t("title.rules", { edition: editionTitle(facts) });
  });
  if (failed) return html`<${Header} /><main id="main" class="message"><h1>${t("rules.unknown")}</h1></main>`;
  if (!facts || !words)
    return html`<${Header} />
      <main id="main" class="message" aria-busy="true"><h1 class="quiet">${t("table.loading")}</h1></main>`;
  const values = valuesOf(facts);
  /** @type {Say} */
  const say = (key, named) => fill(words[key], { ...values, n: values[COUNTED[key]], ...named });
  const chapters = CHAPTERS.filter((chapter) => chapter.when(facts));
  return html`
    <${Header} title=${t("title.rules", { edition: editionTitle(facts) })} />
    <main id="main" class="rules">
      <p class="lead">${say("lead")}</p>
      ${!facts.own && html`<${BoardLessons} lessons=${lessons} board=${{ name: facts.board, title: facts.title }} />`}
      ${chapters.map(
        (chapter) =>
          html`<section key=${chapter.key}>
            <h2>${say(`${chapter.key}.title`)}</h2>
            <div class="rules-pictures" aria-hidden="true">${chapter.pictures?.(facts)}</div>
            ${board && html`<${OnTheMap} chapter=${chapter.key} facts=${facts} board=${board} words=${words} />`}
            ${chapter.paragraphs(facts).map((key) => html`<p key=${key}>${say(key)}</p>`)}
            ${chapter.more?.(facts, say)}
          </section>`,
      )}
      <section>
        <h2>${say("differences.title")}</h2>
        ${
          facts.name === "usa" && !facts.own
            ? html`<p>${say("differences.none")}</p>`
            : html`<ul>${differences(facts).map((key) => html`<li key=${key}>${say(key)}</li>`)}</ul>`
        }
      </section>
      ${!facts.own && html`<p class="quiet">${say("independent")}</p>`}
    </main>
  `;
}

/**
 * A piece of the board with an example for a chapter; null if the chapter has no example.
 *
 * @param {{chapter: string, facts: Sent.Facts, words: import("../../language/index.js").Catalogue,
 *   board: {svg: SVGSVGElement, geometry: Sent.Geometry}}} props
 */
function OnTheMap({ chapter, facts, board, words }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const name = (/** @type {string} */ code) => placeName(facts, code);
  const example = EXAMPLES[chapter]?.({ facts, name }) ?? null;
  const code = language.value;
  useEffect(() => {
    if (example) frame.current?.replaceChildren(pieceOf(board.svg, board.geometry, example.shown, name));
  }, [board, code]);
  if (!example) return null;
  return html`<figure class="on-the-map">
    <div ref=${frame}></div>
    <figcaption>${fill(words[example.words], { wild: cardName(facts.locomotive), ...example.values })}</figcaption>
  </figure>`;
}

/**
 * Put the symbols of an edition's spaces and pieces into the page. They are taken from the drawing of its board.
 *
 * @param {string} edition
 */
async function layOutSpaces(edition) {
  const board = await drawing(edition, "board.svg");
  const definitions = board.querySelector("defs");
  document.getElementById("space-symbols")?.remove();
  board.replaceChildren(...(definitions ? [definitions] : []));
  board.id = "space-symbols";
  board.setAttribute("width", "0");
  board.setAttribute("height", "0");
  board.setAttribute("aria-hidden", "true");
  document.body.append(board);
}

/**
 * For each sentence with a plural, the name of the value on which its form depends.
 *
 * @type {Record<string, string>}
 */
const COUNTED = {
  cards: "hand",
  "cards.sweep": "sweep",
  "cards.wild4": "wild4_from",
  "stations.number": "stations",
  "stations.left": "station_points",
  passengers: "passengers",
  tickets: "dealt",
  "tickets.draw": "drawn",
  "tickets.mix": "drawn",
  end: "final",
  "end.longest": "longest",
  "end.most": "most",
  "differences.hand": "hand",
  "differences.mix": "stacks",
  "differences.tickets": "drawn",
};

/**
 * Return the values of the placeholders in the sentences, by name.
 *
 * @param {Sent.Facts} facts
 * @returns {Record<string, string | number>}
 */
function valuesOf(facts) {
  const { turn, opening, cards } = facts;
  return {
    pieces: withPieces(facts, facts.pieces),
    wild: cardName(facts.locomotive),
    hand: cards.starting_hand,
    final: facts.final_round_at,
    closed: facts.parallel_closed_up_to,
    drawn: ticketsOffered(turn),
    kept: turn.keep,
    dealt: ticketsOffered(opening),
    opening: opening.keep,
    limit: Math.min(...opening.most),
    limited: stackName(facts.stacks[opening.most.indexOf(Math.min(...opening.most))] ?? ""),
    stacks: facts.stacks.length,
    in_all: Object.keys(facts.tickets).length,
    sweep: cards.sweep,
    wild4_from: facts.locomotive4_from_length,
    passengers: facts.passengers,
    stations: facts.stations,
    station_points: facts.station_points,
    attraction_points: facts.attraction_points,
    longest: facts.longest_path_bonus,
    most: facts.most_tickets_bonus,
    all: facts.doubly_joined.map((points, at) => `${at + 1}: ${points}`).join(", "),
    ferry_cards: ferries(facts).find((route) => route.substitute)?.substitute?.cards ?? 0,
  };
}

/**
 * The keys of the criteria that decide a tie.
 *
 * @type {Record<Sent.TieBreak, string>}
 */
const TIES = {
  tickets: "tie.tickets",
  longest_path: "tie.longest_path",
  own_path: "tie.own_path",
  merchandise: "tie.merchandise",
  stations: "tie.stations",
};

/** @param {Sent.Facts} facts */
const routes = (facts) => Object.values(facts.routes);
/**
 * Return whether any route passes a test.
 *
 * @param {Sent.Facts} facts
 * @param {(route: Sent.Route) => boolean} test
 */
const has = (facts, test) => routes(facts).some(test);
/** @param {Sent.Facts} facts */
const ferries = (facts) => routes(facts).filter((route) => route.ferry > 0);
/**
 * Return the codes of the routes, other than ferries, that take substitutes.
 *
 * @param {Sent.Facts} facts
 */
const substituted = (facts) => Object.keys(facts.routes).filter((code) => takesSubstitutes(facts.routes[code]));
/**
 * Return whether two routes between the same cities have different lengths. Routes into countries do not count, because
 * they can lead to different places of a border.
 *
 * @param {Sent.Facts} facts
 */
const unequal = (facts) =>
  has(
    facts,
    ({ a, b, length }) =>
      [a, b].every((code) => code in facts.cities) &&
      has(facts, (other) => other.length !== length && [other.a, other.b].sort().join() === [a, b].sort().join()),
  );
const always = () => true;

/**
 * The chapters. `key` is the beginning of the keys of a chapter's sentences, `when` returns whether an edition has the
 * chapter, and `paragraphs` returns the keys of the sentences that the edition needs.
 *
 * @type {{key: string, when: (facts: Sent.Facts) => boolean, paragraphs: (facts: Sent.Facts) => string[],
 *   pictures?: (facts: Sent.Facts) => Child, more?: (facts: Sent.Facts, say: Say) => Child}[]}
 */
const CHAPTERS = [
  { key: "goal", when: always, paragraphs: () => ["goal"] },
  {
    key: "cards",
    when: always,
    paragraphs: (facts) => [
      "cards",
      facts.cards.locomotive_ends_draw ? "cards.wild_counts_two" : "cards.wild_counts_one",
      ...(facts.cards.sweep ? ["cards.sweep"] : []),
      ...(facts.locomotive_use === "tunnels" ? ["cards.wild_tunnels"] : []),
      ...(facts.locomotive_use === "special" ? ["cards.wild_special"] : []),
      ...(facts.locomotive4 ? ["cards.wild4"] : []),
      ...(facts.passenger_cards ? ["cards.passenger"] : []),
    ],
    pictures: (facts) =>
      [
        ...facts.colours,
        facts.locomotive,
        ...(facts.locomotive4 ? ["locomotive4"] : []),
        ...(facts.passenger_cards ? ["passenger"] : []),
      ].map((card) => html`<${Card} key=${card} symbol=${`card-${card}`} />`),
  },
  {
    key: "routes",
    when: always,
    paragraphs: (facts) => [
      "routes",
      "routes.grey",
      // If the edition never has so few players, no parallel route is closed.
      facts.parallel_closed_up_to < facts.players[0] ? "routes.parallel.open" : "routes.parallel",
      ...(unequal(facts) ? ["routes.unequal"] : []),
    ],
    pictures: (facts) => [...facts.colours, null].map((colour) => html`<${Space} key=${colour} colour=${colour} />`),
    more: (facts, say) =>
      html`<table class="points-table">
        <caption>${say("routes.points")}</caption>
        <tbody>
          <tr>
            <th scope="row">${say("routes.length")}</th>${lengths(facts).map((n) => html`<td key=${n}>${n}</td>`)}
          </tr>
          <tr>
            <th scope="row">${say("routes.worth")}</th>
            ${lengths(facts).map((n) => html`<td key=${n}>${facts.points[n - 1]}</td>`)}
          </tr>
        </tbody>
      </table>`,
  },
  {
    key: "ferries",
    when: (facts) => ferries(facts).length > 0,
    paragraphs: (facts) => [
      "ferries",
      ...(ferries(facts).some((route) => route.colour) ? ["ferries.colour"] : []),
      ...(ferries(facts).some((route) => route.substitute) ? ["ferries.substitute"] : []),
    ],
    pictures: (facts) =>
      [...facts.colours, null]
        .filter((colour) => ferries(facts).some((route) => route.colour === colour))
        .map((colour) => html`<${Space} key=${colour} colour=${colour} kind="ferry" />`),
  },
  {
    key: "substitutes",
    when: (facts) => substituted(facts).length > 0,
    paragraphs: () => ["substitutes"],
    more: (facts, say) =>
      substituted(facts).map((code) => {
        const n = facts.routes[code].substitute?.cards ?? 0;
        return html`<p key=${code}>${say("substitutes.route", { route: routeName(facts, code), n })}</p>`;
      }),
  },
  {
    key: "tunnels",
    when: (facts) => has(facts, (route) => route.tunnel),
    paragraphs: () => ["tunnels", "tunnels.pay"],
    pictures: (facts) =>
      html`<${Space} colour=${routes(facts).find((route) => route.tunnel)?.colour ?? null} kind="tunnel" />`,
  },
  {
    key: "stations",
    when: (facts) => facts.stations > 0,
    paragraphs: (facts) => ["stations", "stations.number", ...(facts.station_points ? ["stations.left"] : [])],
    pictures: () => html`<${Figure} symbol="station-1" />`,
  },
  {
    key: "passengers",
    when: (facts) => facts.passengers > 0,
    paragraphs: () => ["passengers", "passengers.journey"],
    pictures: () => html`<${Figure} symbol="passenger-1" />`,
  },
  {
    key: "tickets",
    when: always,
    paragraphs: (facts) => [
      "tickets",
      ...(facts.opening.most.length ? ["tickets.most"] : []),
      facts.turn.choose ? "tickets.mix" : "tickets.draw",
      ...(facts.turn.unkept === "out" ? ["tickets.out"] : []),
      ...(Object.keys(facts.countries).length ? ["tickets.countries"] : []),
    ],
    pictures: (facts) =>
      facts.stacks.map(
        (/** @type {string} */ stack) => html`<${Card} key=${stack} symbol=${`ticket-back-${stack}`} />`,
      ),
  },
  {
    key: "districts",
    when: (facts) => facts.districts.length > 0,
    paragraphs: () => ["districts"],
    more: (facts) =>
      html`<ul>
        ${facts.districts.map(
          (district) =>
            html`<li key=${district.name}>
              <span class=${`district district-${district.name}`}>${district.points}</span>
              ${district.cities.map((/** @type {string} */ code) => placeName(facts, code)).join(", ")}
            </li>`,
        )}
      </ul>`,
  },
  {
    key: "attractions",
    when: (facts) => facts.attraction_points > 0,
    paragraphs: () => ["attractions"],
    more: (facts) =>
      html`<p>${Object.keys(facts.cities)
        .filter((code) => facts.cities[code].attraction)
        .map((code) => placeName(facts, code))
        .join(", ")}</p>`,
  },
  {
    key: "doubly",
    when: (facts) => facts.doubly_joined.length > 0,
    paragraphs: () => ["doubly"],
  },
  {
    key: "end",
    when: always,
    paragraphs: (facts) => [
      facts.final_round_at ? "end" : "end.none",
      ...(facts.longest_path_bonus ? ["end.longest"] : []),
      ...(facts.most_tickets_bonus ? ["end.most"] : []),
    ],
    more: (facts, say) =>
      facts.tie_breaks.length > 0 &&
      html`<p>${say("end.tie", { ties: facts.tie_breaks.map((tie) => say(TIES[tie])).join(", ") })}</p>`,
  },
];

/**
 * Return the lengths of routes that occur on the board, in ascending order.
 *
 * @param {Sent.Facts} facts
 */
const lengths = (facts) => [...new Set(routes(facts).map((route) => route.length))].sort((a, b) => a - b);

/**
 * Return the keys of the sentences about the differences between this edition and the USA board.
 *
 * @param {Sent.Facts} facts
 */
function differences(facts) {
  const found = /** @type {string[]} */ ([]);
  const add = (/** @type {boolean} */ is, /** @type {string} */ key) => is && found.push(`differences.${key}`);
  add(facts.board !== "usa", "pieces");
  add(facts.board !== facts.name, "variant");
  add(facts.cards.starting_hand !== 4, "hand");
  add(facts.turn.choose > 0, "mix");
  add(!facts.turn.choose && facts.turn.draw[0] !== 3, "tickets");
  add(facts.locomotive_use === "tunnels", "wild_tunnels");
  add(facts.locomotive_use === "special", "wild_special");
  add(!facts.cards.locomotive_ends_draw, "wild_draw");
  add(facts.locomotive4, "wild4");
  add(facts.passengers > 0, "passengers");
  add(ferries(facts).length > 0, "ferries");
  add(
    has(facts, (route) => route.substitute !== null),
    "substitutes",
  );
  add(
    has(facts, (route) => route.tunnel),
    "tunnels",
  );
  add(unequal(facts), "unequal");
  add(facts.stations > 0, "stations");
  add(Object.keys(facts.countries).length > 0, "countries");
  add(facts.districts.length > 0, "districts");
  add(facts.attraction_points > 0, "attractions");
  add(facts.longest_path_bonus === 0, "no_longest");
  add(facts.most_tickets_bonus > 0, "most");
  add(facts.doubly_joined.length > 0, "doubly");
  return found;
}
