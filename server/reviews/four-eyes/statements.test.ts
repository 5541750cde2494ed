import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { getReview } from '#server/reviews/queries.ts'
import { saveReviewStep } from '#server/reviews/save-step.ts'
import { henrike, noor } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'

const { as, filled } = provideReviews()

/** Counts the statements that an act sends to the database, with those that begin and end its transaction. */
async function countStatements(act: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(Client.prototype, 'query')
  await act()
  const { length } = sent.mock.calls
  sent.mockRestore()
  return length
}

test('reading, saving and signing a review send few statements, as who took part is recorded', async () => {
  const reference = await filled('CHG1', { risk: 'high' })
  const read = () => getReview(as(noor), reference)
  const save = async (step: 'plan' | 'incidents' | 'outcome', answer: object) => {
    const { version, form } = (await read()).steps[step]
    const body = { version, form: { ...form, ...answer } as typeof form }
    return countStatements(() => saveReviewStep(as(noor), reference, step, body))
  }
  // The review with its change, its steps, its participants, the checks that it asks.
  expect(await countStatements(read)).toBeLessThanOrEqual(4)
  expect(await save('plan', { actual_end: '2026-03-01T02:50:00.000Z' })).toBeLessThanOrEqual(5)
  expect(await save('incidents', { is_none_caused: false })).toBeLessThanOrEqual(6)
  await save('incidents', { is_none_caused: true })
  expect(await save('outcome', { justification: 'As planned.' })).toBeLessThanOrEqual(4)
  await submitReview(as(noor), reference)
  expect(await countStatements(() => signOffReview(as(henrike), reference, {}))).toBeLessThanOrEqual(16)
})
