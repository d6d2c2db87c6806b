// Close things that open over the page by Escape, or by a press outside of them.
import { useEffect, useRef } from "../html.js";

/**
 * Return a reference for a `details` element. Escape closes the element and moves the focus back to its summary. A
 * press anywhere else closes it, too.
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
