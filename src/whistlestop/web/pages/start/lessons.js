// Links to lessons: for new players at the top of the start page, and for each board.
import { html, useEffect, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { editionTitle } from "../../names/names.js";
import { lessonTitle } from "../../names/lessons.js";
import { get } from "../../net/api.js";

/** Return all lessons. The list is empty until they have loaded, and if they fail to load. */
export function useLessons() {
  const [lessons, setLessons] = useState(/** @type {Sent.LessonTitle[]} */ ([]));
  useEffect(() => {
    get("/api/lessons").then(setLessons, () => {});
  }, []);
  return lessons;
}

/**
 * The links to the lessons for a first game. They are large for newcomers, and in one line for others.
 *
 * @param {{lessons: Sent.LessonTitle[], editions: Sent.Board[], newcomer: boolean}} props
 */
export function StartHere({ lessons, editions, newcomer }) {
  const first = lessons.filter(({ kind }) => kind === "first_game");
  const links = first.flatMap((lesson, at) => {
    const facts = editions.find(({ name }) => name === lesson.edition);
    if (!facts) return [];
    const look = newcomer ? `button ${at === 0 ? "main large" : ""}` : "";
    return [html`<a key=${lesson.name} class=${look} href=${`/learn/${lesson.name}`}>${editionTitle(facts)}</a>`];
  });
  if (links.length === 0) return null;
  return html`<section class=${`start-here ${newcomer ? "newcomer" : ""}`}>
    <h2>${t("lesson.start_here")}</h2>
    <p>${t("lesson.start_about", { n: first[0].minutes })}</p>
    <div class="start-here-games">${links}</div>
  </section>`;
}

/**
 * The links to the lessons on one board.
 *
 * @param {{lessons: Sent.LessonTitle[], board: {name: string, title: string}}} props
 */
export const BoardLessons = ({ lessons, board }) =>
  lessons
    .filter(({ edition }) => edition === board.name)
    .map(
      (lesson) =>
        html`<a key=${lesson.name} class="lesson-link" href=${`/learn/${lesson.name}`}>
          ${t("lesson.link", { title: lessonTitle(lesson, board), n: lesson.minutes })}
        </a>`,
    );
