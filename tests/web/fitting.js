// What is wrong with the controls that can be seen: cut off, out of the window, under another one.
() => {
  const CONTROLS = "button, a[href], input, select, summary, label, textarea";
  // Rows that a finger or a wheel shifts: what they hold is longer than they are.
  const ROWS = ".hand, .tickets";
  const style = (one) => getComputedStyle(one);
  const hidden = (one) =>
    style(one).clipPath === "inset(50%)" ||
    one.closest(".visually-hidden, .skip, svg") ||
    !one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const join = (a, b) => ({
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  });
  const empty = ({ left, right, top, bottom }) => right - left < 1 || bottom - top < 1;
  const texts = (one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.textContent.trim() || hidden(text.parentElement)) continue;
      if (text.parentElement.closest("select, option")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const part of range.getClientRects())
        if (part.width > 0.5) found.push(box({ getBoundingClientRect: () => part }));
    }
    return found;
  };
  const layer = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { position, zIndex } = style(at);
      if (position !== "static" && zIndex !== "auto") return at;
    }
    return null;
  };
  const named = (one) => {
    const words = (one.innerText || one.getAttribute("aria-label") || one.value || "").trim().replace(/\s+/g, " ");
    const kind =
      one.className && typeof one.className === "string" ? `.${one.className.trim().split(/\s+/).join(".")}` : "";
    return `${one.localName}${kind} “${words.slice(0, 40)}”`;
  };
  const faults = [];
  const known = [];
  for (const one of document.querySelectorAll(CONTROLS)) {
    if (hidden(one) || one.closest("details:not([open]) > :not(summary)")) continue;
    let whole = box(one);
    if (whole.right - whole.left < 1 || whole.bottom - whole.top < 1) continue;
    // A line that ends in dots is opened by a press, and then tells all.
    const opens = one.matches(".happened > summary");
    const written = opens ? [] : texts(one);
    const inline = style(one).display === "inline";
    for (const part of inline ? [] : written) {
      if (part.left < whole.left - 1 || part.right > whole.right + 1) {
        const out = Math.max(whole.left - part.left, part.right - whole.right);
        faults.push(`${named(one)}: its words stick out by ${Math.round(out)}`);
        break;
      }
    }
    const field = one.matches("input, textarea, select");
    // Of a stack of cards, one sticks out.
    const stack = one.matches(".slot");
    if (!inline && !field && !stack && !opens && one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
      faults.push(`${named(one)}: ${one.scrollWidth - one.clientWidth} too wide`);
    }
    if (!inline && !field && !opens && style(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1) {
      faults.push(`${named(one)}: ${one.scrollHeight - one.clientHeight} too high`);
    }
    if (one.localName === "select") {
      const line = document.createElement("span");
      line.textContent = one.selectedOptions[0]?.textContent.trim().replace(/\s+/g, " ");
      const { font, letterSpacing } = style(one);
      line.style.cssText = `position: absolute; white-space: pre; font: ${font}; letter-spacing: ${letterSpacing}`;
      document.body.append(line);
      const room = one.clientWidth - parseFloat(style(one).paddingLeft) - parseFloat(style(one).paddingRight);
      const needs = line.getBoundingClientRect().width;
      line.remove();
      if (needs > room + 1)
        faults.push(`${named(one)}: ${Math.round(needs - room)} of “${line.textContent}” are cut off`);
    }
    for (const part of written) whole = join(whole, part);
    let seen = whole;
    let row = false;
    let shifts = false;
    let fixed = false;
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      if (style(at).position === "fixed") fixed = true;
      if (at === one) continue;
      const { overflowX, overflowY } = style(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edge = box(at);
      const scrollsX = overflowX === "auto" || overflowX === "scroll";
      const scrollsY = overflowY === "auto" || overflowY === "scroll";
      if (scrollsX && at.matches(ROWS)) row = true;
      if (!row && (whole.left < edge.left - 1 || whole.right > edge.right + 1)) {
        const out = Math.max(edge.left - whole.left, whole.right - edge.right);
        faults.push(`${named(one)}: cut off by ${named(at).slice(0, 40)} at the side, ${Math.round(out)}`);
      }
      if (!scrollsY && !row && !shifts && (whole.top < edge.top - 1 || whole.bottom > edge.bottom + 1)) {
        const out = Math.max(edge.top - whole.top, whole.bottom - edge.bottom);
        faults.push(`${named(one)}: cut off by ${named(at).slice(0, 40)} above or below, ${Math.round(out)}`);
      }
      shifts ||= scrollsY;
      seen = meet(seen, edge);
      if (at.localName === "dialog" || style(at).position === "fixed") break;
    }
    if (!row && (whole.left < -1 || whole.right > document.documentElement.clientWidth + 1)) {
      faults.push(`${named(one)}: out of the window, ${Math.round(Math.max(-whole.left, whole.right - innerWidth))}`);
    }
    if (fixed && !row && style(one).position === "fixed" && (whole.top < -1 || whole.bottom > innerHeight + 1)) {
      faults.push(`${named(one)}: below the window`);
    }
    if (!empty(seen)) known.push({ one, seen, layer: layer(one) });
  }
  for (const [at, a] of known.entries()) {
    for (const b of known.slice(at + 1)) {
      if (a.layer !== b.layer || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      const { left, right, top, bottom } = meet(a.seen, b.seen);
      if (right - left > 1.5 && bottom - top > 1.5) {
        faults.push(
          `${named(a.one)} and ${named(b.one)} overlap by ${Math.round(right - left)}x${Math.round(bottom - top)}`,
        );
      }
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} wider than the window`);
  return faults;
};
