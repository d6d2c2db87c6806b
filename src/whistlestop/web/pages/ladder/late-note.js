// The note about the ladder, which is fetched with its words when it is first shown.
import { late } from "../../controls/late.js";
import { addCatalogue } from "../../language/index.js";

export const LadderNote = late(async () => {
  const [note] = await Promise.all([import("./note.js"), addCatalogue("ladder/")]);
  return note.LadderNote;
});
