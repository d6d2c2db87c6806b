// Text on a board: its title, the names of its places, and the letters of tickets on offer.
import { boards } from "./reader.js";
import { LETTER, Thing, resized } from "./drawing.js";
import assert from "node:assert/strict";
import test from "node:test";
import { BoardNames, meet } from "../../src/whistlestop/web/board/names.js";
import { OfferRings, accentOf, letterOf } from "../../src/whistlestop/web/board/offers.js";
import { BoardTitle } from "../../src/whistlestop/web/board/title.js";

const SIZE = 10;
const boxed = (thing, x, y, width, height) => Object.assign(thing, { getBBox: () => new DOMRect(x, y, width, height) });

test("a title of the reader's language stands where the printed one stood, as large as there is room", () => {
  const printed = new Thing("g", { class: "outlined", transform: "translate(50 80) scale(0.03)" });
  const cartouche = boxed(new Thing("rect", { class: "cartouche" }), 10, 20, 256, 100);
  const title = new Thing("g", { class: "title" }, printed, cartouche);
  const board = new BoardTitle(new Thing("svg", {}, title));
  const written = () => title.children.filter((one) => one.tagName === "text");
  board.show("Europe", "Europe");
  assert.deepEqual([written(), printed.style.display], [[], ""]);
  board.show("Europa", "Europe");
  const [text] = written();
  assert.deepEqual([text.textContent, text.getAttribute("x"), text.getAttribute("font-size")], ["Europa", "138", "42"]);
  assert.equal(printed.style.display, "none");
  // The title is larger by 12 than the printed one, whose font size is 30. The middles of both are at the same height.
  assert.ok(Math.abs(Number(text.getAttribute("y")) - (80 + 12 * 0.33)) < 1e-9);
  const long = "Einmal um die ganze Welt";
  board.show(long, "Europe");
  assert.equal(written().length, 1);
  assert.ok(Math.abs(Number(text.getAttribute("font-size")) - 200 / (long.length * LETTER)) < 1e-9);
  board.show("Europe", "Europe");
  assert.deepEqual([written(), printed.style.display], [[], ""]);
});

test("a board without a title is called nothing", () => {
  const svg = new Thing("svg");
  new BoardTitle(svg).show("Europa", "Europe");
  assert.deepEqual(svg.children, []);
});

/** Return the names of a board of 400 by 300 with cities only. `cities`: code → x, y and lines of the name. */
function named(cities, more = {}) {
  const drawn = Object.entries(cities).map(([code, [x, y, ...lines]]) => {
    const text = (line, at) =>
      Object.assign(new Thing("text", { x, y: y + SIZE * at, "font-size": SIZE }), { textContent: line });
    const city = new Thing("g", { id: `city-${code}`, class: "city" }, ...lines.map(text));
    city.finds = () => [];
    return city;
  });
  const svg = new Thing("svg", {}, ...drawn);
  const geometry = {
    size: [400, 300],
    track: [[0, 0, 10, 10]],
    cities: Object.fromEntries(Object.entries(cities).map(([code, [x, y]]) => [code, [x, y + 100]])),
    routes: {},
    borders: {},
    measures: { capital: 0.7, below: 0.2, figure: [4, 4], space: [20, 8] },
    ...more,
  };
  const finds = svg.querySelectorAll.bind(svg);
  svg.querySelectorAll = (selector) =>
    selector === ".city" ? drawn : selector === ".country" || selector.includes(" ") ? [] : finds(selector);
  const names = new BoardNames(svg, geometry, {});
  const show = (local) =>
    names.show(
      (code) => local[code] ?? cities[code].slice(2).join(" "),
      (code) => cities[code].slice(2).join(" "),
    );
  const lines = (code) => drawn.find((city) => city.id === `city-${code}`).children;
  return { names, show, lines, words: (code) => lines(code).map((line) => line.textContent) };
}

