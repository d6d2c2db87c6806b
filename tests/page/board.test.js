// Taps, keys, enlarged pieces and names on the boards.
import { EDITIONS, LANGUAGES, boards, editions, luckOf } from "./reader.js";
import assert from "node:assert/strict";
import test from "node:test";
import { nextRoute } from "../../src/whistlestop/web/board/route-keys.js";
import { cityAt, pointsOf, routeAt } from "../../src/whistlestop/web/board/geometry.js";
import { figureGrowth, roomBeside, trainGrowth } from "../../src/whistlestop/web/board/larger-pieces.js";
import { growth, makeLegible } from "../../src/whistlestop/web/board/larger-names.js";
import { passes } from "../../src/whistlestop/web/board/label-placement.js";
import { meet } from "../../src/whistlestop/web/board/names.js";

for (const name of EDITIONS) {
  const { geometry } = boards[name];
  const routes = Object.keys(geometry.routes);

  test(`what is tapped is what is chosen (${name})`, () => {
    for (const [code, { spaces }] of Object.entries(geometry.routes)) {
      for (const [x, y] of spaces)
        assert.equal(
          routeAt(geometry, x, y, 20, () => 0),
          code,
        );
    }
    for (const [code, [x, y]] of Object.entries(geometry.cities)) {
      assert.equal(cityAt(geometry, x + 2, y - 2, 20), code);
      assert.equal(cityAt(geometry, x, y, 20, []), null);
    }
    for (const [code, points] of Object.entries(geometry.borders)) {
      assert.deepEqual(pointsOf(geometry, code), points);
      for (const [x, y] of points) assert.equal(cityAt(geometry, x, y, 5, [code]), code);
    }
    assert.equal(
      routeAt(geometry, -500, -500, 20, () => 0),
      null,
    );
  });

  test(`every route is reached by the keys (${name})`, () => {
    const reached = new Set([routes[0]]);
    for (const code of reached) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        reached.add(nextRoute(geometry, routes, code, key, [0, 0]));
      }
    }
    assert.deepEqual([...reached].sort(), routes.sort());
  });

  test(`pieces grow where there is room (${name})`, () => {
    assert.equal(figureGrowth(geometry, 1), 1);
    assert.equal(trainGrowth(geometry, 1), 1);
    assert.ok(figureGrowth(geometry, 0.25) > 1.5);
    assert.ok(trainGrowth(geometry, 0.25) > 1.4);
    const room = roomBeside(geometry);
    assert.deepEqual([...room.keys()].sort(), routes.sort());
    assert.ok(Math.max(...room.values()) > 1.4);
    // Two tracks side by side share the gap between them. At a border they lead to different points.
    const twins = routes.filter(
      (one) => one.endsWith("/2") && geometry.routes[one].ends.every((end) => end in geometry.cities),
    );
    for (const code of twins) {
      assert.ok(room.get(code) < 1.2, code);
      assert.ok(room.get(code.slice(0, -2)) < 1.2, code);
    }
  });
}

test("a handicap decides between routes, and no farther than one reaches", () => {
  const { geometry } = boards.usa;
  const [x, y] = geometry.routes["DEN-OMA"].spaces[1];
  assert.notEqual(
    routeAt(geometry, x, y, 200, (code) => (code === "DEN-OMA" ? 150 : 0)),
    "DEN-OMA",
  );
  assert.equal(
    routeAt(geometry, x, y, 100, (code) => (code === "DEN-OMA" ? 150 : 200)),
    null,
  );
});

// The text element of one line of a name. It is not measured, because the facts contain its width.
class Line {
  constructor() {
    this.words = new Set();
    this.attributes = {};
    this.textContent = "";
    this.classList = {
      add: (word) => this.words.add(word),
      remove: (word) => this.words.delete(word),
      contains: (word) => this.words.has(word),
      get length() {
        return 0;
      },
    };
  }
  cloneNode() {
    return new Line();
  }
  setAttribute(name, value) {
    this.attributes[name] = Number(value);
  }
  removeAttribute() {}
  replaceWith() {}
  remove() {}
}

// The only elements that the tested modules create are lines from cities to their names.
document.createElementNS = () => new Line();

