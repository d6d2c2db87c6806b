// The titles of lessons.
import { t } from "../language/index.js";
import { editionTitle } from "./names.js";

/**
 * Return the title of a lesson in the reader's language.
 *
 * @param {Sent.LessonTitle} lesson
 * @param {{name: string, title: string, own?: boolean}} facts the lesson's edition, or a variant of it
 */
export const lessonTitle = (lesson, facts) =>
  t(`lesson.${lesson.kind}`, { edition: editionTitle({ ...facts, name: lesson.edition }) });
