// What lessons are called.
import { t } from "../language/index.js";
import { editionTitle } from "./names.js";

/**
 * @param {Sent.LessonTitle} lesson
 * @param {Sent.Facts} facts of its board
 */
export const lessonTitle = (lesson, facts) => t(`lesson.${lesson.kind}`, { edition: editionTitle(facts) });