/** The element of the goods at a city. `room` is the box in which they are drawn. */
class Goods {
  constructor() {
    this.classList = { toggle: (_, waits) => (this.waits = waits), remove: () => (this.waits = false) };
  }
  setAttribute(_, transform) {
    const [x, y, scale] = transform.match(/-?[\d.e-]+/g).map(Number);
    const half = (TOKEN * scale) / 2;
    this.room = { left: x - half, right: x + half, top: y - half, bottom: y + half };
  }
  removeAttribute() {
    this.room = undefined;
  }
}

/** The width of goods in the drawing. */
const TOKEN = 21;

/** Return the names of a board as board/names.js measures them: the printed ones, or those in a language. */
function namesOf(name, code = "") {
  const { geometry, radius, labels, countries, called } = boards[name];
  const goods = Object.keys(editions[name].merchandise);
  const spoken = called[code] ?? {};
  const known = Object.entries({ ...labels, ...countries }).map(([code, { box, ways: printedWays }]) => {
    const ways = spoken[code] ?? printedWays;
    const [x, y, width, height] = box;
    const room = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
    const city = geometry.cities[code];
    const size = city ? boards[name].size : boards[name].country_size;
    const token = goods.includes(code)
      ? { group: new Goods(), digits: null, x: room.left + 12, y, width: TOKEN }
      : undefined;
    const side = token || (city && city[0] < room.left) ? -1 : city && city[0] > room.right ? 1 : 0;
    const printed = ways[0].lines.map(() => new Line());
    const drawing = { printed, fitted: printed, shown: printed, name: "", size, type: size, base: room.top, ways };
    return [
      code,
      { ...drawing, city, token, room, held: room, taken: room, side, capitals: false, measures: geometry.measures },
    ];
  });
  return {
    geometry,
    marks: [radius, 0],
    labels: new Map(known),
    known: "",
    forced: "",
    waiting: new Set(),
    routesAt: (code) => Object.values(geometry.routes).filter(({ ends }) => ends.includes(code)).length,
  };
}

const shown = ({ shown: lines }) => !lines[0].classList.contains("waiting");

/** Return the width of the overlap of two boxes, and its height as a share of the lower box's height. */
function common(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return [wide, high / Math.min(one.bottom - one.top, other.bottom - other.top)];
}

/** Check that no shown name covers another one. Return the codes of the shown names. */
function nothingCovered(names, unit, about) {
  const seen = [...names.labels].filter(([, label]) => shown(label));
  seen.forEach(([code, { taken }], at) => {
    for (const [other, { taken: room }] of seen.slice(at + 1)) {
      const [wide, high] = common(taken, room);
      assert.ok(wide * unit <= 2 || high <= 0.4, `${about}: ${code} lies on ${other}`);
    }
  });
  return new Set(seen.map(([code]) => code));
}

const SCREENS = [360, 390, 560, 844, 1280];
/** The number of hands of tickets that are tried on every board and screen. */
const HANDS = 15;

for (const name of EDITIONS) {
  test(`no tickets put names on one another (${name})`, () => {
    const random = luckOf(7);
    const names = namesOf(name);
    const { geometry } = boards[name];
    const tickets = Object.values(editions[name].tickets);
    const [right, bottom] = geometry.size;
    for (const screen of SCREENS) {
      const unit = screen / right;
      const look = { unit, window: { left: 0, top: 0, right, bottom }, grown: growth(names, unit), figures: [] };
      for (let hand = 0; hand < HANDS; hand += 1) {
        // On a small board these are more tickets than a player can hold.
        const most = Math.min(12, Math.floor(names.labels.size / 4));
        const some = Array.from(
          { length: 4 + Math.floor(random() * (most - 3)) },
          () => tickets[Math.floor(random() * tickets.length)],
        );
        const ends = new Set(some.flatMap(({ origin, options }) => [origin, ...options.map(([goal]) => goal)]));
        makeLegible(names, look, [...ends].sort());
        const seen = nothingCovered(names, unit, `${screen} pixels, ${[...ends]}`);
        for (const end of ends) assert.ok(seen.has(end) || !names.labels.has(end), `${end} is shown`);
        for (const [code, { shown: lines, type }] of names.labels) {
          if (!seen.has(code)) continue;
          for (const line of lines) assert.ok((line.attributes["font-size"] ?? type) * unit >= 11, code);
        }
      }
    }
  });
}

