import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { ProposedPart } from '#lib/contracts/app/review-proposals.ts'
import type { ReviewFormValues } from './forms.ts'
import { decisionLabels } from './labels.ts'
import type { Answers } from './questions/kinds.ts'
import { describeAnswer, howItReads } from './questions/kinds.ts'
import { findQuestion } from './questions/steps.ts'

type Described = {
  readonly question: string
  readonly answer: string
  /** The answer of the form that the value would replace; undefined if it would replace none. */
  readonly replaced: string | undefined
}
type Filled = { readonly step: ReviewStep; readonly changes: Answers }

type Decision = ReviewForm<'incidents'>['decisions'][number]

function locate({ field }: Pick<ProposedPart, 'field'>, forms: ReviewFormValues) {
  const [step, name] = field.split('.') as [ReviewStep, string]
  const question = findQuestion(field)
  if (question === undefined) throw new Error(`There is no question ${field}.`)
  const form: Answers = forms[step]
  return { step, name, question, current: form[name] }
}

/** Describes a proposed answer in the words of the form, and the answer of the form that it would replace. */
export function describeProposed(part: ProposedPart, forms: ReviewFormValues): Described {
  if (part.field === 'incidents.decisions') return describeDecision(part.value, forms.incidents.decisions)
  if (part.field === 'lessons.drafts') {
    const { title, content } = part.value
    return { question: `Lesson: ${title || 'without a title'}`, answer: content, replaced: undefined }
  }
  const { question, current } = locate(part, forms)
  const isReplacing = howItReads(question) !== 'prose' && JSON.stringify(current) !== JSON.stringify(part.value)
  return {
    question: question.asks,
    answer: describeAnswer(question, part.value) ?? '',
    replaced: isReplacing ? (describeAnswer(question, current) ?? undefined) : undefined,
  }
}

function describeDecision({ incident, decision, reason }: Decision, decisions: readonly Decision[]): Described {
  const current = decisions.find((other) => other.incident === incident)
  return {
    question: incident,
    answer: reason ? `${decisionLabels[decision]}: ${reason}` : decisionLabels[decision],
    replaced: current === undefined || current.decision === decision ? undefined : decisionLabels[current.decision],
  }
}

/**
 * Returns the step of a proposed answer, and the fields of its form that change when a person takes it over. `id`
 * identifies the proposal. A text is added below the one of the form, an entry to its list; else the answer is replaced.
 */
export function fillProposed(part: ProposedPart, forms: ReviewFormValues, id: string): Filled {
  if (part.field === 'incidents.decisions') return { step: 'incidents', changes: decide(part.value, forms.incidents) }
  if (part.field === 'lessons.drafts') {
    const draft = { ...part.value, key: id, article_id: null }
    return { step: 'lessons', changes: { drafts: [...forms.lessons.drafts, draft], is_none_learned: false } }
  }
  const { step, name, question, current } = locate(part, forms)
  const value = howItReads(question) === 'prose' ? append(String(current), String(part.value)) : part.value
  return { step, changes: { [name]: value } }
}

function decide({ incident, decision, reason }: Decision, { decisions }: ReviewForm<'incidents'>) {
  const others = decisions.filter((other) => other.incident !== incident)
  const current = decisions.find((other) => other.incident === incident)
  return {
    decisions: [...others, { incident, decision, reason: append(current?.reason ?? '', reason) }],
    ...(decision === 'confirmed' && { is_none_caused: false }),
  }
}

const append = (text: string, more: string) =>
  text.trim() === '' || more === '' ? text || more : `${text.trimEnd()}\n\n${more}`
