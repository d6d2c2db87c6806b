// The page of nudge.py. The page has the values of the layout (`values`, in the shape of the
// layout file) and changes them at once. The server checks each change, and returns the new positions
// of the spaces (`geometry`) and the overlaps (`collisions`).

const $ = (id) => document.getElementById(id);
const svg = $("board");
const copy = (value) => structuredClone(value);
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

let fixed; // what never changes: sizes, colours, names
let values;
let geometry;
let collisions = [];
let unsaved = false;
let busy = false; // while polishing
let chosen = null; // {kind, code, end}: what is selected; `end` is a handle, 0 or 1
let wanted = ""; // the overlap that was last selected in the list
let pins = new Set();
let shapes = new Map(); // functions that draw each thing that can overlap, by its name in `Overlap`
const nodes = { cities: {}, labels: {}, borders: {}, countries: {}, routes: {} };
const tables = { cities: {}, borders: {}, countries: {}, routes: {} };

function make(tag, attributes = {}, parent = null) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

function html(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// ---------------------------------------------------------------------------- talking to the server

async function ask(path, body) {
  const options = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let reply;
  try {
    reply = await fetch(path, options);
  } catch {
    const error = new Error("The tool does not answer; has it been ended?");
    throw Object.assign(error, { unheard: true });
  }
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.error);
  return found;
}

const margin = () => clamp(Number($("margin").value) || 0, 0, 100);
const frame = () => new Promise(requestAnimationFrame);
// A page in the background gets no frames, and its requests must not wait for one.
const soon = () => (document.hidden ? Promise.resolve() : frame());

let pending = null; // changes that are not sent yet
let stale = false; // whether `collisions` is older than the layout
let asking = null;
let lastFound = 0;

// Send one request at a time. Overlaps take the server longest. During a drag they are requested only
// now and then, and at its end at once.
function send() {
  asking ??= (async () => {
    try {
      while (pending || stale) {
        await soon();
        if (pending && !(stale && performance.now() - lastFound > 250)) {
          const changes = pending;
          pending = null;
          const reply = await ask("api/change", { changes });
          geometry = reply.geometry;
          unsaved = reply.unsaved;
          stale = true;
          render();
        } else {
          stale = false;
          collisions = (await ask(`api/collisions?margin=${margin()}`)).collisions;
          lastFound = performance.now();
          renderCollisions();
        }
      }
    } catch (error) {
      say(error.message, true);
      // Without an answer, changes wait for the next one. A restarted tool then needs all values.
      pending = error.unheard ? copy(values) : null;
      stale = false;
      if (!error.unheard) await load().catch(() => {});
    } finally {
      asking = null;
    }
  })();
  return asking;
}

async function load() {
  const board = await ask(`api/board?margin=${margin()}`);
  const first = !fixed;
  ({ fixed, values, geometry, collisions, unsaved } = board);
  if (first) {
    pins = new Set(board.moved);
    $("file").textContent = board.file;
    $("name").textContent = fixed.title;
    build();
    whole();
  } else {
    // The values of the server count, and earlier steps may not fit them.
    past.length = future.length = 0;
  }
  render();
  renderCollisions();
}

function say(text, bad = false) {
  $("message").hidden = !text;
  $("message").textContent = text;
  $("message").classList.toggle("bad", bad);
}

// ------------------------------------------------------------------------------- changes and history

const past = [];
const future = [];

// Return the present values of the things in `changes`, in the shape of `changes`.
function present(changes) {
  const found = {};
  for (const [kind, entries] of Object.entries(changes)) {
    if (kind === "cartouche") found[kind] = copy(values[kind]);
    else {
      found[kind] = {};
      for (const [code, entry] of Object.entries(entries)) {
        const now = values[kind][code];
        found[kind][code] = Array.isArray(entry)
          ? copy(now)
          : Object.fromEntries(Object.keys(entry).map((key) => [key, copy(now[key])]));
      }
    }
  }
  return found;
}

