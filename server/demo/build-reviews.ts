import { fillExample, type ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { type PlanStep, readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from '#lib/review/forms.ts'
import { type EvidenceSource, listFactors, proposeOutcome } from '#lib/review/outcome.ts'
import { answerCheck, listCheckTags } from '#lib/review/questions/checks.ts'
import { shippedChecks } from '#server/policy/create-default-rules.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { addBusinessDays, addMinutes, type Instant, setTime, toDay, toIso } from './calendar.ts'
import type { DemoRows } from './demo-rows.ts'
import { fillReferences, type RecordNumbers } from './number-records.ts'
import type { ScheduledStory } from './schedule-story.ts'
import type { StoryReview } from './story.ts'

/** The rows of a review. */
export type DemoReview = {
  readonly review: typeof reviews.$inferInsert & { readonly reviewerName: string }
  readonly forms: Partial<ReviewFormValues>
  readonly versions: readonly (typeof reviewVersions.$inferInsert)[]
}
type DemoRecords = Pick<DemoRows, 'changes' | 'improvements' | 'articles'>
type ReviewedStory = ScheduledStory & { readonly review: NonNullable<ScheduledStory['review']> }

const objectives = {
  successful: 'yes',
  successful_with_issues: 'yes',
  partially_successful: 'partly',
  failed: 'no',
} as const

/** Minutes from the start of a review to its completion, and from its submission to the sign-off. */
const minutesTaken = 50
export const minutesToSignOff = 20

/** Converts a change of the demo to the form that the rules of a review read. */
export const toEvidenceSource = (change: DemoRows['changes'][number]): EvidenceSource => ({
  number: change.number,
  implementation_plan: change.implementationPlan ?? null,
  objective: change.objective ?? null,
  measures: change.measures ?? [],
  planned_start: change.plannedStart ?? null,
  planned_end: change.plannedEnd ?? null,
  actual_start: change.actualStart ?? null,
  actual_end: change.actualEnd ?? null,
  close_code: change.closeCode ?? null,
  rolled_back_at: null,
})

export const buildReviews = (
  stories: readonly ScheduledStory[],
  numbers: RecordNumbers,
  records: DemoRecords,
): DemoReview[] =>
  stories.flatMap((scheduled) => {
    const change = records.changes.find(({ number }) => number === numbers.getChange(scheduled.story.key))
    if (!change || !scheduled.review) return []
    return [buildReview({ ...scheduled, review: scheduled.review }, numbers, records, toEvidenceSource(change))]
  })

function buildReview(
  scheduled: ReviewedStory,
  numbers: RecordNumbers,
  records: DemoRecords,
  change: EvidenceSource,
): DemoReview {
  const {
    story,
    review: { status, at, reviewer, signedOffBy },
  } = scheduled
  const reference = numbers.getReview(story.key)
  const shared = {
    reference,
    changeNumber: change.number,
    status,
    reviewer: reviewer.email,
    reviewerName: reviewer.name,
    origin: 'demo',
    updatedAt: toIso(at),
  }
  if (!story.review) {
    const forms = buildBegunForms(change, story.begun?.steps ?? [])
    return { review: { ...shared, startedAt: toIso(at), createdAt: toIso(at) }, forms, versions: [] }
  }
  const forms = buildForms(fillReferences(story.review, scheduled, numbers), scheduled, numbers, records, change)
  const firstAt = findFirstCompletion(scheduled)
  const startedAt = toIso(addMinutes(firstAt ?? at, -minutesTaken))
  const started = { ...shared, startedAt, createdAt: startedAt }
  if (status !== 'completed') {
    return { review: { ...started, submittedAt: toIso(at), submittedBy: reviewer.email }, forms, versions: [] }
  }
  const proposed = proposeOutcome(change, forms).outcome
  const completedBy = (signedOffBy ?? reviewer).name
  const buildVersion = (completedAt: Instant, said: ReviewFormValues) => ({
    reference,
    number: 1,
    completedAt: toIso(completedAt),
    completedBy,
    signedOffBy: signedOffBy?.name ?? null,
    outcome: said.outcome.outcome ?? story.review?.outcome ?? 'successful',
    snapshot: {
      change,
      forms: said,
      // The actions as registered.
      improvements: records.improvements
        .filter(({ sourceRef }) => sourceRef === reference)
        .map(({ id, title, owner, targetDate }) => ({
          id,
          title,
          owner,
          target_date: targetDate,
          status: 'open' as const,
        })),
      proposed_outcome: proposeOutcome(change, said).outcome,
      pir_date: toDay(completedAt),
    },
  })
  const last = buildVersion(at, forms)
  const first = firstAt !== null &&
    story.review.reopenedFor !== undefined && {
      ...buildVersion(
        firstAt,
        withoutIncident(change, forms, numbers.getIncident(story.key, story.review.reopenedFor)),
      ),
      reopenedAt: toIso(addMinutes(at, -minutesTaken)),
      reopenedBy: completedBy,
      reopenReason: `${numbers.getIncident(story.key, story.review.reopenedFor)} turned out to be caused by this change as well.`,
    }
  const versions = first ? [first, { ...last, number: 2 }] : [last]
  const signOff = signedOffBy && {
    needsSignOff: true,
    submittedAt: toIso(addMinutes(at, -minutesToSignOff)),
    submittedBy: reviewer.email,
    signedOffAt: toIso(at),
    signedOffBy: signedOffBy.name,
  }
  return {
    review: {
      ...started,
      ...signOff,
      completedAt: toIso(at),
      factors: listFactors(change, forms),
      checks: listCheckTags(forms.plan.checks),
      completedBy,
      completedThrough: 'review',
      completions: versions.length,
      proposedOutcome: proposed,
    },
    forms,
    versions,
  }
}

/** Returns the first completion of a review that was reopened, on the day after the work; else null. */
const findFirstCompletion = ({ story, actualEnd }: ScheduledStory): Instant | null =>
  story.review?.reopenedFor === undefined || actualEnd === null ? null : setTime(addBusinessDays(actualEnd, 1), '14:10')

/** Removes an incident from the answers, with the outcome that the evidence proposed without it. */
function withoutIncident(change: EvidenceSource, forms: ReviewFormValues, number: string): ReviewFormValues {
  const decisions = forms.incidents.decisions.filter(({ incident }) => incident !== number)
  const isNone = decisions.every(({ decision }) => decision !== 'confirmed')
  const before = { ...forms, incidents: { ...forms.incidents, decisions, is_none_caused: isNone } }
  const outcome = proposeOutcome(change, before).outcome ?? forms.outcome.outcome
  return { ...before, outcome: { ...forms.outcome, outcome } }
}

/** Builds the forms of a review that is in progress: half of the steps of the plan, and a right rating of the risk. */
function buildBegunForms(change: EvidenceSource, steps: readonly string[]): Partial<ReviewFormValues> {
  const planned = readPlanSteps(change.implementation_plan)
  const done = planned.slice(0, Math.ceil(planned.length / 2))
  const forms = {
    plan: {
      ...emptyReviewForms(change).plan,
      steps: done.map(({ key }) => ({ key, result: 'done' as const, note: '' })),
      is_backout_used: false,
    },
    risk: { ...emptyReviewForms(change).risk, verdict: 'right' as const },
  }
  return Object.fromEntries(Object.entries(forms).filter(([step]) => steps.includes(step)))
}

/** Builds the forms of a review, as its reviewer would have filled them in. */
function buildForms(
  review: StoryReview,
  { story }: ScheduledStory,
  numbers: RecordNumbers,
  { improvements, articles }: DemoRecords,
  change: EvidenceSource,
): ReviewFormValues {
  const empty = emptyReviewForms(change)
  const reference = numbers.getReview(story.key)
  const decisions = story.incidents.map(({ key, cause, reason = '' }) => ({
    incident: numbers.getIncident(story.key, key),
    decision: cause ? ('confirmed' as const) : ('rejected' as const),
    reason,
  }))
  const isAnyConfirmed = decisions.some(({ decision }) => decision === 'confirmed')
  const actions = improvements.filter(({ sourceRef, status }) => sourceRef === reference && status !== 'cancelled')
  const published = articles.filter(({ sourcePir }) => sourcePir === reference)
  const drafts = published.map((article, index) => {
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
  return {
    plan: fillExample('plan', {
      ...empty.plan,
      ...buildPlanMarks(readPlanSteps(change.implementation_plan), review),
      is_backout_used: review.backout !== undefined,
      has_backout_worked: review.backout?.hasWorked ?? null,
      is_objective_met: objectives[review.outcome],
      restriction: review.restriction ?? '',
      checks: buildChecks(review),
    }),
    risk: fillExample('risk', {
      verdict: 'right',
      ...(change.type === 'emergency' && { was_emergency: true }),
      ...review.risk,
    }),
    incidents: fillExample('incidents', { ...empty.incidents, decisions, is_none_caused: !isAnyConfirmed }),
    outcome: fillExample('outcome', { outcome: review.outcome, justification: review.because, ...review.effect }),
    improvements: fillExample('improvements', { is_none_needed: actions.length === 0 }),
    lessons: fillExample('lessons', { drafts, is_none_learned: drafts.length === 0 }),
  }
}

/** Answers the two checks that reviews ask by default: what failed was not tested enough, and few were told of it. */
const buildChecks = ({ outcome }: StoryReview) =>
  Object.entries(shippedChecks)
    .slice(0, 2)
    .map(([check, asked]) => {
      const { kind, options, expected } = asked
      const other = kind === 'yes_no' ? 'no' : (options[2] ?? null)
      return answerCheck({ ...asked, check, version: 1 }, outcome === 'failed' ? other : expected)
    })

/** Marks all steps as done except the deviations. */
function buildPlanMarks(
  steps: readonly PlanStep[],
  { deviations, backout }: StoryReview,
): Pick<ReviewForm<'plan'>, 'steps' | 'notes'> {
  const marks = steps.map(({ key, text }) => {
    const deviation = deviations.find(({ step }) => text.includes(step) || key.includes(`/${step}/`))
    return { key, result: deviation?.result ?? ('done' as const), note: deviation?.note ?? '' }
  })
  return { steps: marks, notes: backout?.note ?? '' }
}
