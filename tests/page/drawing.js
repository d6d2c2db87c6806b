// Elements of a document for tests without a browser. They save the attributes, children and animations that they get.
// The width of a text is proportional to its number of letters. An animation ends when the test ends it.

/** The width of a letter, as a share of the font size. */
export const LETTER = 0.5;

export class Thing {
  /** @param {string} tag */
  constructor(tag, attributes = {}, ...children) {
    this.tagName = tag;
    this.attributes = new Map();
    this.style = {
      setProperty: (name, text) => (this.style[name] = text),
      removeProperty: (name) => delete this.style[name],
    };
    this.words = new Set();
    this.children = [];
    this.textContent = "";
    /** The animations so far, each with its frames, its timing, and the functions that end it. */
    this.animations = [];
    this.classList = {
      add: (word) => this.words.add(word),
      remove: (word) => this.words.delete(word),
      contains: (word) => this.words.has(word),
      toggle: (word, on) => (on ? this.words.add(word) : this.words.delete(word)),
      get length() {
        return 0;
      },
    };
    for (const [name, given] of Object.entries(attributes)) this.setAttribute(name, String(given));
    this.append(...children);
  }
  get id() {
    return this.getAttribute("id") ?? "";
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  setAttribute(name, text) {
    this.attributes.set(name, text);
    if (name === "class") for (const word of text.split(" ")) this.words.add(word);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  append(...children) {
    for (const child of children) this.put(this.children.length, child);
  }
  put(at, child) {
    child.remove?.();
    child.parent = this;
    this.children.splice(at, 0, child);
  }
  after(next) {
    next.remove();
    this.parent.put(this.parent.children.indexOf(this) + 1, next);
  }
  replaceWith(...others) {
    const { parent } = this;
    const at = parent.children.indexOf(this);
    this.remove();
    others.forEach((other, more) => parent.put(at + more, other));
  }
  replaceChildren(...children) {
    for (const child of [...this.children]) child.remove();
    this.append(...children);
  }
  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = undefined;
  }
  cloneNode() {
    const twin = new Thing(this.tagName, Object.fromEntries(this.attributes));
    twin.textContent = this.textContent;
    return twin;
  }
  /** @returns {Thing[]} this element and all elements in it */
  all() {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
  /** Find elements by the last class of each selector. A test can set `finds` to answer other selectors. */
  querySelectorAll(selector) {
    return (
      this.finds?.(selector) ??
      this.all().filter((one) => selector.split(", ").some((part) => one.words.has(part.split(".").at(-1))))
    );
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  getComputedTextLength() {
    return this.textContent.length * Number(this.getAttribute("font-size")) * LETTER;
  }
  animate(frames, timing) {
    /** @type {{land?: () => void, cancel?: (why: Error) => void}} */
    const ways = {};
    const finished = new Promise((land, cancel) => Object.assign(ways, { land, cancel }));
    const animation = {
      frames,
      timing,
      finished,
      pause() {},
      ...ways,
      cancel: () => ways.cancel?.(new Error("cancelled")),
    };
    finished.catch(() => {});
    this.animations.push(animation);
    return animation;
  }
}

/** The browser's animation frames. `next` runs the functions that wait for the next frame. */
export class Pictures {
  constructor() {
    this.due = new Map();
    this.last = 0;
    globalThis.requestAnimationFrame = (act) => {
      this.due.set((this.last += 1), act);
      return this.last;
    };
    globalThis.cancelAnimationFrame = (id) => this.due.delete(id);
  }
  next() {
    const now = [...this.due.values()];
    this.due.clear();
    for (const act of now) act();
  }
}

/** The observers of sizes that are not disconnected. `resized` calls all of them. */
export const watchers = [];
globalThis.ResizeObserver = class {
  constructor(told) {
    this.told = told;
    watchers.push(this);
  }
  observe() {}
  disconnect() {
    watchers.splice(watchers.indexOf(this), 1);
  }
};
export const resized = () => [...watchers].forEach((one) => one.told());

globalThis.DOMRect = class {
  constructor(x = 0, y = 0, width = 0, height = 0) {
    Object.assign(this, { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height });
  }
};
globalThis.getComputedStyle = (one) => ({
  fontSize: one.getAttribute("font-size"),
  transform: one.style.transform ?? "none",
});

/** Wait until everything that depends on fulfilled promises has run. */
export const settled = () => new Promise((done) => setImmediate(done));

document.createElementNS = (_, tag) => new Thing(tag);
document.body = new Thing("body");
