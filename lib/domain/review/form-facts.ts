import type { LessonDraft, ReviewForm } from '#lib/contracts/app/review-forms.ts'

/** Whether a step is marked as skipped or deviated. */
export const hasDeviation = ({ steps }: Pick<ReviewForm<'plan'>, 'steps'>): boolean =>
  steps.some(({ result }) => result === 'skipped' || result === 'deviated')

/** Whether an incident is confirmed as caused by the change. */
export const hasConfirmed = ({ decisions }: Pick<ReviewForm<'incidents'>, 'decisions'>): boolean =>
  decisions.some(({ decision }) => decision === 'confirmed')

/** The kind that a new lesson has at first: from a failure, where the change caused an incident. */
export const lessonPolarity = (incidents: Pick<ReviewForm<'incidents'>, 'decisions'>) =>
  hasConfirmed(incidents) ? 'negative' : 'neutral'

const headings = ['Context', 'What happened', 'Lesson', 'Recommendation'].map((heading) => `## ${heading}`)

/** What a lesson begins with, for its writer to fill in. */
export const lessonTemplate = `${headings.join('\n\n\n')}\n`

/** The text of a lesson without the headings of the template under which nothing is written. */
export function filledSections(content: string): string {
  const kept: string[] = []
  let isFilled = false
  for (const line of content.split('\n').reverse()) {
    if (!isFilled && headings.includes(line.trim())) continue
    kept.push(line)
    isFilled = !line.startsWith('#') && (isFilled || line.trim() !== '')
  }
  return kept.reverse().join('\n').trim()
}

/** Whether a lesson has what its article needs. */
export const isPublishable = ({ title, content }: Pick<LessonDraft, 'title' | 'content'>): boolean =>
  title.trim() !== '' && filledSections(content) !== ''