function merge(into, changes) {
  for (const [kind, entries] of Object.entries(changes)) {
    if (kind === "cartouche") into[kind] = copy(entries);
    else {
      into[kind] ??= {};
      for (const [code, entry] of Object.entries(entries)) {
        into[kind][code] = Array.isArray(entry)
          ? copy(entry)
          : { ...into[kind][code], ...copy(entry) };
      }
    }
  }
  return into;
}

function apply(changes) {
  merge(values, changes);
  pending = merge(pending ?? {}, changes);
  say("");
  render();
  send();
}

// Make changes that can be undone. Changes that follow each other closely and have equal values of
// `key` are one step, such as a drag or a key that is held down.
function edit(changes, key, pin = true) {
  if (busy || JSON.stringify(present(changes)) === JSON.stringify(changes)) return;
  const last = past.at(-1);
  const together = last && key && last.key === key && performance.now() - last.time < 900;
  const step = together ? last : { before: present(changes), after: {}, pins: new Set(pins), key };
  merge(step.after, changes);
  step.time = performance.now();
  if (!together) past.push(step);
  future.length = 0;
  for (const [code, entry] of Object.entries(changes.cities ?? {})) {
    if (entry.at && pin) pins.add(code);
  }
  step.pinsAfter = new Set(pins);
  apply(changes);
}

function undo() {
  const step = !busy && past.pop();
  if (!step) return;
  future.push(step);
  pins = new Set(step.pins);
  apply(step.before);
}

function redo() {
  const step = !busy && future.pop();
  if (!step) return;
  step.time = 0;
  past.push(step);
  pins = new Set(step.pinsAfter);
  apply(step.after);
}

async function save(anyway = false) {
  try {
    if (pending) send();
    await asking;
    if (pending) return; // no answer, and `send` has shown the error
    const reply = await ask("api/save", { anyway });
    unsaved = reply.unsaved;
    if (!reply.conflict) say(`Saved ${$("file").textContent}.`);
    else if (confirm("The file has been changed by something else. Write over it?")) {
      return save(true);
    } else say("Not saved.", true);
  } catch (error) {
    say(`Not saved: ${error.message}`, true);
  }
  renderState();
}

async function polish() {
  try {
    if (pending) send();
    await asking;
    if (pending) return;
    say("");
    let state = await ask("api/polish", { pinned: [...pins] });
    setBusy(true);
    while (state.running) {
      $("share").value = state.share;
      await new Promise((done) => setTimeout(done, 200));
      state = await ask("api/polish");
    }
    setBusy(false);
    if (state.error) throw new Error(state.error);
    if (!state.found) return say("Given up; nothing is changed.");
    edit(state.found, "", false);
    await asking;
    const many = collisions.length;
    say(`Polished: ${many} collision${many === 1 ? "" : "s"} left. Undo brings back what was.`);
  } catch (error) {
    setBusy(false);
    say(`Not polished: ${error.message}`, true);
  }
}

function setBusy(now) {
  busy = now;
  document.body.classList.toggle("busy", now);
  $("polishing").hidden = !now;
  renderState();
  renderSelection();
}

// ------------------------------------------------------------------------------------------ drawing

