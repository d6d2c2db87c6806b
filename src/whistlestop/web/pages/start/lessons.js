// Where lessons are offered: to newcomers first of all, and for each board.
import { html, useEffect, useState } from "../../html.js";
import { t } from "../../language/index.js";
import { editionTitle } from "../../names/names.js";
import { lessonTitle } from "../../names/lessons.js";
import { get } from "../../net/api.js";

/** All lessons, once they are here; without them the page goes on as it is. */
export function useLessons() {
  const [lessons, setLessons] = useState(/** @type {Sent.LessonTitle[]} */ ([]));
  useEffect(() => {
    get("/api/lessons").then(setLessons, () => {});
  }, []);
  return lessons;
}

/**
 * The first games: for whoever comes for the first time it is hard to miss, for others one line.
 *
 * @param {{lessons: Sent.LessonTitle[], editions: Sent.Facts[], newcomer: boolean}} props
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
 * The lessons on one board.
 *
 * @param {{lessons: Sent.LessonTitle[], facts: Sent.Facts}} props
 */
export const BoardLessons = ({ lessons, facts }) =>
  facts.own
    ? null
    : lessons
        .filter(({ edition }) => edition === facts.name)
        .map(
          (lesson) =>
            html`<a key=${lesson.name} class="lesson-link" href=${`/learn/${lesson.name}`}>
              ${t("lesson.link", { title: lessonTitle(lesson, facts), n: lesson.minutes })}
            </a>`,
        );
