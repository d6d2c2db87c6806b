// Zoom and move a board. Wheel, pinch, drag and buttons change one CSS transform.
//
// While the board moves, the browser's compositor shifts and scales it as one picture. Nothing is laid out or
// painted, and the transform is set at most once a frame. The board is not scaled by `scale()` then, but moved
// towards the eye in perspective, which looks the same: Chromium lays out all text of a drawing again whenever its
// scale changes. When the board has come to rest, it is painted sharp at its new size.
import { mayMove } from "../settings.js";

const CLOSEST = 6;
const CLICK_SLACK = 6;
/** Milliseconds after the last turn of the wheel until the board is at rest. */
const REST = 160;
const GLIDE = 180;
/** The distance of the eye from the board while the board moves, in pixels of CSS perspective. */
const EYE = 1000;

export class Viewport {
  /**
   * @param {HTMLElement} frame the element that clips the board and receives the gestures
   * @param {HTMLElement} sheet the element that is moved; at scale 1 it fits into the frame
   */
  constructor(frame, sheet) {
    this.frame = frame;
    this.sheet = sheet;
    this.scale = 1;
    /** The scale at which the board was last painted sharp. */
    this.painted = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.travelled = 0;
    /** The frame's middle in the window. It is read once a gesture, because reading it forces a layout. */
    this.middle = { x: 0, y: 0 };
    /**
     * The animation that keeps the sheet on a compositor layer while it moves.
     *
     * @type {Animation | undefined}
     */
    this.moving = undefined;
    /**
     * The animation to the position that a button asked for.
     *
     * @type {Animation | undefined}
     */
    this.gliding = undefined;
    this.due = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {(event: PointerEvent) => void} */
    this.onTap = () => {};
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.lift(event));
    /** Called when the board has come to rest, or when its size has changed. */
    this.onRest = () => {};
    this.room = { width: 0, height: 0 };
    this.size = { width: 0, height: 0 };
    this.measure();
    this.watcher = new ResizeObserver(() => {
      this.measure();
      this.place();
      this.onRest();
    });
    this.watcher.observe(frame);
    this.watcher.observe(sheet);
  }

  close() {
    this.watcher.disconnect();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.due);
  }

  /** Read the sizes of frame and sheet. Do so only when they change, because reading forces a layout. */
  measure() {
    const { frame, sheet } = this;
    this.room = { width: frame.clientWidth, height: frame.clientHeight };
    this.size = { width: sheet.offsetWidth, height: sheet.offsetHeight };
  }

  /** Begin or continue a gesture. */
  begin() {
    clearTimeout(this.resting);
    if (this.moving) return;
    // This animation changes nothing. But without it, Chromium would decide at every frame on which layer each of
    // the drawing's thousand shapes belongs.
    this.moving = this.sheet.animate([{ transform: "none" }, { transform: "none" }], { duration: 1, composite: "add" });
    this.moving.pause();
    const box = this.frame.getBoundingClientRect();
    this.middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    this.frame.style.setProperty("perspective", `${EYE}px`);
    this.frame.classList.add("moving");
    this.place();
  }

  /**
   * End the gesture after a while, unless another one begins before. Then paint the board sharp.
   *
   * @param {number} [wait] milliseconds
   */
  rest(wait = REST) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.gliding?.cancel();
      this.moving?.cancel();
      this.moving = undefined;
      this.frame.classList.remove("moving");
      this.frame.style.removeProperty("perspective");
      this.painted = this.scale;
      this.place();
      this.onRest();
    }, wait);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.begin();
    this.zoomAt(Math.exp(-step / 400), event.clientX, event.clientY);
    if (this.fingers.size === 0) this.rest();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (this.fingers.size === 0) this.travelled = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    const still = this.travelled <= CLICK_SLACK;
    this.travelled += Math.hypot(dx, dy);
    if (this.travelled > CLICK_SLACK) {
      if (still) this.frame.setPointerCapture(event.pointerId);
      this.begin();
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.begin();
      const apart = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.zoomAt(now / apart, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      this.shift(dx / 2, dy / 2);
    } else if (this.travelled > CLICK_SLACK) {
      this.shift(dx, dy);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /**
   * Handle a released pointer. It is a tap if no finger is left and none has moved.
   *
   * @param {PointerEvent} event
   */
  up(event) {
    const known = this.lift(event);
    if (known && this.fingers.size === 0 && this.travelled <= CLICK_SLACK) this.onTap(event);
  }

  /**
   * Forget a pointer. Return whether it was pressed on the board.
   *
   * @param {PointerEvent} event
   */
  lift(event) {
    const known = this.fingers.delete(event.pointerId);
    if (this.moving && this.fingers.size === 0) this.rest();
    return known;
  }

  /**
   * Multiply the scale by a factor, within the limits.
   *
   * @param {number} factor
   * @param {number} clientX the point of the window that stays where it is
   * @param {number} clientY
   */
  zoomAt(factor, clientX, clientY) {
    const scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const px = clientX - this.middle.x;
    const py = clientY - this.middle.y;
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.placeSoon();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.placeSoon();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.begin();
    this.zoomAt(factor, this.middle.x, this.middle.y);
    this.glide();
  }

  /** Show the whole board again. */
  whole() {
    this.begin();
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.glide();
  }

  /** Move the board to its new position and scale: smoothly, or at once if the reader wants no motion. */
  glide() {
    const from = getComputedStyle(this.sheet).transform;
    this.place();
    if (mayMove()) {
      this.gliding = this.sheet.animate([{ transform: from }, { transform: this.transform() }], {
        duration: GLIDE,
        easing: "ease-out",
      });
    }
    this.rest(GLIDE);
  }

  placeSoon() {
    this.due ||= requestAnimationFrame(() => this.place());
  }

  /** Set the transform. A board that is larger than the frame always covers all of it, however far it is moved. */
  place() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    const slackX = Math.max(0, (this.size.width * this.scale - this.room.width) / 2);
    const slackY = Math.max(0, (this.size.height * this.scale - this.room.height) / 2);
    this.x = Math.min(slackX, Math.max(-slackX, this.x));
    this.y = Math.min(slackY, Math.max(-slackY, this.y));
    this.sheet.style.setProperty("transform", this.transform());
    this.frame.classList.toggle("closer", this.scale > 1);
  }

  /** Return the CSS transform. It is a 3D one, so that the board is a compositor layer even at rest. */
  transform() {
    const nearer = this.scale / this.painted;
    const [x, y, z] = [this.x / nearer, this.y / nearer, EYE * (1 - 1 / nearer)];
    return `translate3d(${x}px, ${y}px, ${z}px) scale(${this.painted})`;
  }
}