// Make an element for every thing, once. `render` moves the elements to their positions.
function build() {
  $("base").innerHTML = fixed.base;
  tag($("title"), "cartouche", "");
  shapes.set("the title", () => box($("title").querySelector(".cartouche").getBBox()));
  fixed.bundles.forEach((bundle, number) => {
    tables.routes[bundle.code] = bundle;
    const group = make("g", { class: "route" }, $("routes"));
    tag(group, "routes", bundle.code);
    const wide = bundle.tracks.length * fixed.apart + 4;
    const reach = make("polyline", { class: "reach", "stroke-width": wide }, group);
    const way = make("polyline", { class: "way" }, group);
    const [length, width] = fixed.space;
    const rows = bundle.tracks.map((track, row) =>
      track.spaces.map((name, at) => {
        const size = { x: -length / 2, y: -width / 2, width: length, height: width, rx: 2 };
        const rect = make("rect", { ...size, fill: fixed.colours[track.colour] }, group);
        shapes.set(name, () => {
          const [x, y, turn] = geometry.spaces[number][row][at];
          return make("rect", { ...size, transform: `translate(${x} ${y})rotate(${turn})` });
        });
        return rect;
      }),
    );
    make("title", {}, group).textContent = `${bundle.name}: ${bundle.length}`;
    shapes.set(bundle.way, () =>
      make("polyline", { class: "way", points: geometry.curves[number].join(" ") }),
    );
    nodes.routes[bundle.code] = { group, reach, way, rows };
  });
  fixed.countries.forEach((country, number) => {
    tables.countries[country.code] = country;
    const group = make("g", { class: "name country" }, $("countries"));
    tag(group, "countries", country.code);
    nodes.countries[country.code] = group;
    shapes.set(country.label, () => around(values.countries[country.code], "countries", number));
  });
  fixed.cities.forEach((city, number) => {
    tables.cities[city.code] = city;
    const label = make("g", { class: "name" }, $("labels"));
    tag(label, "labels", city.code);
    nodes.labels[city.code] = label;
    shapes.set(city.label, () => around(middle(city.code), "labels", number));
    const group = make("g", { class: "place" }, $("places"));
    tag(group, "cities", city.code);
    make("circle", { r: fixed.cityRadius - 1.2 }, group);
    make("circle", { class: "pin", r: fixed.cityRadius * 0.42 }, group);
    make("title", {}, group).textContent = `${city.name} (${city.code})`;
    nodes.cities[city.code] = group;
    shapes.set(city.disc, () => ring(values.cities[city.code].at, fixed.cityRadius));
  });
  for (const border of fixed.borders) {
    tables.borders[border.code] = border;
    const group = make("g", { class: "place" }, $("places"));
    tag(group, "borders", border.code);
    const r = fixed.borderRadius;
    make("path", { d: `M${-r} 0l${r}${-r} ${r} ${r}${-r} ${r}Z` }, group);
    make("title", {}, group).textContent = `${border.name} (${border.code})`;
    nodes.borders[border.code] = group;
    shapes.set(border.disc, () => ring(values.borders[border.code], r));
  }
}

function tag(node, kind, code) {
  node.classList.add("thing");
  node.dataset.kind = kind;
  node.dataset.code = code;
}

const ring = ([x, y], r) => make("circle", { cx: x, cy: y, r });
const box = ({ x, y, width, height }) => make("rect", { x, y, width, height });

function around([x, y], kind, number) {
  const [width, height] = geometry[kind][number].size;
  return box({ x: x - width / 2, y: y - height / 2, width, height });
}

// The middle of a city's label.
function middle(code) {
  const { at, label } = values.cities[code];
  return [at[0] + label[0], at[1] + label[1]];
}

function place(number) {
  const cities = fixed.cities.length;
  if (number < cities) return values.cities[fixed.cities[number].code].at;
  return values.borders[fixed.borders[number - cities].code];
}

function render() {
  fixed.bundles.forEach((bundle, number) => {
    const { reach, way, rows } = nodes.routes[bundle.code];
    const points = geometry.curves[number].join(" ");
    reach.setAttribute("points", points);
    way.setAttribute("points", points);
    geometry.spaces[number].forEach((row, track) =>
      row.forEach(([x, y, turn], at) =>
        rows[track][at].setAttribute("transform", `translate(${x} ${y})rotate(${turn})`),
      ),
    );
  });
  const { size, country, spacing } = fixed.type;
  fixed.cities.forEach((city, number) => {
    const { at } = values.cities[city.code];
    nodes.cities[city.code].setAttribute("transform", `translate(${at})`);
    nodes.cities[city.code].classList.toggle("pinned", pins.has(city.code));
    name(nodes.labels[city.code], middle(city.code), geometry.labels[number], size, 0, city.token);
  });
  fixed.countries.forEach(({ code }, number) => {
    const label = geometry.countries[number];
    name(nodes.countries[code], values.countries[code], label, country, spacing, false);
  });
  for (const { code } of fixed.borders) {
    nodes.borders[code].setAttribute("transform", `translate(${values.borders[code]})`);
  }
  if ($("title").dataset.drawn !== geometry.cartouche) {
    $("title").innerHTML = $("title").dataset.drawn = geometry.cartouche;
  }
  renderCollisions(false);
  renderState();
  renderSelection();
}

