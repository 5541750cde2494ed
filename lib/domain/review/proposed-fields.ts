import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { ProposedPart } from '#lib/contracts/app/review-proposals.ts'
import { outcomeCriteria } from './outcome-criteria.ts'
import type { ReviewFormValues } from './review-forms.ts'
import { decisionLabels, objectiveLabels, reviewQuestions, verdictLabels } from './review-labels.ts'

type ProposedValues = { readonly [Part in ProposedPart as Part['field']]: Part['value'] }
type FieldName = keyof ProposedValues
/** A proposed answer of one field, or of several. */
type PartOf<Field extends FieldName> = {
  [Name in Field]: { readonly field: Name; readonly value: ProposedValues[Name] }
}[Field]
type StepOf<Field extends FieldName> = Field extends `${infer Step extends ReviewStep}.${string}` ? Step : never
type FormOf<Field extends FieldName> = ReviewFormValues[StepOf<Field>]

/** A field for which assistants may propose an answer: its wording, and the change when a person takes it over. */
type ProposedField<Field extends FieldName> = {
  readonly question: (value: ProposedValues[Field]) => string
  readonly answer: (value: ProposedValues[Field]) => string
  /** Returns the answer of the form that the value would replace; undefined if it would replace none. */
  readonly replaced: (form: FormOf<Field>, value: ProposedValues[Field]) => string | undefined
  /** Returns the fields of the form that change with the value; `id` identifies the proposal. */
  readonly fill: (form: FormOf<Field>, value: ProposedValues[Field], id: string) => Partial<FormOf<Field>>
}

/** Declares a choice, which replaces the one of the form. */
const choice = <Name extends string, Value extends string>(
  question: string,
  name: Name,
  labels: Readonly<Record<Value, string>>,
) => ({
  question: () => question,
  answer: (value: Value) => labels[value],
  replaced: (form: Readonly<Record<Name, Value | null>>, value: Value) => {
    const chosen = form[name]
    return chosen === null || chosen === value ? undefined : labels[chosen]
  },
  fill: (_: unknown, value: Value) => ({ [name]: value }) as Record<Name, Value>,
})

/** Declares a text, which is added below the one of the form. */
const note = <Name extends string>(question: string, name: Name) => ({
  question: () => question,
  answer: (value: string) => value,
  replaced: () => undefined,
  fill: (form: Readonly<Record<Name, string>>, value: string) =>
    ({ [name]: append(form[name], value) }) as Record<Name, string>,
})

const outcomeLabels = Object.fromEntries(
  Object.entries(outcomeCriteria).map(([outcome, { label }]) => [outcome, label]),
) as Record<keyof typeof outcomeCriteria, string>

const proposedFields: { readonly [Field in FieldName]: ProposedField<Field> } = {
  'plan.is_objective_met': choice(reviewQuestions.is_objective_met, 'is_objective_met', objectiveLabels),
  'plan.notes': note(reviewQuestions.plan_notes, 'notes'),
  'risk.verdict': choice(reviewQuestions.verdict, 'verdict', verdictLabels),
  'risk.missed': note(reviewQuestions.missed, 'missed'),
  'incidents.decisions': {
    question: ({ incident }) => incident,
    answer: ({ decision, reason }) => (reason ? `${decisionLabels[decision]}: ${reason}` : decisionLabels[decision]),
    replaced: ({ decisions }, { incident, decision }) => {
      const current = decisions.find((other) => other.incident === incident)
      return current === undefined || current.decision === decision ? undefined : decisionLabels[current.decision]
    },
    fill: ({ decisions }, { incident, decision, reason }) => {
      const others = decisions.filter((other) => other.incident !== incident)
      const current = decisions.find((other) => other.incident === incident)
      return {
        decisions: [...others, { incident, decision, reason: append(current?.reason ?? '', reason) }],
        ...(decision === 'confirmed' && { is_none_caused: false }),
      }
    },
  },
  'outcome.outcome': choice(reviewQuestions.outcome, 'outcome', outcomeLabels),
  'outcome.justification': note(reviewQuestions.justification, 'justification'),
  'improvements.notes': note(reviewQuestions.improvement_notes, 'notes'),
  'lessons.drafts': {
    question: ({ title }) => `Lesson: ${title || 'without a title'}`,
    answer: ({ content }) => content,
    replaced: () => undefined,
    fill: ({ drafts }, lesson, id) => ({
      drafts: [...drafts, { ...lesson, key: id, article_id: null }],
      is_none_learned: false,
    }),
  },
}

const append = (text: string, more: string) =>
  text.trim() === '' || more === '' ? text || more : `${text.trimEnd()}\n\n${more}`

const getStep = <Field extends FieldName>(field: Field) => field.split('.')[0] as StepOf<Field>

/** Describes a proposed answer in the words of the form, and the answer of the form that it would replace. */
export function describeProposed<Field extends FieldName>(part: PartOf<Field>, forms: ReviewFormValues) {
  const { question, answer, replaced } = proposedFields[part.field]
  return {
    question: question(part.value),
    answer: answer(part.value),
    replaced: replaced(forms[getStep(part.field)], part.value),
  }
}

/** Returns the step of a proposed answer, and the fields of its form that change when a person takes it over. */
export function fillProposed<Field extends FieldName>(part: PartOf<Field>, forms: ReviewFormValues, id: string) {
  const step = getStep(part.field)
  return { step, changes: proposedFields[part.field].fill(forms[step], part.value, id) }
}
