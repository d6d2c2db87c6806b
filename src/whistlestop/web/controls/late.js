// Parts of a page that few need at once: their code is fetched when they are first shown.
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