// Draw a name in its box. Its elements are made again only when its text changes.
function name(group, [x, y], { lines, size: [width, height] }, size, spacing, token) {
  const says = lines.join("\n");
  if (group.dataset.says !== says) {
    group.dataset.says = says;
    group.replaceChildren();
    make("rect", { x: -width / 2, y: -height / 2, width, height }, group);
    const { cap, leading } = fixed.type;
    const high = size * (cap + 0.22 + leading * (lines.length - 1));
    lines.forEach((line, number) => {
      const base = size * (cap + leading * number) - high / 2;
      const at = { x: (token ? fixed.token / 2 : 0) + spacing / 2, y: base };
      const style = { "font-size": size, "letter-spacing": spacing };
      make("text", { ...at, ...style }, group).textContent = line;
    });
    if (token) {
      const r = fixed.token / 2;
      make("circle", { class: "token", cx: r - 2 - width / 2, cy: 0, r: r - 2 }, group);
    }
  }
  group.setAttribute("transform", `translate(${x} ${y})`);
}

const key = ({ what, other }) => `${what} and ${other}`;

function renderCollisions(withList = true) {
  const drawn = new Map();
  $("collisions").replaceChildren();
  for (const found of collisions) {
    for (const who of [found.what, found.other]) {
      const shape = drawn.get(who) ?? shapes.get(who)?.();
      if (!shape) continue; // the frame needs no mark
      if (!drawn.has(who)) $("collisions").append(shape);
      drawn.set(who, shape);
      if (key(found) === wanted) shape.classList.add("wanted");
    }
    // A ring helps to find the overlap. Many rings would hide each other.
    if (collisions.length <= 12 || key(found) === wanted) {
      make("circle", { class: "spot", cx: found.x, cy: found.y, r: 26 }, $("collisions"));
    }
  }
  if (!withList) return;
  const many = collisions.length;
  $("count").textContent = many ? `${many} collision${many > 1 ? "s" : ""}` : "No collisions";
  $("found").classList.toggle("none", !many);
  $("list").replaceChildren(
    ...collisions.map((found) => {
      const depth = html("span", { className: "depth", textContent: found.depth.toFixed(1) });
      const button = html("button", { title: "Go there" }, key(found), depth);
      button.addEventListener("click", () => goTo(found));
      const className = key(found) === wanted ? "wanted" : "";
      return html("li", { className }, button);
    }),
  );
}

function renderState() {
  $("unsaved").hidden = !unsaved;
  document.title = `${unsaved ? "• " : ""}${fixed.title}`;
  $("save").disabled = busy;
  $("undo").disabled = busy || !past.length;
  $("redo").disabled = busy || !future.length;
  $("polish").disabled = busy;
}

// ---------------------------------------------------------------------------------------- selection

function choose(kind, code, end = null) {
  chosen = kind && { kind, code, end };
  document.querySelectorAll("#board .thing.chosen").forEach((n) => n.classList.remove("chosen"));
  if (kind) {
    const thing = `.thing[data-kind="${kind}"][data-code="${CSS.escape(code)}"]`;
    svg.querySelector(thing)?.classList.add("chosen");
  }
  renderSelection();
}

// Return the positions of a route's two handles, and the direction to the right of its straight line.
function controls(code) {
  const { a, b } = tables.routes[code];
  const [[ax, ay], [bx, by]] = [place(a), place(b)];
  const [dx, dy] = [bx - ax, by - ay];
  const chord = Math.hypot(dx, dy) + 1e-9;
  const right = [-dy / chord, dx / chord];
  const feet = [1, 2].map((third) => [ax + (dx * third) / 3, ay + (dy * third) / 3]);
  const at = feet.map(([x, y], end) => {
    const bend = values.routes[code][end];
    return [x + right[0] * bend, y + right[1] * bend];
  });
  return { ends: [[ax, ay], [bx, by]], right, feet, at };
}

