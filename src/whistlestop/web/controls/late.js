// Parts of a page that few need at once: their code is fetched when they are first shown.
import { html, useEffect, useState } from "../html.js";

const RETRY = 3000;

/**
 * A component that fetches its code when it is first shown, and shows nothing until it is there.
 *
 * @template Props
 * @param {() => Promise<(props: Props) => Child>} fetched
 * @returns {(props: Props) => Child}
 */
export function late(fetched) {
  /** @type {((props: Props) => Child) | undefined} */
  let Part;
  return (props) => {
    const [, setReady] = useState(Part !== undefined);
    useEffect(() => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let retry;
      const look = () => {
        if (Part) return;
        fetched().then(
          (found) => {
            Part = found;
            setReady(true);
          },
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
}