/** The size of the board's frame, by the width of the screen: phones held upright and sideways, and a desktop. */
const FRAMES = { 360: [360, 281], 390: [390, 412], 844: [482, 306], 1280: [830, 520] };

/** Return the distance from a point to a box. */
const far = ([x, y], { left, right, top, bottom }) =>
  Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom));

/** Return whether a box is nearer to a space than `near`. It is checked in small steps along the space. */
function onTrack(room, spaces, [long, wide], near) {
  return spaces.some(([x, y, degrees]) => {
    if (far([x, y], room) > long) return false;
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let along = -long / 2; along <= long / 2; along += wide / 4) {
      if (far([x + cos * along, y + sin * along], room) < wide / 2 + near) return true;
    }
    return false;
  });
}

const apart = (one, other, by) =>
  one.left > other.right + by ||
  other.left > one.right + by ||
  one.top > other.bottom + by ||
  other.top > one.bottom + by;

for (const name of EDITIONS) {
  test(`every city is named, and off the tracks where there is room beside it (${name})`, () => {
    const { geometry, radius } = boards[name];
    const across = Math.max(...geometry.track.map(([, , wide, high]) => Math.min(wide, high)));
    const [right, bottom] = geometry.size.map((size) => size - across);
    const window = { left: across, top: across, right, bottom };
    const spaces = Object.values(geometry.routes).flatMap((route) => route.spaces);
    for (const [screen, [wide, high]] of Object.entries(FRAMES)) {
      const unit = Math.min(wide / (right - across), high / (bottom - across));
      for (const code of LANGUAGES) {
        const names = namesOf(name, code);
        const grown = growth(names, unit);
        makeLegible(names, { unit, window, grown, figures: [] }, []);
        const about = `${screen} pixels, ${code}`;
        const seen = nothingCovered(names, unit, about);
        assert.deepEqual(
          Object.keys(geometry.cities).filter((city) => !seen.has(city)),
          [],
          about,
        );
        const goods = [...names.labels.values()].map(({ token }) => token?.group).filter(Boolean);
        assert.deepEqual(
          goods.filter(({ waits }) => waits),
          [],
          about,
        );
        const rooms = [
          ...goods.flatMap(({ room }) => room ?? []),
          ...[...names.labels.values()].flatMap(({ taken }) => taken ?? []),
        ];
        const leads = [...names.labels.values()].flatMap(({ lead }) =>
          lead ? [["x1", "y1", "x2", "y2"].map((end) => lead.attributes[end])] : [],
        );
        for (const [city, { taken, token, city: at }] of names.labels) {
          if (!taken) continue;
          const anew = names.labels.get(city).shown[0].attributes["font-size"] !== undefined;
          if (at && anew) assert.ok(far(at, taken) > radius * grown - 0.01, `${about}: ${city} lies on its own mark`);
          const [w, h] = [taken.right - taken.left, taken.bottom - taken.top];
          // Names in their printed positions need not be checked, nor names with goods, which are placed together.
          if (!at || token || !onTrack(taken, spaces, geometry.measures.space, -2 / unit)) continue;
          const others = rooms.filter((room) => room !== taken);
          const mark = radius * grown + 2 / unit;
          const free = [];
          for (let x = at[0] - mark - w; x <= at[0] + mark; x += 1 / unit) {
            for (let y = at[1] - mark - h; y <= at[1] + mark; y += 1 / unit) {
              const room = { left: x, right: x + w, top: y, bottom: y + h };
              const clear =
                x > across &&
                y > across &&
                x + w < right &&
                y + h < bottom &&
                far(at, room) >= mark &&
                Object.values(geometry.cities).every(
                  (other) => other === at || far(other, room) > Math.max(radius * grown, far(at, room)),
                ) &&
                Object.values(geometry.borders)
                  .flat()
                  .every((other) => far(other, room) > Math.max(radius * grown, far(at, room))) &&
                others.every((other) => apart(room, other, 4 / unit)) &&
                !leads.some((line) => passes(line, room)) &&
                !onTrack(room, spaces, geometry.measures.space, 2 / unit);
              if (clear) free.push([x, y].map(Math.round));
            }
          }
          assert.deepEqual(free.slice(0, 1), [], `${about}: ${city} has room beside it`);
        }
      }
    }
  });
}

/** The sizes of the board's frame with the most players, whose lines leave less space for the board. */
const CROWDED = [
  [360, 224],
  [390, 346],
  [482, 306],
];

