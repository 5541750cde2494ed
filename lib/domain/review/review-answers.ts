import type { LessonDraft, ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { hasConfirmed, hasDeviation } from './form-facts.ts'
import { outcomeCriteria } from './outcome-criteria.ts'
import type { ReviewedChange } from './review-forms.ts'
import {
  decisionLabels,
  objectiveLabels,
  planResultLabels,
  polarityLabels,
  reviewQuestions,
  verdictLabels,
  yesOrNo,
} from './review-labels.ts'

export type Answer = {
  /** Unique within a form; the same question has the same key in every version. */
  readonly key: string
  readonly question: string
  /** Null while open. A `moment` is ISO 8601 in UTC. */
  readonly answer: { readonly kind: 'text' | 'moment' | 'markdown'; readonly text: string } | null
  /** Remark on the answer; may be empty. */
  readonly note: string
  /** True for a step that was not simply done, or an incident that was caused. */
  readonly isUnusual: boolean
  /** True if it is hidden when the review is only read: an empty remark, an unchecked box. */
  readonly isIncidental: boolean
}

type AnswerLists = { readonly [Step in ReviewStep]: (form: ReviewForm<Step>, change: ReviewedChange) => Answer[] }

/** Lists the answers of a form in the order of its page, for reading and for comparing versions. */
export function listAnswers<Step extends ReviewStep>(
  step: Step,
  form: ReviewForm<Step>,
  change: ReviewedChange,
): Answer[] {
  return answerLists[step](form, change)
}

const listFields: Readonly<Record<string, string>> = { step: 'steps', incident: 'decisions', lesson: 'drafts' }

/** Returns the field of the form for the key of an answer. */
export const getAnswerField = (key: string): string =>
  listFields[key.split(' ', 1)[0] ?? ''] ?? key.replace(/^\w+_(?=notes$)/, '')

/** The answers of two forms to one question; null if the form does not have it. */
export type AnswerPair = {
  readonly key: string
  readonly question: string
  readonly mine: Answer | null
  readonly theirs: Answer | null
}

export function pairAnswers(mine: readonly Answer[], theirs: readonly Answer[]): AnswerPair[] {
  const ourAnswers = byKey(mine)
  const theirAnswers = byKey(theirs)
  return [...new Map([...ourAnswers, ...theirAnswers]).values()].map(({ key, question }) => ({
    key,
    question,
    mine: ourAnswers.get(key) ?? null,
    theirs: theirAnswers.get(key) ?? null,
  }))
}

export const isAnsweredAlike = ({ mine, theirs }: AnswerPair): boolean =>
  JSON.stringify(mine) === JSON.stringify(theirs)

export const listDifferingAnswers = (mine: readonly Answer[], theirs: readonly Answer[]): AnswerPair[] =>
  pairAnswers(mine, theirs).filter((pair) => !isAnsweredAlike(pair))

const byKey = (answers: readonly Answer[]) => new Map(answers.map((answer) => [answer.key, answer]))

const asText = (text: string | null): Answer['answer'] =>
  text === null || text.trim() === '' ? null : { kind: 'text', text }
const asMoment = (text: string | null): Answer['answer'] => (text === null ? null : { kind: 'moment', text })

const ask = (key: keyof typeof reviewQuestions, answer: Answer['answer'], isIncidental = false): Answer => ({
  key,
  question: reviewQuestions[key],
  answer,
  note: '',
  isUnusual: false,
  isIncidental,
})
const remark = (key: keyof typeof reviewQuestions, text: string) => ask(key, asText(text), text.trim() === '')
const box = (key: keyof typeof reviewQuestions, isChecked: boolean) => ask(key, asText(yesOrNo(isChecked)), !isChecked)

/** Shows a "Yes" of the short form until detailed answers replace it. */
const shortYes = (key: keyof typeof reviewQuestions, isYes: boolean | undefined, isDetailed: boolean) =>
  isYes && !isDetailed ? [ask(key, asText('Yes'))] : []

const answerLists: AnswerLists = {
  plan: (plan, change) => [
    ...listMarkAnswers(plan, change),
    ...shortYes('is_any_deviated', plan.is_any_deviated, hasDeviation(plan)),
    ask('actual_start', asMoment(plan.actual_start)),
    ask('actual_end', asMoment(plan.actual_end)),
    ask('is_backout_used', asText(yesOrNo(plan.is_backout_used))),
    ...(plan.is_backout_used ? [ask('has_backout_worked', asText(yesOrNo(plan.has_backout_worked)))] : []),
    ask('is_objective_met', asText(plan.is_objective_met && objectiveLabels[plan.is_objective_met])),
    remark('plan_notes', plan.notes),
  ],
  risk: (risk) => [ask('verdict', asText(risk.verdict && verdictLabels[risk.verdict])), remark('missed', risk.missed)],
  incidents: (form) => [
    ask('window_start', asMoment(form.window_start)),
    ask('window_end', asMoment(form.window_end)),
    ...form.decisions
      .toSorted((one, other) => (one.incident < other.incident ? -1 : 1))
      .map(({ incident, decision, reason }) => ({
        key: `incident ${incident}`,
        question: incident,
        answer: asText(decisionLabels[decision]),
        note: reason,
        isUnusual: decision === 'confirmed',
        isIncidental: false,
      })),
    ...shortYes('is_any_caused', form.is_any_caused, form.is_none_caused || hasConfirmed(form)),
    box('is_none_caused', form.is_none_caused),
  ],
  outcome: (form) => [
    ask('outcome', asText(form.outcome && outcomeCriteria[form.outcome].label)),
    remark('justification', form.justification),
  ],
  improvements: (form) => [
    ...shortYes('is_any_needed', form.is_any_needed, form.is_none_needed),
    box('is_none_needed', form.is_none_needed),
    remark('improvement_notes', form.notes),
  ],
  lessons: (form) => [
    ...form.drafts.map(toLessonAnswer),
    ...shortYes('is_any_learned', form.is_any_learned, form.is_none_learned || form.drafts.length > 0),
    box('is_none_learned', form.is_none_learned),
  ],
}

/** Lists the marks in the order of the plan, without marks of steps that the plan no longer has. */
function listMarkAnswers({ steps: marks }: ReviewForm<'plan'>, change: ReviewedChange): Answer[] {
  const marksByKey = new Map(marks.map((mark) => [mark.key, mark]))
  return readPlanSteps(change.implementation_plan).map(({ key, text }, index) => {
    const mark = marksByKey.get(key)
    return {
      key: `step ${key}`,
      question: `${index + 1}. ${text}`,
      answer: asText(mark?.result ? planResultLabels[mark.result] : null),
      note: mark?.result === 'done' ? '' : (mark?.note ?? ''),
      isUnusual: mark?.result === 'skipped' || mark?.result === 'deviated',
      isIncidental: false,
    }
  })
}

function toLessonAnswer({ key, title, content, polarity, category, tags, technologies }: LessonDraft): Answer {
  return {
    key: `lesson ${key}`,
    question: title.trim() || 'Lesson without a title',
    answer: content.trim() === '' ? null : { kind: 'markdown', text: content },
    note: [polarityLabels[polarity], category, ...tags, ...technologies].filter(Boolean).join(' · '),
    isUnusual: false,
    isIncidental: false,
  }
}
