import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isLocked, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, hasDetails, type ReviewedChange, type ReviewFormValues } from './forms.ts'
import { type AskedCheck, answerAsExpected } from './questions/checks.ts'
import type { Answers, Question, QuestionOf } from './questions/kinds.ts'
import { isAsked, isOpen, listQuestions, nameOf } from './questions/question.ts'
import { steps } from './questions/steps.ts'

/** A question of the short form. Its answer is stored in the forms of the full review. */
export type ShortQuestion = {
  /** The field of the full form, such as `risk.verdict`. */
  readonly key: string
  readonly text: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** The answer for a clean change; other answers need the full form. */
  readonly clean: string
  /** The step of the full form with the details of other answers. */
  readonly step: ReviewStep
  /** Reads the stored answer; null while the question is open. */
  readonly read: (forms: ReviewFormValues) => string | null
  /** Returns the forms that the answer changes. Never removes a mark, a note or a decision. */
  readonly write: (forms: ReviewFormValues, answer: string) => Partial<ReviewFormValues>
}

/** The short form asks about incidents, which it shows, before it asks about the risk. */
const shortOrder = ['plan', 'incidents', 'risk', 'outcome', 'improvements', 'lessons'] as const satisfies ReviewStep[]

/** Returns the questions of the short form. The one about steps is included only if the plan has steps. */
export function listShortQuestions(change: ReviewedChange): ShortQuestion[] {
  const keys = readPlanSteps(change.implementation_plan).map(({ key }) => key)
  const others = shortOrder.flatMap((step) =>
    listQuestions(steps[step]).flatMap(([name, question]) => {
      const asked = isAsked(question, steps[step], { forms: {}, change }) ? askInShort(step, name, question) : null
      return asked === null ? [] : [{ key: `${step}.${name}`, text: question.asks, step, ...asked }]
    }),
  )
  return [...(keys.length > 0 ? [askAboutSteps(keys)] : []), ...others]
}

/** The texts that the short form asks for. */
export const shortTexts = shortOrder.flatMap((step) =>
  listQuestions(steps[step]).flatMap(([name, question]) =>
    question.kind === 'text' && question.shortLabel !== undefined ? [{ step, name, label: question.shortLabel }] : [],
  ),
)

type Asked = Pick<ShortQuestion, 'choices' | 'clean' | 'read' | 'write'>

const yes = { value: 'yes', label: 'Yes', answer: true }
const no = { value: 'no', label: 'No', answer: false }

/** Returns a question as the short form asks it; null for one that it does not ask. */
function askInShort(step: ReviewStep, name: string, question: Question): Asked | null {
  if (question.kind === 'short_yes') return question.none ? askForYes(step, name, question, question.none) : null
  if (!('short' in question) || !question.short || question.short.isImplied) return null
  const { clean } = question.short
  const options = listOptions(question)
  const pick = (answer: unknown) => options.find((option) => option.answer === answer)?.value ?? null
  return {
    choices: options,
    clean: pick(clean) ?? '',
    read: (forms) => pick((forms[step] as Answers)[name]),
    write: (forms, value) => {
      const { answer } = options.find((option) => option.value === value) ?? { answer: clean }
      return { [step]: { ...forms[step], [name]: answer } }
    },
  }
}

/** The answers to choose from; the clean one of "Yes" and "No" comes first. */
function listOptions(question: QuestionOf<'choice' | 'yes_no'>) {
  if (question.kind === 'choice')
    return Object.entries(question.labels).map(([value, label]) => ({ value, label, answer: value }))
  return question.short?.clean ? [yes, no] : [no, yes]
}

/** Asks for a "Yes" that the full form details, or for the statement of the full form that means "No". */
function askForYes<Step extends ReviewStep>(
  step: Step,
  name: string,
  { noLabel = 'No' }: QuestionOf<'short_yes'>,
  none: QuestionOf<'flag'>,
): Asked {
  const noneName = nameOf(steps[step], none)
  const getForm = (forms: ReviewFormValues): ReviewForm<Step> => forms[step]
  return {
    choices: [{ value: 'no', label: noLabel }, yes],
    clean: 'no',
    read: (forms) => {
      const answers: Answers = getForm(forms)
      if (answers[noneName]) return 'no'
      return answers[name] || hasDetails[step]?.(getForm(forms)) ? 'yes' : null
    },
    write: (forms, answer) => {
      const isYes = answer === 'yes'
      const form: Answers = isYes ? { ...getForm(forms), [name]: true } : withoutYes(getForm(forms), name)
      return { [step]: { ...form, [noneName]: !isYes } }
    },
  }
}

/** Clears a "Yes"; other forms stay as they are. */
const withoutYes = <Form extends Answers>(form: Form, name: string): Form =>
  form[name] ? { ...form, [name]: false } : form

type StepMark = ReviewFormValues['plan']['steps'][number]

