import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import { type PlanStep, readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import type { EvidenceSource } from '#lib/domain/review/outcome-evidence.ts'
import { emptyReviewForms, type ReviewedChange, type ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import type { DemoData, DemoReview } from './demo-data.ts'

type Deviation = DemoReview['deviations'][number]

const objectives = {
  successful: 'yes',
  successful_with_issues: 'yes',
  partially_successful: 'partly',
  failed: 'no',
} as const

/** Converts a change of the demo to the form that the rules of a review read. */
export const toEvidenceSource = (change: DemoData['changes'][number]): EvidenceSource => ({
  number: change.number,
  implementation_plan: change.implementationPlan ?? null,
  planned_start: change.plannedStart ?? null,
  planned_end: change.plannedEnd ?? null,
  actual_start: change.actualStart ?? null,
  actual_end: change.actualEnd ?? null,
  close_code: change.closeCode ?? null,
  rolled_back_at: null,
})

/** Builds the forms of a completed review, as its reviewer would have filled them in. */
export function buildReviewForms(data: DemoData, review: DemoReview, change: ReviewedChange): ReviewFormValues {
  const empty = emptyReviewForms(change)
  const isAnyConfirmed = review.incidents.some(({ decision }) => decision === 'confirmed')
  const actions = data.improvements.filter(
    ({ sourceRef, status }) => sourceRef === review.reference && status !== 'cancelled',
  )
  const drafts = listDrafts(data, review)
  return {
    plan: {
      ...empty.plan,
      ...buildPlanMarks(readPlanSteps(change.implementation_plan), review),
      is_backout_used: review.backout !== undefined,
      has_backout_worked: review.backout?.hasWorked ?? null,
      is_objective_met: objectives[review.outcome],
    },
    risk: review.risk,
    incidents: { ...empty.incidents, decisions: [...review.incidents], is_none_caused: !isAnyConfirmed },
    outcome: { outcome: review.outcome, justification: review.because },
    improvements: { is_none_needed: actions.length === 0, notes: '' },
    lessons: { drafts, is_none_learned: drafts.length === 0 },
  }
}

/** Marks all steps as done except the deviations. A deviation that matches no step goes to the notes. */
function buildPlanMarks(steps: readonly PlanStep[], { deviations, backout }: DemoReview) {
  const concernsStep = ({ step }: Deviation, { text, key }: PlanStep) =>
    text.includes(step) || key.includes(`/${step}/`)
  const marks = steps.map((step) => {
    const deviation = deviations.find((candidate) => concernsStep(candidate, step))
    return { key: step.key, result: deviation?.result ?? ('done' as const), note: deviation?.note ?? '' }
  })
  const others = deviations.filter((deviation) => !steps.some((step) => concernsStep(deviation, step)))
  const notes = [...others.map(({ step, note }) => `${step}: ${note}`), ...(backout ? [backout.note] : [])]
  return { steps: marks, notes: notes.join('\n') }
}

function listDrafts({ articles }: DemoData, { reference }: DemoReview): LessonDraft[] {
  const published = articles.filter(({ sourcePir }) => sourcePir === reference)
  return published.map((article, index) => {
    const [heading = '', ...lines] = article.content.split('\n')
    return {
      key: `lesson-${index + 1}`,
      title: heading.replace(/^#\s+/, ''),
      content: lines.join('\n').trim(),
      polarity: article.polarity ?? 'neutral',
      category: article.category ?? '',
      tags: article.tags,
      technologies: article.technologies,
      article_id: article.id,
    }
  })
}
