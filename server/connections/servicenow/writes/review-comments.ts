import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { pickForms, type ReviewFormValues } from '#lib/review/forms.ts'
import { describeCompletion, planResultLabels } from '#lib/review/labels.ts'
import { wordCheck } from '#lib/review/questions/checks.ts'
import { type Answers, describeAnswer, howItReads } from '#lib/review/questions/kinds.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { isAsked, listQuestions } from '#lib/review/questions/question.ts'
import { type ListField, steps } from '#lib/review/questions/steps.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { shorten } from '#lib/text/shorten.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'

/** A completed review with the data for its comments. */
export type WrittenReview = {
  readonly review: Review
  readonly change: ChangeRecord
  readonly actions: readonly Pick<Improvement, 'title' | 'owner' | 'target_date'>[]
  /** URL of the review, or its reference if the service has no public URL. */
  readonly link: string
}

/** Maximum characters of review comments and close notes in ServiceNow. */
const maxCommentLength = 4_000

export const describePirOutcome = ({ pir_outcome: outcome }: Pick<ChangeRecord, 'pir_outcome'>): string =>
  outcome === null ? 'Completed' : outcomeCriteria[outcome].label

/** Summarises a review for a change manager: the outcome first, then the reasons, then the consequences. */
export function summariseReview({ review, change, actions, link }: WrittenReview, max = maxCommentLength): string {
  const forms = pickForms(review)
  const { plan, outcome, improvements } = forms
  const { 'lessons.drafts': listLessons, ...otherLists } = lists
  const paragraphs = [
    [
      `Outcome: ${describePirOutcome(change)}. ${describeCompletion(review)}${change.pir_date ? ` on ${formatDay(change.pir_date)}` : ''} (${review.reference}).`,
      outcome.justification,
    ],
    [
      formatSentence('Objective met', describeAnswer(steps.plan.questions.is_objective_met, plan.is_objective_met)),
      ...reviewSteps.flatMap((step) => listSentences(step, forms, change)),
      plan.notes,
    ],
    ...Object.values(otherLists).map((list) => list(forms, change)),
    formatList(
      'Improvement actions',
      actions.map(({ title, owner, target_date: due }) => `${title} (${owner}, due ${formatDay(due)})`),
    ),
    [improvements.notes],
    listLessons(forms, change),
    [link === review.reference ? '' : `Full review: ${link}`],
  ]
  const text = paragraphs
    .map((lines) =>
      lines
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n'),
    )
    .filter(Boolean)
    .join('\n\n')
  return cutText(text, max, `Full review: ${link}`)
}

const formatSentence = (name: string, text: string | null) => (text?.trim() ? `${name}: ${text.trim()}` : '')

/** The answers of a step, without those that the comment words itself. */
function listSentences(name: ReviewStep, forms: ReviewFormValues, change: ChangeRecord): string[] {
  const answers: Answers = forms[name]
  return listQuestions(steps[name]).flatMap(([field, question]) => {
    const { report, comment = report === null ? null : upperFirst(question.noun) } = question
    const reads = howItReads(question)
    if (comment === null || reads === 'own' || !isAsked(question, steps[name], { forms, change })) return []
    const text = describeAnswer(question, answers[field])
    return formatSentence(comment, reads === 'moment' && text ? formatInstant(new Date(text), 'UTC') : text)
  })
}

const formatList = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `- ${entry}`)]

/** What the comment says of each list. */
const lists: Readonly<Record<ListField, (forms: ReviewFormValues, change: ChangeRecord) => string[]>> = {
  'plan.steps': ({ plan }, change) => formatList('Deviations from the plan', listDeviations(plan.steps, change)),
  'plan.checks': ({ plan }) =>
    formatList('Not as it should be', plan.checks.filter((check) => check.is_expected === false).map(wordCheck)),
  'incidents.decisions': ({ incidents: { decisions } }) =>
    formatList(
      'Incidents that the change caused',
      decisions
        .filter(({ decision }) => decision === 'confirmed')
        .map(({ incident, reason }) => formatSentence(incident, reason) || incident),
    ),
  'lessons.drafts': ({ lessons: { drafts } }) =>
    formatList(
      'Lessons',
      drafts.filter(({ article_id: article }) => article !== null).map(({ title }) => title),
    ),
}

function listDeviations(steps: ReviewFormValues['plan']['steps'], change: ChangeRecord): string[] {
  const texts = new Map(readPlanSteps(change.implementation_plan).map(({ key, text }) => [key, text]))
  return steps.flatMap(({ key, result, note }) => {
    if (result === null || result === 'done') return []
    const noteText = note.trim() ? `. ${note.trim()}` : ''
    return [`${texts.get(key) ?? 'A step of the backout plan'}: ${planResultLabels[result].toLowerCase()}${noteText}`]
  })
}

/** Cuts a text to at most `max` characters, between two words, and appends `ending`, such as a link. */
export function cutText(text: string, max: number, ending: string): string {
  if (text.length <= max) return text
  const tail = shorten(`… ${ending}`.trimEnd(), max, '')
  const room = text.slice(0, max - tail.length + 1)
  const end = room.search(/\s\S*$/)
  return end < 0 ? shorten(text, max, tail) : `${room.slice(0, end).trimEnd()}${tail}`
}
