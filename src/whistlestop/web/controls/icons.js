// The page's icons. They are drawn as SVG paths, because the symbols of fonts look different on every system.
import { html } from "../html.js";

/** The icons that consist of lines: SVG paths in a box of 20 by 20. */
const LINES = {
  menu: "M3 5h14M3 10h14M3 15h14",
  whole: "M12 3h5v5M17 3l-6 6M8 17H3v-5M3 17l6-6",
  arrow: "M3 10h13M11 5l5 5l-5 5",
  left: "M17 10H4M9 5l-5 5l5 5",
  done: "M4 11l4 4L16 5",
  lost: "M5 5l10 10M15 5L5 15",
  folded: "M7 4l6 6l-6 6",
  unfolded: "M4 7l6 6l6-6",
  pieces: "M2 5h16v8H2ZM4.5 16h.1M15.4 16h.1",
  cards: "M6 3h12v11H6ZM3 6.5V17h11.5",
  tickets: "M2 5h16v3.2a1.8 1.8 0 0 0 0 3.6V15H2v-3.2a1.8 1.8 0 0 0 0-3.6Z",
  goods: "M7 6h6l3.5 10.5h-13ZM7 6L5.5 3h9L13 6",
  link: "M8 12l4-4M9 6l2-2a3.6 3.6 0 0 1 5 5l-2 2M11 14l-2 2a3.6 3.6 0 0 1-5-5l2-2",
  bot: "M4 7h12v9H4ZM10 7V3M7.5 11h.1M12.5 11h.1M8 13.5h4",
  people:
    "M7 9a3 3 0 1 0 0-6a3 3 0 0 0 0 6M2 17c0-4 2-6 5-6s5 2 5 6M14 9a2.6 2.6 0 1 0 0-5.2M14.5 11c2.3.3 3.5 2.5 3.5 6",
  say: "M2 4h16v10H9l-4 3.5V14H2Z",
};

/** The icons that consist of filled shapes: SVG paths in a box of 20 by 20. */
const SHAPES = {
  first: "M3 3h3v14H3ZM18 3v14L7 10Z",
  back: "M15 3v14L4 10Z",
  play: "M4 2l14 8l-14 8Z",
  pause: "M4 3h4v14H4ZM12 3h4v14h-4Z",
  forward: "M5 3v14l11-7Z",
  last: "M14 3h3v14h-3ZM2 3v14l11-7Z",
};

/** @typedef {keyof typeof LINES | keyof typeof SHAPES} Sign */

/**
 * An icon as high as the text around it. Screen readers skip it, so put its meaning in words beside it.
 *
 * @param {{name: Sign, class?: string}} props
 */
export function Icon({ name, class: more = "" }) {
  const filled = name in SHAPES;
  /** @type {Record<string, string>} */
  const paths = filled ? SHAPES : LINES;
  return html`<svg class=${`icon ${filled ? "filled" : ""} ${more}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d=${paths[name]} />
  </svg>`;
}
