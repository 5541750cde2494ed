import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { ReviewSavers } from './review-savers.ts'

test('several keys in quick succession notify late subscribers once', () => {
  vi.useFakeTimers()
  const saved = { form: {}, version: 1, saved_at: null, saved_by: null }
  const steps = Object.fromEntries(reviewSteps.map((step) => [step, saved]))
  const review = { reference: 'PIR-2026-0001', change_number: 'CHG0030001', steps } as unknown as Review
  const savers = new ReviewSavers(new QueryClient(), review, 'ada@example.org')
  const everyKey = vi.fn()
  const late = vi.fn()
  savers.subscribe(everyKey)
  const end = savers.subscribeLate(late)

  for (const notes of ['a', 'ab', 'abc']) savers.steps.plan.change({ notes })
  expect([everyKey.mock.calls.length, late.mock.calls.length]).toEqual([3, 0])
  vi.advanceTimersByTime(200)
  expect(late).toHaveBeenCalledOnce()
  expect(savers.getLive().forms.plan).toEqual({ notes: 'abc' })

  savers.steps.plan.change({ notes: 'abcd' })
  end()
  vi.advanceTimersByTime(200)
  expect(late).toHaveBeenCalledOnce()
})
