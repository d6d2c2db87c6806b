// Load parts of a page late. Their code and style sheets are fetched when the part is first shown.
import { html, useEffect, useState } from "../html.js";

/** Milliseconds after a failed request until the next one. */
const RETRY = 3000;

/**
 * Return a component that fetches its code when it is first shown. Call `prepare` to fetch the code earlier.
 *
 * @template Props
 * @param {() => Promise<(props: Props) => Child>} fetched fetches the component
 * @param {() => Child} [place] what is shown until the code has arrived, for example something that keeps its place;
 *   by default nothing
 * @returns {((props: Props) => Child) & {prepare: () => Promise<void>}}
 */
export function late(fetched, place = () => null) {
  /** @type {((props: Props) => Child) | undefined} */
  let Part;
  const prepare = async () => {
    Part = await fetched();
  };
  const shown = (/** @type {Props} */ props) => {
    const [, setReady] = useState(Part !== undefined);
    useEffect(() => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let retry;
      const look = () => {
        if (Part) return setReady(true);
        prepare().then(
          () => setReady(true),
          () => {
            retry = setTimeout(look, RETRY);
          },
        );
      };
      look();
      return () => clearTimeout(retry);
    }, []);
    return Part ? html`<${Part} ...${props} />` : place();
  };
  return Object.assign(shown, { prepare });
}

/**
 * The style sheets that were requested, by name. None is requested twice.
 *
 * @type {Map<string, Promise<unknown>>}
 */
const requested = new Map();

/**
 * Add a style sheet to the page. Return a promise that is fulfilled when it has loaded or failed to load.
 *
 * @param {string} name the name of a file in `styles/`
 */
function linked(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/styles/${name}.css`;
  const there = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = () => {
      requested.delete(name);
      resolve(undefined);
    };
  });
  document.head.append(link);
  return there;
}

/**
 * Add style sheets to the page, in this order.
 *
 * @param {string[]} names the names of files in `styles/`
 * @returns {Promise<unknown>} fulfilled when all of them have loaded or failed to load
 */
export const loadStyles = (names) =>
  Promise.all(
    names.map((name) => {
      const there = requested.get(name) ?? linked(name);
      requested.set(name, there);
      return there;
    }),
  );