const isMarked = ({ result, note }: StepMark): boolean => result !== null || note.trim() !== ''

function askAboutSteps(keys: readonly string[]): ShortQuestion {
  const isDone = (marks: readonly StepMark[], key: string) =>
    marks.some((mark) => mark.key === key && mark.result === 'done')
  return {
    key: 'plan.steps',
    text:
      keys.length === 1
        ? 'Was the step carried out as planned?'
        : `Were all ${keys.length} steps carried out as planned?`,
    choices: [yes, no],
    clean: 'yes',
    step: 'plan',
    read: ({ plan }) => {
      if (plan.is_any_deviated) return 'no'
      return keys.every((key) => isDone(plan.steps, key)) ? 'yes' : null
    },
    write: ({ plan }, answer) => {
      if (answer === 'no') return { plan: { ...plan, is_any_deviated: true } }
      const marks = plan.steps.some(isMarked)
        ? plan.steps
        : keys.map((key): StepMark => ({ key, result: 'done', note: '' }))
      return { plan: { ...withoutYes(plan, 'is_any_deviated'), steps: marks } }
    },
  }
}

type ShortFormCase = {
  readonly change: ReviewedChange
  readonly review: Pick<Review, 'form_kind' | 'status' | 'returned'>
  readonly forms: ReviewFormValues
  /** Improvement actions of the review, without cancelled ones. */
  readonly improvementCount: number
}

/**
 * True if an open review opens in the short form: the policy allows it, it was not returned, and the form can show all
 * answers.
 */
export function opensInShortForm({ change, review, forms, improvementCount }: ShortFormCase): boolean {
  return (
    review.form_kind === 'short' &&
    !isLocked(review) &&
    review.returned === null &&
    improvementCount === 0 &&
    fitsShortForm(change, forms)
  )
}

/** True if the short form can show all answers of the review. */
export function fitsShortForm(change: ReviewedChange, forms: ReviewFormValues): boolean {
  const usual = emptyReviewForms(change)
  return (
    hasShortMarks(change, forms.plan) &&
    reviewSteps.every((step) => {
      const answers: Answers = forms[step]
      const usualAnswers: Answers = usual[step]
      return listQuestions(steps[step]).every(
        ([name, question]) =>
          isInShortForm(step, question, answers[name]) || isSame(question, answers[name], usualAnswers[name]),
      )
    })
  )
}

/** True for a question of the short form, and for an answer that completing it implies. */
function isInShortForm(step: ReviewStep, question: Question, answer: unknown): boolean {
  if (question.kind === 'entries') return question.isInShortForm === true
  if (question.kind === 'text') return question.shortLabel !== undefined
  if ('short' in question && question.short) return !question.short.isImplied || answer === question.short.clean
  const isNo = listQuestions(steps[step]).some(([, other]) => other.kind === 'short_yes' && other.none === question)
  return isNo || question.kind === 'short_yes'
}

const isSame = (question: Question, answer: unknown, usual: unknown): boolean =>
  answer === usual ||
  (isOpen(question, answer) && isOpen(question, usual)) ||
  (typeof answer === 'string' && typeof usual === 'string' && Date.parse(answer) === Date.parse(usual))

/** Returns the answers that completing the short form implies, such as the outcome. */
export const listImpliedAnswers = (step: ReviewStep): Answers =>
  Object.fromEntries(
    listQuestions(steps[step]).flatMap(([name, question]) =>
      'short' in question && question.short?.isImplied ? [[name, question.short.clean]] : [],
    ),
  )

/**
 * Fills the forms for the review of a clean change: every question of the short form gets its clean answer, and every
 * required check the one that is as it should be. Nobody looked at the others.
 */
export function fillCleanForms(
  change: ReviewedChange,
  remark: string,
  asked: readonly AskedCheck[] = [],
): ReviewFormValues {
  const required = asked.filter((check) => check.is_required)
  let forms = emptyReviewForms(change)
  for (const { clean, write } of listShortQuestions(change)) forms = { ...forms, ...write(forms, clean) }
  for (const step of reviewSteps) forms = { ...forms, [step]: { ...forms[step], ...listImpliedAnswers(step) } }
  return { ...forms, plan: { ...forms.plan, notes: remark, checks: answerAsExpected(required, []) } }
}

/** True without any mark, or if every step is marked as done without a note. */
function hasShortMarks(change: ReviewedChange, { steps }: ReviewFormValues['plan']): boolean {
  const marks = steps.filter(isMarked)
  if (marks.length === 0) return true
  const keys = new Set(readPlanSteps(change.implementation_plan).map(({ key }) => key))
  return (
    marks.length === keys.size &&
    marks.every(({ key, result, note }) => keys.has(key) && result === 'done' && isBlank(note))
  )
}

const isBlank = (text: string) => text.trim() === ''
