// Style sheets that not every page needs.

/**
 * Those asked for, by name: none is had twice.
 *
 * @type {Map<string, Promise<unknown>>}
 */
const asked = new Map();

/** @param {string} name of a file in `styles/` */
function linked(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/styles/${name}.css`;
  const there = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = () => {
      asked.delete(name);
      resolve(undefined);
    };
  });
  document.head.append(link);
  return there;
}

/**
 * Add style sheets to the page, one after the other.
 *
 * @param {string[]} names of files in `styles/`
 * @returns {Promise<unknown>} until they are there, or cannot be had
 */
export const loadStyles = (names) =>
  Promise.all(
    names.map((name) => {
      const there = asked.get(name) ?? linked(name);
      asked.set(name, there);
      return there;
    }),
  );