function renderSelection() {
  renderHandles();
  const panel = $("selection");
  // A field does not change while somebody types in it.
  if (panel.contains(document.activeElement) && panel.dataset.of === JSON.stringify(chosen)) {
    for (const input of panel.querySelectorAll("input[type=number]")) {
      if (input !== document.activeElement) input.value = input.read();
    }
    return;
  }
  panel.dataset.of = JSON.stringify(chosen);
  panel.replaceChildren();
  if (!chosen) {
    panel.append(html("p", { textContent: "Click a place, a name, a route or the title." }));
    return;
  }
  const { kind, code } = chosen;
  const fields = html("div", { className: "fields" });
  const row = html("div", { className: "row" });
  const field = (label, read, write, [min, max]) => {
    const input = html("input", { type: "number", min, max, value: read(), disabled: busy, read });
    input.addEventListener("change", () => {
      const typed = input.value.trim();
      if (typed !== "") edit(write(clamp(Math.round(Number(typed)), min, max)), "");
      input.value = read();
    });
    fields.append(html("label", {}, label), input);
    input.ariaLabel = label;
  };
  // One field for each number of a list, which `change` turns into changes.
  const list = (labels, limits, read, change) =>
    labels.forEach((label, at) =>
      field(label, () => read()[at], (value) => change(read().with(at, value)), limits[at]),
    );
  const { width, height } = fixed;
  const most = width + height;
  const place = [[0, width], [0, height]];
  const way = [-most, most];
  const button = (text, title, act) => {
    const node = html("button", { textContent: text, title, disabled: busy });
    node.addEventListener("click", act);
    row.append(node);
  };
  if (kind === "cities" || kind === "labels") {
    const city = values.cities[code];
    list(["x", "y"], place, () => values.cities[code].at, (at) => ({ cities: { [code]: { at } } }));
    list(
      ["name x", "name y"],
      [way, way],
      () => values.cities[code].label,
      (label) => ({ cities: { [code]: { label } } }),
    );
    if (tables.cities[code].breaks) {
      button(city.lines === 1 ? "Two lines" : "One line", "l", toggleLines);
    }
    button(pins.has(code) ? "Unpin" : "Pin", "p: pinned cities stay when polishing", togglePin);
  } else if (kind === "routes") {
    const { ends } = tables.routes[code];
    panel.append(html("p", { textContent: `A is ${ends[0]}, B is ${ends[1]}.` }));
    const read = () => values.routes[code];
    const change = (numbers) => ({ routes: { [code]: numbers } });
    const limits = [way, way, [0, most], [0, most]];
    list(["bend A", "bend B", "room A", "room B"], limits, read, change);
    button("Straighten", "s", straighten);
  } else if (kind === "cartouche") {
    const limits = [...place, [80, width], [40, height]];
    const change = (cartouche) => ({ cartouche });
    list(["left", "top", "width", "height"], limits, () => values.cartouche, change);
  } else {
    list(["x", "y"], place, () => values[kind][code], (at) => ({ [kind]: { [code]: at } }));
  }
  const of = {
    cities: () => `${tables.cities[code].name} (${code})`,
    labels: () => `The name ${tables.cities[code].name} (${code})`,
    borders: () => `Border of ${tables.borders[code].name} (${code})`,
    countries: () => `The name ${tables.countries[code].name} (${code})`,
    routes: () => `${tables.routes[code].name} (${code})`,
    cartouche: () => "The title",
  };
  panel.prepend(html("h2", { textContent: of[kind]() }));
  panel.append(fields, row);
}