/** Return the share of a name's area that lies on tracks. It is checked point by point. */
function shareOnTrack({ taken, shown: [line], type }, spaces, [long, wide], unit) {
  const size = line.attributes["font-size"] ?? type;
  let [points, covered] = [0, 0];
  for (let x = taken.left; x < taken.right; x += 2 / unit) {
    for (let y = taken.top + size * 0.1; y < taken.bottom - size * 0.2; y += 2 / unit) {
      points += 1;
      covered += spaces.some(([cx, cy, degrees]) => {
        const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        return (
          Math.abs((x - cx) * cos + (y - cy) * sin) < long / 2 && Math.abs((y - cy) * cos - (x - cx) * sin) < wide / 2
        );
      });
    }
  }
  return covered / points;
}

/** Return the look of a board in a small frame: its scale, where names may stand, and the figures. */
function inFrame(name, [wide, high], figures = []) {
  const { geometry } = boards[name];
  const across = Math.max(...geometry.track.map(([, , fieldWide, fieldHigh]) => Math.min(fieldWide, fieldHigh)));
  const [right, bottom] = geometry.size.map((size) => size - across);
  const unit = Math.min(wide / (right - across), high / (bottom - across));
  const [beside, above] = [(wide / unit - right + across) / 2, (high / unit - bottom + across) / 2];
  return {
    unit,
    window: { left: across - beside, top: across - above, right: right + beside, bottom: bottom + above },
    figures,
  };
}

for (const name of EDITIONS) {
  test(`with all players every city is named, hardly on tracks, and no line goes through a name (${name})`, () => {
    const { geometry } = boards[name];
    const spaces = Object.values(geometry.routes).flatMap((route) => route.spaces);
    const random = luckOf(11);
    const tickets = Object.values(editions[name].tickets);
    for (const frame of CROWDED) {
      for (const code of ["de", "fr"]) {
        const names = namesOf(name, code);
        const look = inFrame(name, frame);
        const own = Array.from({ length: 5 }, () => tickets[Math.floor(random() * tickets.length)]);
        const ends = own.flatMap(({ origin, options }) => [origin, ...options.map(([goal]) => goal)]);
        const about = `${frame} pixels, ${code}`;
        assert.equal(makeLegible(names, { ...look, grown: growth(names, look.unit) }, ends), 0, about);
        const seen = nothingCovered(names, look.unit, about);
        assert.deepEqual(
          Object.keys(geometry.cities).filter((city) => !seen.has(city)),
          [],
          about,
        );
        const labels = [...names.labels].filter(([city, label]) => label.city && seen.has(city));
        for (const [city, label] of labels) {
          const share = shareOnTrack(label, spaces, geometry.measures.space, look.unit);
          assert.ok(share < 0.3, `${about}: ${Math.round(100 * share)} % of ${city} lie on tracks`);
          if (!label.lead) continue;
          const { x1, y1, x2, y2 } = label.lead.attributes;
          for (const [other, { taken }] of labels) {
            if (other === city) continue;
            const through = Array.from({ length: 40 }, (_, at) => [
              x1 + ((x2 - x1) * at) / 40,
              y1 + ((y2 - y1) * at) / 40,
            ]).some(
              ([x, y]) =>
                x > taken.left &&
                x < taken.right &&
                y > taken.top &&
                y < taken.bottom &&
                !names.labels.get(other).token,
            );
            assert.ok(!through, `${about}: the line to ${city} goes through ${other}`);
          }
        }
      }
    }
  });
}

test("names as they are printed give way to a station that covers them", () => {
  const names = namesOf("europe");
  const look = inFrame("europe", [1700, 1200]);
  makeLegible(names, { ...look, grown: 1 }, []);
  const riga = names.labels.get("RIG");
  const before = { ...riga.taken };
  assert.deepEqual(before, riga.room, "it stands as it is printed");
  const figure = { left: before.left, right: before.left + 30, top: before.top - 10, bottom: before.top + 10 };
  assert.equal(makeLegible(names, { ...look, grown: 1, figures: [figure] }, []), 0);
  assert.ok(!meet(riga.taken, figure));
  nothingCovered(names, look.unit, "with a station");
  // The name returns when the station is taken back.
  makeLegible(names, { ...look, grown: 1 }, []);
  assert.deepEqual(riga.taken, before);
});
