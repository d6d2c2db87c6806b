// What a board is called, in its cartouche. A drawing has the printed title as outlines; a title of
// the reader's language stands where it stood, as large as the cartouche has room for it.

const SVG = "http://www.w3.org/2000/svg";
/** What the cartouche's corners and lines take of its width, and the share of its height that type may have. */
const CORNERS = 56;
const HEIGHT = 0.42;
/** From the base line up to the middle of a capital, as a share of the type's size. */
const MIDDLE = 0.33;

export class BoardTitle {
  /** @param {SVGSVGElement} svg a drawing that is in the page, its fonts there: titles are measured */
  constructor(svg) {
    this.printed = /** @type {SVGGElement | null} */ (svg.querySelector(".title .outlined"));
    const cartouche = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(".title .cartouche"));
    this.box = cartouche?.getBBox() ?? new DOMRect();
    this.text = document.createElementNS(SVG, "text");
    this.text.setAttribute("class", "local-title middle");
  }

  /**
   * Call the board so.
   *
   * @param {string} title
   * @param {string} printed
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
    // On a line through the same middle at every size.
    const [, base, scale] = (this.printed.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
    this.text.setAttribute("y", String(base + (size - scale * 1000) * MIDDLE));
  }
}
