import { expect, test } from 'vitest'
import { emptyReviewForms } from '#lib/domain/review/review-forms.ts'
import { refusalText } from './save-indicator.tsx'

const change = {
  number: 'CHG0000042',
  implementation_plan: null,
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
}
const fields = Object.values(emptyReviewForms(change)).flatMap((form) => Object.keys(form))

test.each([...new Set(fields), 'steps.0.note', 'decisions.12.reason'])('names no raw field for form.%s', (field) => {
  const message = `form.${field} must have at most 20,000 characters.`
  const details = [{ field: `form.${field}`, in: 'body' as const, issue: 'must have at most 20,000 characters' }]
  const text = refusalText({ kind: 'refused', message, details })
  expect(text).toMatch(/^“[A-Z][^_.]+”: use at most 20,000 characters\.$/)
})
