import { expect, test } from 'vitest'
import { reviewHref } from './review-href.ts'

test.each([
  [{ review_status: 'in_progress', form_kind: 'full', open_step: 'risk' }, '/risk'],
  [{ review_status: 'in_progress', form_kind: 'full', open_step: 'sign_off' }, '/sign-off'],
  [{ review_status: 'in_progress', form_kind: 'short', open_step: null }, '/short'],
  [{ review_status: 'not_started', form_kind: 'full', open_step: null }, '/plan'],
  [{ review_status: 'awaiting_sign_off', form_kind: 'full', open_step: null }, '/sign-off'],
  [{ review_status: 'in_progress', form_kind: 'full', open_step: null }, '/plan'],
] as const)('%j leads to the step %s', (entry, step) => {
  expect(reviewHref({ number: 'CHG1', ...entry })).toBe(`/changes/CHG1/review${step}`)
})
