// The scenes at the end of a game, and how long each is shown. Together they take about twenty seconds, for any
// number of players and any edition.
import { t } from "../../language/index.js";
import { ticketName } from "../../names/names.js";

/**
 * @typedef {object} Scene
 * @property {"points" | "turning" | "winner"} kind
 * @property {import("./lines.js").LineKind} [line] the kind of line whose points are added
 * @property {string} label
 * @property {number | null} seat the seat whose tickets are shown; null = the scene is about all seats
 * @property {Sent.TicketLine[]} tickets
 * @property {number[]} gained the points that each seat gains
 * @property {number[]} totals each seat's total after the scene
 * @property {number} milliseconds
 */

/** Milliseconds of the first scene and the last two, which every game has. */
const ROUTES = 2800;
const TURNING = 3600;
const WINNER = 3800;
/** The least and the most milliseconds for all other scenes together. */
const LEAST = 8000;
const MOST = 13500;
/** Milliseconds for each of them, if `MOST` allows it. */
const LIKED = 1500;
/** About how many scenes of tickets are shown. If there are more tickets, several of a player share a scene. */
const TICKET_SCENES = 15;
/** How many times longer than others the scenes of these lines are shown. */
const WEIGHTS = /** @type {Record<string, number>} */ ({ longest_path: 2 });

/**
 * Return the scenes in order, with their times.
 *
 * @param {import("./lines.js").Line[]} lines
 * @param {Sent.Sheet} sheet
 * @param {Sent.Facts} facts
 * @returns {Scene[]}
 */
export function scenesOf(lines, sheet, facts) {
  const nobody = sheet.players.map(() => 0);
  const scene = (/** @type {Partial<Scene>} */ more) => ({
    kind: /** @type {Scene["kind"]} */ ("points"),
    label: "",
    seat: null,
    tickets: [],
    gained: nobody,
    totals: nobody,
    milliseconds: 0,
    ...more,
  });
  const ofLine = (/** @type {import("./lines.js").Line} */ line) =>
    scene({ line: line.kind, label: line.label, gained: line.points.map((points) => points ?? 0) });
  const [routes, ...others] = lines;
  const before = others.filter((line) => line.kind === "merchandise").map(ofLine);
  const after = others.filter((line) => line.kind !== "merchandise" && line.kind !== "ticket").map(ofLine);
  const tickets = ticketGroups(sheet).map(({ seat, held }) =>
    scene({
      line: "ticket",
      label: held.map(({ ticket }) => ticketName(facts, ticket)).join(" · "),
      seat,
      tickets: held,
      gained: nobody.map((_, other) => (other === seat ? held.reduce((sum, { points }) => sum + points, 0) : 0)),
    }),
  );
  const between = timed([...before, ...tickets, ...after]);
  const scenes = [
    { ...ofLine(routes), milliseconds: ROUTES },
    ...between,
    scene({ kind: "turning", label: t("finale.turning_points"), milliseconds: TURNING }),
    scene({ kind: "winner", milliseconds: WINNER }),
  ];
  let totals = nobody;
  return scenes.map((one) => {
    totals = totals.map((total, seat) => total + one.gained[seat]);
    return { ...one, totals };
  });
}

/**
 * Return the tickets that share a scene, with their seat. Each player's most valuable tickets come first.
 *
 * @param {Sent.Sheet} sheet
 */
function ticketGroups(sheet) {
  const all = sheet.players.reduce((sum, player) => sum + player.tickets.length, 0);
  const size = Math.max(1, Math.ceil(all / TICKET_SCENES));
  const rounds = Math.ceil(Math.max(0, ...sheet.players.map((player) => player.tickets.length)) / size);
  return Array.from({ length: rounds }, (_, round) =>
    sheet.players.flatMap(({ seat, tickets }) => {
      const held = tickets.slice(round * size, (round + 1) * size);
      return held.length ? [{ seat, held }] : [];
    }),
  ).flat();
}

/**
 * Return scenes with their milliseconds: they share the time between the first scene and the last two.
 *
 * @param {Scene[]} scenes
 */
function timed(scenes) {
  const weight = (/** @type {Scene} */ { line }) => WEIGHTS[line ?? ""] ?? 1;
  const all = scenes.reduce((sum, scene) => sum + weight(scene), 0);
  const room = Math.min(MOST, Math.max(LEAST, all * LIKED));
  return scenes.map((scene) => ({ ...scene, milliseconds: (room * weight(scene)) / all }));
}

/**
 * Return the milliseconds of all scenes together.
 *
 * @param {Scene[]} scenes
 */
export const lengthOf = (scenes) => scenes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
