import type { StoryLesson } from './story.ts'

/** A lesson as Markdown: heading, context, what happened, lesson, recommendation. */
export function writeArticle(lesson: StoryLesson): string {
  return [
    `# ${lesson.title}`,
    '## Context',
    lesson.context,
    '## What happened',
    lesson.happened,
    '## Lesson',
    lesson.lesson,
    '## Recommendation',
    lesson.recommendations.map((line) => `- ${line}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