test("a name is written as it is printed, until the reader calls it otherwise", () => {
  const { show, words, lines } = named({ MIL: [200, 100, "Milano"] });
  show({});
  assert.deepEqual(words("MIL"), ["Milano"]);
  const [printed] = lines("MIL");
  show({ MIL: "Milan" });
  assert.deepEqual(words("MIL"), ["Milan"]);
  show({});
  assert.deepEqual(lines("MIL"), [printed]);
});

test("a wider name takes what is free, keeps apart from its neighbours, and breaks where it can", () => {
  const free = named({ VEN: [200, 100, "Venezia"] });
  free.show({ VEN: "Venedig am Meer" });
  assert.deepEqual(free.words("VEN"), ["Venedig am Meer"]);
  assert.equal(free.lines("VEN")[0].getAttribute("textLength"), null);
  // Names above and below leave no space for two lines, and names beside it leave no space for a wide one.
  const between = { VEN: [200, 100, "Venezia"], L: [150, 100, "Lodi"], R: [250, 100, "Riva"] };
  const broken = named(between);
  broken.show({ VEN: "Venedig am Meer" });
  assert.deepEqual(broken.words("VEN"), ["Venedig", "am Meer"]);
  const shut = named({ ...between, U: [200, 90, "Unterwegs im Norden"], D: [200, 110, "Dahinter im Suden"] });
  shut.show({ VEN: "Venedig am Meer" });
  assert.deepEqual(shut.words("VEN"), ["Venedig am Meer"]);
  const [line] = shut.lines("VEN");
  const wide = Number(line.getAttribute("textLength"));
  assert.ok(wide > 0 && wide < line.textContent.length * SIZE * LETTER);
  for (const board of [free, broken, shut]) {
    const rooms = [...board.names.labels.values()].map(({ taken }) => taken);
    rooms.forEach((room, at) => rooms.slice(at + 1).forEach((other) => assert.ok(!meet(room, other))));
  }
});

test("no name leaves the board or lies on a route", () => {
  const edge = named({ CAL: [32, 100, "Calais"] });
  edge.show({ CAL: "Calais by the Sea" });
  assert.ok(edge.names.labels.get("CAL").taken.left >= 10);
  const route = {
    ends: ["VEN", "VEN"],
    spaces: [
      [235, 97, 90],
      [165, 97, 90],
    ],
  };
  const { names, show } = named({ VEN: [200, 100, "Venezia"] }, { routes: { "VEN-X": route } });
  assert.equal(names.routesAt("VEN"), 1);
  show({ VEN: "Venedig am Meer" });
  const { left, right } = names.labels.get("VEN").taken;
  assert.ok(left > 165 + 4 && right < 235 - 4);
});

test("a name that is tapped is its place's, the nearest one if it lies beside", () => {
  const { names } = named({ A: [100, 100, "Arras"], B: [160, 100, "Brest"] });
  const both = ["A", "B"];
  assert.equal(names.at(100, 97, 5, both), "A");
  assert.equal(names.at(145, 97, 5, both), "B");
  assert.equal(names.at(130, 97, 5, both), null);
  assert.equal(names.at(128, 97, 20, both), "A");
  assert.equal(names.at(128, 97, 20, ["B"]), "B");
  assert.equal(names.at(100, 97, 5, ["elsewhere"]), null);
});

/** Return a view of the USA board, in which a board unit has `unit` pixels. */
function viewed(unit) {
  const { geometry } = boards.usa;
  const layer = new Thing("g");
  const svg = new Thing("svg");
  const [right, bottom] = geometry.size;
  return {
    geometry,
    svg,
    layer: () => layer,
    unit: () => unit,
    grown: 1,
    window: { left: 0, top: 0, right, bottom },
    drawn: layer,
  };
}

const discs = (layer) => layer.all().filter((one) => one.words.has("offer-disc"));
const number = (thing, name) => Number(thing.getAttribute(name));

test("letters go on where colours begin anew", () => {
  assert.deepEqual([0, 4, 5].map(letterOf), ["A", "E", "F"]);
  assert.deepEqual([0, 4, 5].map(accentOf), ["offer-a", "offer-e", "offer-a"]);
});

