// Who the reader is: a name, remembered by the server.
import { html, signal, useState } from "../html.js";
import { get, post } from "../net/api.js";
import { drawnBy } from "../net/drawings.js";
import { t } from "../language/index.js";

export const person = signal(/** @type {any} */ (null));

/** Ask who one is; the answer also tells which version of the drawings to fetch. */
export async function introduce() {
  person.value = await get("/api/me");
  drawnBy(person.value.version);
}

export function Name() {
  const [saved, setSaved] = useState(false);
  const save = async (/** @type {any} */ event) => {
    const name = event.target.value.trim();
    if (!name || name === person.value?.name) return;
    try {
      person.value = { ...person.value, ...(await post("/api/me", { name })) };
      setSaved(true);
    } catch {
      setSaved(false);
    }
  };
  return html`<label class="name">
    <span>${t("person.name")}</span>
    <input type="text" maxlength="24" autocomplete="nickname" value=${person.value?.name ?? ""} onChange=${save} />
    <span role="status" class="visually-hidden">${saved ? t("person.saved") : ""}</span>
  </label>`;
}
