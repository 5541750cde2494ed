import type { LessonDraft, ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { planStepResults, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import type { Promised } from './questions/objective.ts'
import { emptyAnswers } from './questions/question.ts'
import { steps } from './questions/steps.ts'

export type ReviewedChange = Promised &
  Pick<ChangeRecord, 'number' | 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'> & {
    /** Versions of reviews that are older than questions about it lack it. */
    readonly type?: ChangeRecord['type'] | undefined
    readonly measures?: ChangeRecord['measures'] | undefined
  }

export type ReviewFormValues = { readonly [Step in ReviewStep]: ReviewForm<Step> }

const mapSteps = <Value>(map: (step: ReviewStep) => Value) =>
  Object.fromEntries(reviewSteps.map((step) => [step, map(step)])) as Readonly<Record<ReviewStep, Value>>

/** Returns the forms of a review without saved answers: times are those of the change, all questions are open. */
export function emptyReviewForms(change: ReviewedChange): ReviewFormValues {
  const window = getDefaultIncidentWindow(change)
  const empty = mapSteps((step) => emptyAnswers(steps[step])) as unknown as ReviewFormValues
  return {
    ...empty,
    plan: { ...empty.plan, actual_start: change.actual_start, actual_end: change.actual_end },
    incidents: { ...empty.incidents, window_start: window.start, window_end: window.end },
  }
}

export const pickForms = (review: Pick<Review, 'steps'>): ReviewFormValues =>
  mapSteps((step) => review.steps[step].form) as unknown as ReviewFormValues

/** Returns the change as a completed review judged it, whatever was edited or measured since; else as it is. */
export function findJudgedChange<Change extends ReviewedChange>(
  change: Change,
  { status }: Pick<Review, 'status'>,
  versions: readonly Pick<ReviewVersion, 'said'>[],
): Change {
  const said = status === 'completed' ? versions.at(-1)?.said.change : undefined
  return said ? { ...change, measures: [], ...said, number: change.number } : change
}

/** Returns a review with other forms than the saved ones. */
export const replaceForms = (review: Review, forms: ReviewFormValues): Review => ({
  ...review,
  steps: mapSteps((step) => ({ ...review.steps[step], form: forms[step] })) as unknown as Review['steps'],
})

/** True if a step is marked as skipped or deviated. */
export const hasDeviation = ({ steps }: Pick<ReviewForm<'plan'>, 'steps'>): boolean =>
  steps.some(({ result }) => result === 'skipped' || result === 'deviated')

/** True if an incident is confirmed as caused by the change. */
export const hasConfirmed = ({ decisions }: Pick<ReviewForm<'incidents'>, 'decisions'>): boolean =>
  decisions.some(({ decision }) => decision === 'confirmed')

/** Counts the minutes in which at least one of the incidents was open; null without incidents, and while one is open. */
export function countOpenMinutes(incidents: readonly Pick<Incident, 'opened_at' | 'resolved_at'>[]): number | null {
  let total = 0
  let until = 0
  for (const { opened_at: opened, resolved_at: resolved } of incidents.toSorted((one, other) =>
    one.opened_at < other.opened_at ? -1 : 1,
  )) {
    if (resolved === null) return null
    const end = Date.parse(resolved)
    total += Math.max(0, end - Math.max(Date.parse(opened), until))
    until = Math.max(until, end)
  }
  return incidents.length === 0 ? null : Math.round(total / 60_000)
}

/** Finds out whether the full form has the details of a "Yes" of the short form. */
export const hasDetails: { readonly [Step in ReviewStep]?: (form: ReviewForm<Step>) => boolean } = {
  plan: hasDeviation,
  incidents: hasConfirmed,
  lessons: ({ drafts }) => drafts.length > 0,
}

/** Returns the initial polarity of a new lesson: negative if the change caused an incident. */
export const getLessonPolarity = (incidents: Pick<ReviewForm<'incidents'>, 'decisions'>) =>
  hasConfirmed(incidents) ? 'negative' : 'neutral'

const headings = ['Context', 'What happened', 'Lesson', 'Recommendation'].map((heading) => `## ${heading}`)

/** The template of a lesson, for its writer to complete. */
export const lessonTemplate = `${headings.join('\n\n\n')}\n`

/** Removes the template headings without text below them. */
export function removeEmptySections(content: string): string {
  const filledLines: string[] = []
  let isFilled = false
  for (const line of content.split('\n').reverse()) {
    if (!isFilled && headings.includes(line.trim())) continue
    filledLines.push(line)
    isFilled = !line.startsWith('#') && (isFilled || line.trim() !== '')
  }
  return filledLines.reverse().join('\n').trim()
}

/** True if a lesson has a title and a text, as its article needs. */
export const isPublishable = ({ title, content }: Pick<LessonDraft, 'title' | 'content'>): boolean =>
  title.trim() !== '' && removeEmptySections(content) !== ''

/** Summarizes the marks of the implementation plan: `7 of 9 steps done, 1 skipped, 1 deviated.` */
export function describeMarks(
  { implementation_plan: document }: Pick<ReviewedChange, 'implementation_plan'>,
  { steps: marks }: Pick<ReviewForm<'plan'>, 'steps'>,
): string {
  const steps = readPlanSteps(document)
  if (steps.length === 0) return 'The change has no recorded steps.'
  const results = new Map(marks.map(({ key, result }) => [key, result]))
  const countMarks = (wanted: string | null) => steps.filter(({ key }) => (results.get(key) ?? null) === wanted).length
  const [done, skipped, deviated] = planStepResults.map(countMarks)
  const open = countMarks(null)
  const first = `${done} of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} done`
  return `${first}, ${skipped} skipped, ${deviated} deviated${open > 0 ? `, ${open} not marked` : ''}.`
}