test("every ticket on offer has its letter at both ends, and none lies on another or off the board", () => {
  for (const unit of [0.25, 1]) {
    const view = viewed(unit);
    const rings = new OfferRings(view);
    const pairs = [
      ["LAX", "MIA"],
      ["LAX", "NYC"],
      ["SEA", "LAX"],
      ["MIA", "NYC"],
      ["VAN", "MIA"],
    ];
    rings.show(pairs.map((ends) => ({ ends, faint: false })));
    const marks = view.drawn.children;
    const letters = marks.map((mark) =>
      mark
        .all()
        .filter((one) => one.tagName === "text")
        .map((one) => one.textContent),
    );
    assert.deepEqual(
      letters,
      ["A", "B", "C", "D", "E"].map((letter) => [letter, letter]),
    );
    // If several tickets end at a place, each has a ring outside of the others.
    const [x, y] = view.geometry.cities.LAX;
    const at = view.drawn
      .all()
      .filter((one) => one.words.has("offer-ring") && number(one, "cx") === x && number(one, "cy") === y);
    assert.deepEqual(
      at.map((ring) => number(ring, "r")),
      [11, 16, 21],
    );
    const all = discs(view.drawn).map((disc) => ["cx", "cy", "r"].map((name) => number(disc, name)));
    const { right, bottom } = view.window;
    all.forEach(([cx, cy, r], one) => {
      // The radius is at least nine pixels.
      assert.ok(r * unit >= 9 - 1e-9);
      assert.ok(cx >= r && cy >= r && cx <= right - r && cy <= bottom - r);
      for (const [ox, oy] of all.slice(one + 1))
        assert.ok(Math.hypot(cx - ox, cy - oy) > r, `${cx} ${cy} on ${ox} ${oy}`);
    });
    rings.close();
  }
});

test("looked at closely, a letter stands where it is seen", () => {
  const view = viewed(1);
  const [x, y] = view.geometry.cities.LAX;
  for (const [dx, dy] of [
    [6, 6],
    [6, -6],
    [-6, 6],
    [-6, -6],
  ]) {
    // Place a corner of the shown part just beside the city.
    const [left, top] = [dx > 0 ? x - dx : x - dx - 200, dy > 0 ? y - dy : y - dy - 200];
    view.window = { left, top, right: left + 200, bottom: top + 200 };
    const rings = new OfferRings(view);
    rings.show([{ ends: ["LAX"], faint: false }]);
    const [disc] = discs(view.drawn);
    const [cx, cy, r] = ["cx", "cy", "r"].map((name) => number(disc, name));
    assert.ok(cx >= left + r && cx <= left + 200 - r && cy >= top + r && cy <= top + 200 - r, `${dx} ${dy}`);
    view.drawn.replaceChildren();
    rings.close();
  }
});

test("a ticket that others stand out from is faint; nothing is drawn twice but for another size", () => {
  const view = viewed(1);
  const rings = new OfferRings(view);
  const offered = (faint) =>
    [
      ["LAX", "MIA"],
      ["SEA", "NYC"],
    ].map((ends, at) => ({ ends, faint: faint === at }));
  rings.show(offered());
  const [first, second] = view.drawn.children;
  rings.show(offered(1));
  assert.deepEqual(view.drawn.children, [first, second]);
  assert.deepEqual(
    [first, second].map((mark) => mark.words.has("faint")),
    [false, true],
  );
  rings.show(offered(0));
  assert.deepEqual(
    [first, second].map((mark) => mark.words.has("faint")),
    [true, false],
  );
  view.unit = () => 0.2;
  resized();
  assert.notEqual(view.drawn.children[0], first);
  assert.deepEqual(
    view.drawn.children.map((mark) => mark.words.has("faint")),
    [true, false],
  );
  rings.show([]);
  assert.deepEqual(view.drawn.children, []);
  rings.close();
});
