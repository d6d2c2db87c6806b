// Parts of a page that few need at once: their code and their style sheets are fetched when they are first shown.
import { html, useEffect, useState } from "../html.js";

const RETRY = 3000;

/**
 * A component that fetches its code when it is first shown, and shows nothing until it is there.
 * With `prepare` it is fetched before.
 *
 * @template Props
 * @param {() => Promise<(props: Props) => Child>} fetched
 * @returns {((props: Props) => Child) & {prepare: () => Promise<void>}}
 */
export function late(fetched) {
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
        if (Part) return;
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
    return Part ? html`<${Part} ...${props} />` : null;
  };
  return Object.assign(shown, { prepare });
}

/**
 * The style sheets that were requested, by name. None is requested twice.
 *
 * @type {Map<string, Promise<unknown>>}
 */
const requested = new Map();

/** @param {string} name of a file in `styles/` */
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
 * Add style sheets to the page, one after the other.
 *
 * @param {string[]} names of files in `styles/`
 * @returns {Promise<unknown>} until they are there, or cannot be had
 */
export const loadStyles = (names) =>
  Promise.all(
    names.map((name) => {
      const there = requested.get(name) ?? linked(name);
      requested.set(name, there);
      return there;
    }),
  );
