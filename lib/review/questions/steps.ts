import { improvements } from './improvements.ts'
import { incidents } from './incidents.ts'
import type { Question, QuestionOf } from './kinds.ts'
import { lessons } from './lessons.ts'
import { outcome } from './outcome.ts'
import { plan } from './plan.ts'
import type { Step } from './question.ts'
import { risk } from './risk.ts'

/** The steps of a review that have questions, in order; sign-off follows them. */
export const steps = { plan, risk, incidents, outcome, improvements, lessons } as const

export type StepName = keyof typeof steps

/** The name of a question, such as `verdict`. */
export type QuestionName<Name extends StepName> = keyof (typeof steps)[Name]['questions'] & string

/** The field of a list, such as `plan.steps`. */
export type ListField = { [Name in StepName]: `${Name}.${ListName<Name>}` }[StepName]

/** The name of a list. */
export type ListName<Name extends StepName> = {
  [Asked in QuestionName<Name>]: (typeof steps)[Name]['questions'][Asked] extends QuestionOf<'entries'> ? Asked : never
}[QuestionName<Name>]

/** The questions for which assistants may propose an answer, such as `risk.verdict`. */
export type ProposableField = {
  [Name in StepName]: {
    [Asked in QuestionName<Name>]: (typeof steps)[Name]['questions'][Asked] extends { readonly proposable: true }
      ? `${Name}.${Asked}`
      : never
  }[QuestionName<Name>]
}[StepName]

/** Finds the question of a field, such as `risk.verdict`. */
export function findQuestion(field: string): Question | undefined {
  const [name = '', asked = '', ...entry] = field.split('.')
  if (entry.length > 0) return undefined
  const step: Step | undefined = (steps as Readonly<Record<string, Step>>)[name]
  return step?.questions[asked]
}
