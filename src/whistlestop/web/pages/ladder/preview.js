// Whether a game would count for the ladder with the settings that the reader has chosen on the start page.
import { html, useEffect, useState } from "../../html.js";
import { addCatalogue, t } from "../../language/index.js";
import { post } from "../../net/api.js";

/** Milliseconds after a change of the settings until the server is asked. */
const PAUSE = 250;

/**
 * The sentence that says whether a game with these settings would count. People who are not on the ladder see nothing.
 *
 * @param {{wanted: Sent.WantedTable}} props
 */
export function LadderPreview({ wanted }) {
  const [found, setFound] = useState(/** @type {Sent.LadderPreview | null} */ (null));
  const [spoken, setSpoken] = useState(false);
  const asked = JSON.stringify(wanted);
  // The answer does not matter to a person who is not on the ladder.
  const away = found !== null && !found.joined;
  useEffect(
    () =>
      void addCatalogue("ladder/").then(
        () => setSpoken(true),
        () => {},
      ),
    [],
  );
  useEffect(() => {
    if (away) return undefined;
    let stale = false;
    const timer = setTimeout(
      () =>
        post("/api/ladder/preview", JSON.parse(asked)).then(
          (answer) => stale || setFound(answer),
          () => stale || setFound(null),
        ),
      PAUSE,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked, away]);
  if (!found?.joined || !spoken) return null;
  return html`<p class="quiet ladder-note" role="status">
    ${t(found.why_not ? `ladder.why.${found.why_not}` : "ladder.counts")}
  </p>`;
}
