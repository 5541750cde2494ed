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

/** Whether a lesson has what its article needs. */
export const isPublishable = ({ title, content }: Pick<LessonDraft, 'title' | 'content'>): boolean =>
  title.trim() !== '' && content.trim() !== ''
