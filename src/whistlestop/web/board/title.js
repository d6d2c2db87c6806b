// The title of a board, in its cartouche. In the drawing, the printed title consists of outlines. A title in the
// reader's language replaces it, in the largest font size that fits into the cartouche.

const SVG = "http://www.w3.org/2000/svg";
/** The width of the cartouche's corners and lines, in board units. */
const CORNERS = 56;
/** The largest font size, as a share of the cartouche's height. */
const HEIGHT = 0.42;
/** The distance from the base line up to the middle of a capital letter, as a share of the font size. */
const MIDDLE = 0.33;

export class BoardTitle {
  /** @param {SVGSVGElement} svg a drawing in the page, with its fonts loaded, because titles are measured */
  constructor(svg) {
    this.printed = /** @type {SVGGElement | null} */ (svg.querySelector(".title .outlined"));
    const cartouche = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(".title .cartouche"));
    this.box = cartouche?.getBBox() ?? new DOMRect();
    this.text = document.createElementNS(SVG, "text");
    this.text.setAttribute("class", "local-title middle");
  }

  /**
   * Show a title in the cartouche.
   *
   * @param {string} title
   * @param {string} printed the title in the drawing, which is shown unchanged if it is the same
   */
  show(title, printed) {
    if (!this.printed) return;
    this.text.remove();
    this.printed.style.display = title === printed ? "" : "none";
    if (title === printed) return;
    this.text.textContent = title;
    this.text.setAttribute("x", String(this.box.x + this.box.width / 2));
    this.printed.after(this.text);
    const largest = this.box.height * HEIGHT;
    this.text.setAttribute("font-size", String(largest));
    const wide = this.text.getComputedTextLength();
    const size = largest * Math.min(1, (this.box.width - CORNERS) / wide);
    this.text.setAttribute("font-size", String(size));
    // Keep the middle of the letters at the same height for every font size.
    const [, base, scale] = (this.printed.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
    this.text.setAttribute("y", String(base + (size - scale * 1000) * MIDDLE));
  }
}
