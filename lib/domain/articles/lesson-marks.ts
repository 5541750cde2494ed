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
