import { expect, test } from 'vitest'
import { isSameReview, pagePaths, sendsOn } from './page-paths.ts'

test('the addresses that only send on', () => {
  const sending = [pagePaths.admin, pagePaths.review('CHG0030022'), pagePaths.reviewOf('PIR-2026-0042')]
  expect(sending.filter(sendsOn)).toEqual(sending)
  const showing = [
    pagePaths.start,
    pagePaths.policy,
    pagePaths.change('review'),
    pagePaths.review('CHG0030022', 'plan'),
  ]
  expect(showing.filter(sendsOn)).toEqual([])
})

test('the parts of one review', () => {
  const [plan, risk] = [pagePaths.review('CHG0030022', 'plan'), pagePaths.review('CHG0030022', 'risk')]
  expect(isSameReview(plan, risk)).toBe(true)
  expect(isSameReview(plan, pagePaths.change('CHG0030022'))).toBe(false)
  expect(isSameReview(plan, pagePaths.review('CHG0030023', 'plan'))).toBe(false)
  expect(isSameReview(pagePaths.changes, plan)).toBe(false)
})
