import { expect, test } from 'vitest'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { emptyReviewForms } from '#lib/review/forms.ts'
import { refusalText } from './save-indicator.tsx'

const change = {
  number: 'CHG0000042',
  implementation_plan: null,
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
}
const fields = Object.entries(emptyReviewForms(change)).flatMap(([step, form]) =>
  Object.keys(form).map((name) => [step as ReviewStep, name] as const),
)

test.each([...fields, ['plan', 'steps.0.note'], ['incidents', 'decisions.12.reason']] as const)(
  'names no raw field for form.%s',
  (step, field) => {
    const message = `form.${field} must have at most 20,000 characters.`
    const details = [{ field: `form.${field}`, in: 'body' as const, issue: 'must have at most 20,000 characters' }]
    const text = refusalText(step, { kind: 'refused', message, details })
    expect(text).toMatch(/^“[A-Z][^_.]+”: use at most 20,000 characters\.$/)
  },
)
