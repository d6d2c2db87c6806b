// What opens over the page closes again by Escape and by a press beside it.
import { useEffect, useRef } from "../html.js";

/**
 * A reference for a `details` element that closes by Escape, which gives the focus back to its summary,
 * and by a press anywhere else.
 */
export function useDismissal() {
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    const close = (/** @type {Event} */ event) => {
      const opened = details.current;
      if (!opened?.open) return;
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      const outside = event.type === "pointerdown" && !opened.contains(/** @type {Node} */ (event.target));
      if (!escape && !outside) return;
      if (escape) opened.querySelector("summary")?.focus();
      opened.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return details;
}