function renderHandles() {
  const layer = $("handles");
  layer.replaceChildren();
  if (!chosen) return;
  const { kind, code } = chosen;
  const line = ([x1, y1], [x2, y2], css) => make("line", { x1, y1, x2, y2, class: css }, layer);
  if (kind === "cities" || kind === "labels") {
    line(values.cities[code].at, middle(code), "leash").setAttribute("pointer-events", "none");
  }
  if (kind !== "routes") return;
  const { ends, at } = controls(code);
  // The handles stay about equally large on the screen when the zoom changes.
  const size = clamp(view.width / svg.clientWidth, 0.5, 1.6);
  at.forEach((point, end) => {
    line(ends[end], point, "arm");
    const group = make("g", { class: "handle", transform: `translate(${point})scale(${size})` }, layer);
    Object.assign(group.dataset, { kind, code, end });
    group.classList.toggle("chosen", chosen.end === end);
    make("circle", { r: 9 }, group);
    make("text", { y: 4 }, group).textContent = "AB"[end];
  });
}

// Return the changes that move a thing by dx and dy from the values `from`.
function moved({ kind, code, end }, from, dx, dy) {
  const board = [fixed.width, fixed.height];
  const by = [dx, dy];
  const shift = (at) => at.map((v, axis) => clamp(Math.round(v + by[axis]), 0, board[axis]));
  if (kind === "cities") return { cities: { [code]: { at: shift(from.cities[code].at) } } };
  if (kind === "labels") {
    const label = from.cities[code].label.map((v, axis) => Math.round(v + by[axis]));
    return { cities: { [code]: { label } } };
  }
  if (kind === "cartouche") {
    const [left, top, wide, high] = from.cartouche;
    return { cartouche: [...shift([left, top]), wide, high] };
  }
  if (kind === "routes") {
    const { right } = controls(code);
    const bend = dx * right[0] + dy * right[1];
    const numbers = from.routes[code].map((value, at) =>
      at < 2 && (end === null || end === at) ? Math.round(value + bend) : value,
    );
    return { routes: { [code]: numbers } };
  }
  return { [kind]: { [code]: shift(from[kind][code]) } };
}

function nudge(dx, dy) {
  if (chosen.kind === "routes") {
    // Bend in whole steps, to the side of the line that the arrow key points to.
    const { right } = controls(chosen.code);
    const step = Math.max(Math.abs(dx), Math.abs(dy));
    const side = Math.sign(dx * right[0] + dy * right[1]);
    [dx, dy] = [right[0] * step * side, right[1] * step * side];
  }
  edit(moved(chosen, values, dx, dy), `nudge ${JSON.stringify(chosen)}`);
}

function toggleLines() {
  if (!["cities", "labels"].includes(chosen?.kind) || !tables.cities[chosen.code].breaks) return;
  edit({ cities: { [chosen.code]: { lines: 3 - values.cities[chosen.code].lines } } }, "");
}

function togglePin() {
  if (!["cities", "labels"].includes(chosen?.kind)) return;
  if (!pins.delete(chosen.code)) pins.add(chosen.code);
  render();
}

function straighten() {
  if (chosen?.kind !== "routes") return;
  const [, , a, b] = values.routes[chosen.code];
  edit({ routes: { [chosen.code]: [0, 0, a, b] } }, "");
}

function pad(end, by) {
  if (chosen?.kind !== "routes") return;
  const now = values.routes[chosen.code];
  const numbers = now.with(2 + end, Math.max(0, now[2 + end] + by));
  edit({ routes: { [chosen.code]: numbers } }, `pad ${end} ${chosen.code}`);
}

// ------------------------------------------------------------------------------------ zoom and pan

const view = { x: 0, y: 0, width: 1, height: 1 };

