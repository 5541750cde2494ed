import type { LessonDraft, ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { hasDetails, type ReviewedChange, type ReviewFormValues } from './forms.ts'
import { decisionLabels, planResultLabels, polarityLabels } from './labels.ts'
import { wordCheckAnswer } from './questions/checks.ts'
import { type Answers, describeAnswer, howItReads, type Question } from './questions/kinds.ts'
import { isAsked, isOpen, listQuestions, nameOf } from './questions/question.ts'
import { type ListField, steps } from './questions/steps.ts'

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
  /** True if it is hidden when the review is only read: an empty remark, an unchecked box, an optional question that is open. */
  readonly isIncidental: boolean
}

const plain = { note: '', isUnusual: false, isIncidental: false }

/** An answer with the field of the form that has it. */
type FormAnswer = Answer & { readonly field: string }

/** Lists the answers of a form in the order of its page, for reading and for comparing versions. */
export const listAnswers = (step: ReviewStep, forms: ReviewFormValues, change: ReviewedChange): FormAnswer[] =>
  listQuestions(steps[step]).flatMap(([field, question]) => {
    if (question.kind === 'entries') {
      const list = entryLists[`${step}.${field}` as ListField] as EntryList<object>
      return list(forms[step], change).map((entry) => ({ ...entry, field }))
    }
    const answers: Answers = forms[step]
    return isShown(step, { forms, change }, field, question) ? [toAnswer(field, question, answers[field])] : []
  })

/** False for a "Yes" of the short form without an answer, or which detailed answers replaced. */
function isShown(
  step: ReviewStep,
  reviewed: { readonly forms: ReviewFormValues; readonly change: ReviewedChange },
  field: string,
  question: Question,
) {
  if (question.kind !== 'short_yes') return isAsked(question, steps[step], reviewed)
  const answers: Answers = reviewed.forms[step]
  const isNone = question.none !== undefined && answers[nameOf(steps[step], question.none)] === true
  return (
    answers[field] === true && !isNone && !(hasDetails[step] as ((answers: Answers) => boolean) | undefined)?.(answers)
  )
}

function toAnswer(field: string, question: Question, answer: unknown): FormAnswer {
  const text = describeAnswer(question, answer)
  return {
    key: field,
    field,
    question: question.asks,
    answer: text === null ? null : { kind: howItReads(question) === 'moment' ? 'moment' : 'text', text },
    ...plain,
    isIncidental:
      (question.required === undefined || howItReads(question) === 'prose' || question.kind === 'flag') &&
      isOpen(question, answer),
  }
}

/** The answers of two forms to one question; null if the form does not have it. */
export type AnswerPair = {
  readonly key: string
  readonly question: string
  readonly mine: Answer | null
  readonly theirs: Answer | null
}

function pairAnswers(mine: readonly Answer[], theirs: readonly Answer[]): AnswerPair[] {
  const ourAnswers = byKey(mine)
  const theirAnswers = byKey(theirs)
  return [...new Map([...ourAnswers, ...theirAnswers]).values()].map(({ key, question }) => ({
    key,
    question,
    mine: ourAnswers.get(key) ?? null,
    theirs: theirAnswers.get(key) ?? null,
  }))
}

const isAnsweredAlike = ({ mine, theirs }: AnswerPair): boolean => JSON.stringify(mine) === JSON.stringify(theirs)

export const listDifferingAnswers = (mine: readonly Answer[], theirs: readonly Answer[]): AnswerPair[] =>
  pairAnswers(mine, theirs).filter((pair) => !isAnsweredAlike(pair))

const byKey = (answers: readonly Answer[]) => new Map(answers.map((answer) => [answer.key, answer]))

type EntryList<Form> = (form: Form, change: ReviewedChange) => Answer[]

/** The answers in each list, each as a question of its own. */
const entryLists = {
  'plan.steps': listMarkAnswers,
  'plan.checks': ({ checks }: ReviewForm<'plan'>) =>
    checks.map(({ check, version, wording, answer, note, is_expected: isExpected }) => ({
      key: `check ${check} ${version}`,
      question: wording,
      answer: answer === null ? null : { kind: 'text', text: wordCheckAnswer(answer) },
      ...plain,
      note,
      isUnusual: isExpected === false,
    })),
  'incidents.decisions': ({ decisions }: ReviewForm<'incidents'>) =>
    decisions
      .toSorted((one, other) => (one.incident < other.incident ? -1 : 1))
      .map(({ incident, decision, reason }) => ({
        key: `incident ${incident}`,
        question: incident,
        answer: { kind: 'text', text: decisionLabels[decision] },
        ...plain,
        note: reason,
        isUnusual: decision === 'confirmed',
      })),
  'lessons.drafts': ({ drafts }: ReviewForm<'lessons'>) => drafts.map(toLessonAnswer),
} satisfies { readonly [Field in ListField]: EntryList<never> }

