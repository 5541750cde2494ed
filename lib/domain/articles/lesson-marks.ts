import type { MarkedLesson } from '#lib/contracts/app/articles.ts'
import { lessonMarks } from '#lib/contracts/app/review-values.ts'

export const lessonMarkLabels: Readonly<Record<MarkedLesson['mark'], string>> = {
  applied: 'Applied',
  not_applicable: 'Not applicable',
  not_now: 'Not now',
}

/** Summarizes the marks of a change: "Lessons offered: 2 applied, 1 not applicable". */
export function describeMarkedLessons(marked: readonly Pick<MarkedLesson, 'mark'>[]): string {
  const counts = lessonMarks.flatMap((mark) => {
    const total = marked.filter((lesson) => lesson.mark === mark).length
    return total === 0 ? [] : [`${total} ${lessonMarkLabels[mark].toLowerCase()}`]
  })
  return `Lessons offered: ${counts.join(', ')}`
}

/** Reviewed changes, and those of them that failed or had issues. */
type Outcomes = { readonly reviewed: number; readonly troubled: number }

/** How reviewed changes went that marked a lesson as applied, and those that marked it otherwise. */
export type LessonEffect = { readonly applied: Outcomes; readonly otherwise: Outcomes }

const minCompared = 10

/** Compares the changes with and without a lesson, unless either group is too small to tell. */
export function describeEffect({ applied, otherwise }: LessonEffect): string {
  if (Math.min(applied.reviewed, otherwise.reviewed) < minCompared)
    return `Too few to tell: of the reviewed changes, ${applied.reviewed} applied it and ${otherwise.reviewed} did not. The comparison needs ${minCompared} of each.`
  return `${applied.troubled} of ${applied.reviewed} reviewed changes that applied it failed or had issues, and ${otherwise.troubled} of ${otherwise.reviewed} that marked it otherwise.`
}
