import { describe, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { findReview } from '#server/reviews/queries.ts'
import { henrike, insertChange, noor } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'

const { database, as, put, mark, findStatus } = provideReviews()
const low = { state: 'implement', risk: 'low' } as const

test('a change that needs a sign-off waits for it when a token marks it as reviewed', async () => {
  const number = await insertChange(database.db, 'CHG-MARKED', { state: 'implement', type: 'emergency' })
  expect(await mark(number)).toMatchObject({ pir_completed: true, pir_outcome: 'successful', version: 2 })
  const review = await findReview(as(noor), number)
  expect(review).toMatchObject({ status: 'awaiting_sign_off', reviewer: null, needs_sign_off: true })
  const signed = await signOffReview(as(henrike), review?.reference ?? '', {})
  expect(signed).toMatchObject({ status: 'completed', signed_off_by: henrike.name })
  expect(await getChange(as(noor), number)).toMatchObject({ pir_completed: true, pir_outcome: 'successful' })
})

test('it has an open review when the token takes that back', async () => {
  const number = await insertChange(database.db, 'CHG-UNMARKED', { state: 'review', risk: 'high' })
  await mark(number)
  await updateChange(as(testToken), number, { pir_completed: false })
  expect(await findStatus(number)).toBe('not_started')
})

test('other changes, and those that came closed, were reviewed elsewhere', async () => {
  const numbers = [
    await insertChange(database.db, 'CHG-LOW', low),
    await insertChange(database.db, 'CHG-CLOSED', { state: 'closed', type: 'emergency' }),
  ]
  for (const number of numbers) {
    expect(await mark(number)).toMatchObject({ pir_completed: true })
    await put(testToken, number, { title: 'Another title' })
    expect(await findStatus(number)).toBeNull()
  }
})

describe('a token does not finish the review of the work of the person who issued it', () => {
  async function createTokenFor(person: Actor): Promise<Actor> {
    const input = {
      name: 'Sync',
      system: 'itsm',
      scope: 'write',
      role: null,
      expiresAt: null,
      origin: 'entry',
    } as const
    const { token } = await createToken(as(person), input)
    return { ...testToken, id: token.id }
  }

  test.each([
    ['address', henrike.email],
    ['text', 'Vos, Henrike (SRE)'],
  ])('whom the change names by %s', async (name, assignedTo) => {
    const number = await insertChange(database.db, `CHG-OWN-${name}`, { ...low, assignedTo })
    await mark(number, await createTokenFor(henrike))
    expect(await findStatus(number)).toBe('awaiting_sign_off')
  })

  test('but that of anybody else, known or not', async () => {
    const token = await createTokenFor(henrike)
    for (const [index, assignedTo] of [noor.email, 'Somebody Else'].entries()) {
      const number = await insertChange(database.db, `CHG-OTHER-${index}`, { ...low, assignedTo })
      await mark(number, token)
      expect(await findStatus(number)).toBeNull()
    }
  })
})