/** Lists the marks in the order of the plan, without marks of steps that the plan no longer has. */
function listMarkAnswers({ steps: marks }: ReviewForm<'plan'>, change: ReviewedChange): Answer[] {
  const marksByKey = new Map(marks.map((mark) => [mark.key, mark]))
  return readPlanSteps(change.implementation_plan).map(({ key, text }, index) => {
    const mark = marksByKey.get(key)
    return {
      key: `step ${key}`,
      question: `${index + 1}. ${text}`,
      answer: mark?.result ? { kind: 'text', text: planResultLabels[mark.result] } : null,
      ...plain,
      note: mark?.result === 'done' ? '' : (mark?.note ?? ''),
      isUnusual: mark?.result === 'skipped' || mark?.result === 'deviated',
    }
  })
}

function toLessonAnswer({ key, title, content, polarity, category, tags, technologies }: LessonDraft): Answer {
  return {
    key: `lesson ${key}`,
    question: title.trim() || 'Lesson without a title',
    answer: content.trim() === '' ? null : { kind: 'markdown', text: content },
    ...plain,
    note: [polarityLabels[polarity], category, ...tags, ...technologies].filter(Boolean).join(' · '),
  }
}

export type AnswerChange = 'same' | 'changed' | 'added' | 'removed'
export type ComparedStep = {
  readonly step: ReviewStep
  readonly rows: readonly (AnswerPair & { readonly change: AnswerChange })[]
}

type NameOf = (email: string) => string

/** Compares the answers of two versions of a review, by step and question; `mine` is the earlier version. */
export function compareVersions(
  earlier: ReviewSnapshot,
  later: ReviewSnapshot,
  nameOf: NameOf = (email) => email,
): ComparedStep[] {
  return reviewSteps.map((step) => ({
    step,
    rows: pairAnswers(listStepAnswers(earlier, step, nameOf), listStepAnswers(later, step, nameOf))
      .map((pair) => ({ ...pair, change: compareAnswer(pair) }))
      .filter(
        ({ change, mine, theirs }) =>
          change !== 'same' || (mine && theirs && !(mine.isIncidental && theirs.isIncidental)),
      ),
  }))
}

export const hasChanged = ({ rows }: ComparedStep): boolean => rows.some(({ change }) => change !== 'same')

function compareAnswer(pair: AnswerPair): AnswerChange {
  const isOpenInBoth = !pair.mine?.answer && !pair.theirs?.answer
  if (isAnsweredAlike(pair) || isOpenInBoth) return 'same'
  if (pair.mine === null) return 'added'
  return pair.theirs === null ? 'removed' : 'changed'
}

function listStepAnswers(snapshot: ReviewSnapshot, step: ReviewStep, nameOf: NameOf): Answer[] {
  const { forms, change, improvements, attachments = [] } = snapshot
  const files = attachments.filter((file) => file.step === step).map(toFileAnswer)
  const answers = [...listAnswers(step, forms, change), ...files]
  return step === 'improvements'
    ? [...improvements.map((action) => toActionAnswer(action, nameOf)), ...answers]
    : answers
}

const toFileAnswer = ({ id, name, size, sha256 }: NonNullable<ReviewSnapshot['attachments']>[number]) => ({
  key: `file ${id}`,
  question: `File ${name}`,
  answer: { kind: 'text', text: formatByteSize(size) } as const,
  ...plain,
  note: `SHA-256 ${sha256}`,
})

const toActionAnswer = (
  { id, title, owner, target_date: due, status }: ReviewSnapshot['improvements'][number],
  nameOf: NameOf,
) => ({
  key: `action ${id}`,
  question: title,
  answer: { kind: 'text', text: `${humaniseKey(status)}, due ${formatDay(due)}` } as const,
  ...plain,
  note: nameOf(owner),
})
