// Style sheets that not every page needs.

/**
 * Add style sheets to the page, one after the other.
 *
 * @param {string[]} names of files in `styles/`
 * @returns {Promise<unknown>} until they are there, or cannot be had
 */
export const dress = (names) =>
  Promise.all(
    names.map((name) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = `/static/styles/${name}.css`;
      const there = new Promise((resolve) => {
        link.onload = resolve;
        link.onerror = resolve;
      });
      document.head.append(link);
      return there;
    }),
  );