function look() {
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

function whole() {
  Object.assign(view, { x: -10, y: -10, width: fixed.width + 20, height: fixed.height + 20 });
  look();
  renderHandles();
}

// Return the position of a mouse event in board units.
function onBoard(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

function zoom(by, [x, y] = [view.x + view.width / 2, view.y + view.height / 2]) {
  by = clamp(view.width * by, 120, fixed.width * 3) / view.width;
  view.x = x + (view.x - x) * by;
  view.y = y + (view.y - y) * by;
  view.width *= by;
  view.height *= by;
  look();
  renderHandles();
}

function goTo(found) {
  wanted = key(found);
  zoom(Math.min(1, 520 / view.width));
  Object.assign(view, { x: found.x - view.width / 2, y: found.y - view.height / 2 });
  look();
  renderCollisions();
  $("list").querySelector(".wanted")?.scrollIntoView({ block: "nearest" });
}

function next() {
  if (!collisions.length) return;
  const at = collisions.findIndex((found) => key(found) === wanted);
  goTo(collisions[(at + 1) % collisions.length]);
}

// ------------------------------------------------------------------------------------------- events

let drag = null;

svg.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !fixed || busy) return;
  event.preventDefault();
  document.activeElement?.blur();
  svg.setPointerCapture(event.pointerId);
  const thing = event.target.closest("[data-kind]");
  const at = onBoard(event);
  if (!thing) {
    drag = { pan: true, at, moved: false };
    return;
  }
  const { kind, code, end } = thing.dataset;
  choose(kind, code, end === undefined ? null : Number(end));
  // Only the handles bend a route. Dragging the curve itself pans, because it would often be bent by
  // mistake.
  const still = kind === "routes" && end === undefined;
  drag = still
    ? { pan: true, at, moved: true }
    : { what: { ...chosen }, at, from: copy(values), key: `drag ${performance.now()}` };
});

svg.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const at = onBoard(event);
  const [dx, dy] = [at[0] - drag.at[0], at[1] - drag.at[1]];
  if (drag.pan) {
    if (Math.hypot(dx, dy) > (3 * view.width) / svg.clientWidth) drag.moved = true;
    svg.classList.add("panning");
    view.x -= dx;
    view.y -= dy;
    look();
  } else {
    // A drag with a pause is still one step.
    const last = past.at(-1);
    if (last?.key === drag.key) last.time = performance.now();
    edit(moved(drag.what, drag.from, dx, dy), drag.key);
  }
});

svg.addEventListener("pointerup", () => {
  if (drag?.pan && !drag.moved) choose(null);
  svg.classList.remove("panning");
  drag = null;
});

svg.addEventListener("pointercancel", () => {
  svg.classList.remove("panning");
  drag = null;
});

svg.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    zoom(Math.exp(clamp(event.deltaY * lines, -200, 200) / 500), onBoard(event));
  },
  { passive: false },
);

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = {
  "[": () => pad(0, -1),
  "]": () => pad(0, 1),
  "{": () => pad(1, -1),
  "}": () => pad(1, 1),
  s: straighten,
  l: toggleLines,
  p: togglePin,
  n: next,
  "+": () => zoom(0.8),
  "=": () => zoom(0.8),
  "-": () => zoom(1.25),
  0: whole,
  Escape: () => choose(null),
};

addEventListener("keydown", (event) => {
  if (!fixed) return;
  const typing = event.target.closest?.("input");
  // AltGr, which some keyboards need for brackets, counts as Ctrl and Alt together.
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const letter = event.key.toLowerCase();
    if (letter === "s") {
      event.preventDefault();
      typing?.blur(); // what was typed counts
      if (!busy) save();
    } else if (letter === "z" && !typing) {
      event.preventDefault();
      (event.shiftKey ? redo : undo)();
    } else if (letter === "y" && !typing) {
      event.preventDefault();
      redo();
    }
    return;
  }
  if (typing) return;
  const arrow = ARROWS[event.key];
  if (arrow && chosen && !drag) {
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    nudge(arrow[0] * step, arrow[1] * step);
  } else if (Object.hasOwn(KEYS, event.key)) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

addEventListener("beforeunload", (event) => {
  if (unsaved || pending) event.preventDefault();
});

$("save").addEventListener("click", () => save());
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("polish").addEventListener("click", polish);
$("give-up").addEventListener("click", () => ask("api/give-up", {}).catch(() => {}));
$("closer").addEventListener("click", () => zoom(0.8));
$("farther").addEventListener("click", () => zoom(1.25));
$("whole").addEventListener("click", whole);
$("margin").addEventListener("input", () => {
  stale = true;
  send();
});

load().catch((error) => say(error.message, true));
