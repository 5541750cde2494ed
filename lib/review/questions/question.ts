import type { Answers, Condition, Question, Reviewed } from './kinds.ts'

/**
 * The questions of a review, as data. Each is declared once, in `<step>.ts`, as one of the kinds of `kinds.ts`: its
 * form, its schema, what is still missing, report, history, proposals, short form, comparison of versions and evidence
 * for the outcome follow from it. This folder imports neither contracts nor zod, so that pages carry no schemas.
 */
export type Questions = Readonly<Record<string, Question>>

type Answered<Value> = { readonly empty: Value | null }

/** The case that a question of the step has this answer. */
export const is =
  <Value extends string | boolean>(question: Answered<Value>, expected: Value): Condition =>
  ({ forms }, step) =>
    forms[step.name]?.[nameOf(step, question)] === expected

/** The case that a question of the step has another answer than this. */
export const isNot =
  <Value extends string | boolean>(question: Answered<Value>, expected: Value): Condition =>
  ({ forms }, step) =>
    ![undefined, null, expected].includes(forms[step.name]?.[nameOf(step, question)] as Value | null)

/** A step of the review with its questions, in the order of its page. */
export type Step<Name extends string = string, Asked extends Questions = Questions> = {
  readonly name: Name
  readonly questions: Asked
}

export const step = <const Name extends string, Asked extends Questions>(
  name: Name,
  questions: Asked,
): Step<Name, Asked> => ({ name, questions })

export const listQuestions = ({ questions }: Step): readonly (readonly [name: string, question: Question])[] =>
  Object.entries(questions)

/** Returns the name of a question in its step. */
export function nameOf({ name: step, questions }: Parameters<Condition>[1], question: object): string {
  const [name] = Object.entries(questions).find(([, candidate]) => candidate === question) ?? []
  if (name === undefined) throw new Error(`The step ${step} has no such question.`)
  return name
}

/** True if the question is asked, after these answers. */
export const isAsked = ({ askedIf }: Question, step: Step, reviewed: Reviewed): boolean =>
  askedIf === undefined || askedIf(reviewed, step)

/** True if the review lacks something without an answer to the question. */
export const isRequired = (question: Question, step: Step, reviewed: Reviewed): boolean =>
  question.required !== undefined &&
  isAsked(question, step, reviewed) &&
  (question.requiredIf === undefined || question.requiredIf(reviewed, step))

/** True for an answer that says nothing: none, blank text, a statement that is not ticked, an empty list. */
export const isOpen = ({ empty }: Question, answer: unknown): boolean =>
  answer === undefined ||
  answer === empty ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** The answers of a step in which nothing was answered. Those of the short form are absent until it gives them. */
export const emptyAnswers = (step: Step): Answers =>
  Object.fromEntries(
    listQuestions(step).flatMap(([name, { kind, empty }]) => (kind === 'short_yes' ? [] : [[name, empty]])),
  )

/** Completes the answers of a step with the examples of the required questions that they leave open. */
export function completeByExample(step: Step, given: Answers): Answers {
  const answers: Record<string, unknown> = { ...emptyAnswers(step), ...given }
  for (const [name, question] of listQuestions(step))
    if (isRequired(question, step, { forms: { [step.name]: answers } }) && isOpen(question, answers[name]))
      answers[name] = question.example
  return answers
}
