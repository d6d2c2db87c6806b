// Load hints and the coach with their styles and sentences.
import { loadStyles } from "../../controls/late.js";
import { addCatalogue } from "../../language/index.js";

/** Load what hints and the coach share. */
const prepared = () => Promise.all([loadStyles(["advice"]), addCatalogue("reviews/")]);

/** Load the component with the hint. */
export async function hintPanel() {
  const [{ HintPanel }] = await Promise.all([import("./panel.js"), prepared()]);
  return HintPanel;
}

/** Load the component of the coach. */
export async function trainerWarning() {
  const [{ Trainer }] = await Promise.all([import("./trainer.js"), prepared()]);
  return Trainer;
}
