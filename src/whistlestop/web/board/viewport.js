// Looking closer at a board: wheel, pinch, drag and buttons move one CSS transform.

const CLOSEST = 6;
const CLICK_SLACK = 6;

export class Viewport {
  /**
   * @param {HTMLElement} frame what is looked through
   * @param {HTMLElement} sheet what is looked at; as large as it fits into the frame at scale 1
   */
  constructor(frame, sheet) {
    this.frame = frame;
    this.sheet = sheet;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.travelled = 0;
    /** @type {(event: PointerEvent) => void} */
    this.onTap = () => {};
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.lift(event));
    this.watcher = new ResizeObserver(() => this.place());
    this.watcher.observe(frame);
  }

  close() {
    this.watcher.disconnect();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoomAt(Math.exp(-step / 400), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (this.fingers.size === 0) this.travelled = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.sheet.classList.add("moving");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    this.travelled += Math.hypot(dx, dy);
    if (this.travelled > CLICK_SLACK) this.frame.setPointerCapture(event.pointerId);
    if (others.length === 0) {
      if (this.travelled > CLICK_SLACK) this.shift(dx, dy);
    } else {
      const [other] = others;
      const apart = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.zoomAt(now / apart, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      this.shift(dx / 2, dy / 2);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  up(event) {
    const known = this.lift(event);
    if (known && this.fingers.size === 0 && this.travelled <= CLICK_SLACK) this.onTap(event);
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const known = this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) this.sheet.classList.remove("moving");
    return known;
  }

  /**
   * @param {number} factor
   * @param {number} clientX the point that stays where it is
   * @param {number} clientY
   */
  zoomAt(factor, clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    const scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const px = clientX - box.left - box.width / 2;
    const py = clientY - box.top - box.height / 2;
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  /** @param {number} factor */
  zoom(factor) {
    const box = this.frame.getBoundingClientRect();
    this.zoomAt(factor, box.left + box.width / 2, box.top + box.height / 2);
  }

  whole() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.place();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.place();
  }

  /** The sheet never leaves a gap where it could cover the frame. */
  place() {
    const slackX = Math.max(0, (this.sheet.offsetWidth * this.scale - this.frame.clientWidth) / 2);
    const slackY = Math.max(0, (this.sheet.offsetHeight * this.scale - this.frame.clientHeight) / 2);
    this.x = Math.min(slackX, Math.max(-slackX, this.x));
    this.y = Math.min(slackY, Math.max(-slackY, this.y));
    this.sheet.style.setProperty("transform", `translate(${this.x}px, ${this.y}px) scale(${this.scale})`);
  }
}
