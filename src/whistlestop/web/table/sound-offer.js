// The question whether the reader wants sounds. It lies over the header for as long as it is open.
import { html } from "../html.js";
import { t } from "../language/index.js";
import { sounds } from "../settings.js";
import { asking, play } from "../sound.js";

/** The question, with an answer that switches sounds on and lets the reader hear one. */
export function SoundOffer() {
  if (sounds.value) return null;
  const answer = (/** @type {boolean} */ wanted) => () => {
    asking.value = false;
    sounds.value = wanted;
    play("claim");
  };
  return html`<section class="sound-offer" aria-label=${t("menu.sounds")}>
    <p role="status">${t("sounds.ask")}</p>
    <button type="button" class="small" onClick=${answer(true)}>${t("sounds.yes")}</button>
    <button type="button" class="small" onClick=${answer(false)}>${t("sounds.no")}</button>
  </section>`;
}
