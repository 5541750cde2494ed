import { describe, expect, test } from 'vitest'
import type { ProposedPart } from '#lib/contracts/app/review-proposals.ts'
import type { ReviewFormValues } from './forms.ts'
import { describeProposed, fillProposed } from './proposals.ts'
import { openForms as empty } from './testing-answers.ts'

const describeIn = (forms: ReviewFormValues, part: ProposedPart) => describeProposed(part, forms)
const fill = (forms: ReviewFormValues, part: ProposedPart) => fillProposed(part, forms, 'prp_1')

test.each<[part: ProposedPart, label: string, other: string, otherLabel: string]>([
  [{ field: 'plan.is_objective_met', value: 'partly' }, 'Partly', 'no', 'No'],
  [{ field: 'risk.verdict', value: 'too_low' }, 'Rated too low', 'right', 'Rated correctly'],
  [{ field: 'outcome.outcome', value: 'failed' }, 'Failed', 'successful', 'Successful'],
])('a choice shows its label and replaces another one: %j', (part, label, other, otherLabel) => {
  const [step, name] = part.field.split('.') as [keyof ReviewFormValues, string]
  const chosen = (value: unknown) => ({ ...empty, [step]: { ...empty[step], [name]: value } })
  expect(describeIn(empty, part)).toMatchObject({ answer: label, replaced: undefined })
  expect(describeIn(chosen(other), part)).toMatchObject({ answer: label, replaced: otherLabel })
  expect(fill(chosen(other), part)).toEqual({ step, changes: { [name]: part.value } })
  expect(describeIn(chosen(part.value), part).replaced).toBeUndefined()
})

test.each([
  ['plan', 'notes', 'plan.notes'],
  ['risk', 'missed', 'risk.missed'],
  ['outcome', 'justification', 'outcome.justification'],
  ['improvements', 'notes', 'improvements.notes'],
] as const)('the text of %s.%s is added below the one of the form', (step, name, field) => {
  const part: ProposedPart = { field, value: 'More.' }
  const written = { ...empty, [step]: { ...empty[step], [name]: 'Mine. \n' } }
  expect(describeIn(written, part)).toMatchObject({ answer: 'More.', replaced: undefined })
  expect(fill(written, part)).toEqual({ step, changes: { [name]: 'Mine.\n\nMore.' } })
  expect(fill(empty, part)).toEqual({ step, changes: { [name]: 'More.' } })
})

describe('the decision about an incident', () => {
  const propose = (decision: 'confirmed' | 'rejected', reason = ''): ProposedPart => ({
    field: 'incidents.decisions',
    value: { incident: 'INC1', decision, reason },
  })
  const other = { incident: 'INC2', decision: 'confirmed', reason: '' } as const
  const decided: ReviewFormValues = {
    ...empty,
    incidents: {
      ...empty.incidents,
      decisions: [{ incident: 'INC1', decision: 'rejected', reason: 'Before the window.' }, other],
      is_none_caused: true,
    },
  }

  test('is described with its reason, and with the decision that it replaces', () => {
    expect(describeIn(empty, propose('confirmed'))).toEqual({
      question: 'INC1',
      answer: 'Caused by the change',
      replaced: undefined,
    })
    expect(describeIn(decided, propose('confirmed', 'Same host.'))).toEqual({
      question: 'INC1',
      answer: 'Caused by the change: Same host.',
      replaced: 'Unrelated to the change',
    })
    expect(describeIn(decided, propose('rejected')).replaced).toBeUndefined()
  })

  test('replaces only the decision of its incident and keeps the reason', () => {
    expect(fill(decided, propose('rejected', 'Other host.'))).toEqual({
      step: 'incidents',
      changes: {
        decisions: [other, { incident: 'INC1', decision: 'rejected', reason: 'Before the window.\n\nOther host.' }],
      },
    })
  })
})

test('a lesson is added to the drafts, under the identifier of its proposal', () => {
  const value = {
    title: '',
    content: 'Test the backout.',
    polarity: 'negative',
    category: 'database',
    tags: [],
    technologies: [],
  } as const
  const draft = { ...value, tags: [], technologies: [], key: 'drf_1', article_id: null }
  const forms = { ...empty, lessons: { ...empty.lessons, drafts: [draft], is_none_learned: true } }
  const part: ProposedPart = { field: 'lessons.drafts', value: { ...value, tags: [], technologies: [] } }
  expect(describeIn(forms, part)).toEqual({
    question: 'Lesson: without a title',
    answer: 'Test the backout.',
    replaced: undefined,
  })
  expect(fill(forms, part)).toEqual({
    step: 'lessons',
    changes: { drafts: [draft, { ...value, key: 'prp_1', article_id: null }], is_none_learned: false },
  })
})
