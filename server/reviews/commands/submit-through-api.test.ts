import { beforeAll, describe, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { getReview } from '#server/reviews/queries.ts'
import { fillReview, henrike, insertOwed, noor } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { returnReview, signOffReview } from './sign-off.ts'
import { submitReview, withdrawReview } from './submit.ts'
import { waiveReview } from './waive.ts'

const issuer = testPerson('admin', 'acc_issuer')
const { database, as } = provideReviews({ people: [noor, issuer, henrike], hasRules: false })
let token: Actor
beforeAll(async () => {
  const named = { name: 'Sync', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
  const created = await createToken(as(issuer), named)
  token = { kind: 'token', id: created.token.id, name: 'Sync', system: 'itsm', scope: 'write' }
})

const outcome = {
  pir_completed: true,
  pir_outcome: 'partially_successful',
  pir_reference: 'EXT-7',
  pir_date: '2026-03-09',
} as const
const owe = (number: string) =>
  insertOwed(database.db, number, { needsSignOff: true, reviewer: noor.email, reviewerName: noor.name })
/** Inserts a review that waits for sign-off because a token wrote the outcome of its change. */
async function submitted(number: string) {
  const reference = await owe(number)
  await updateChange(as(token), number, outcome)
  return reference
}

describe('a token that writes the review fields of a change whose review needs a sign-off', () => {
  test('writes all four, and the review waits for the sign-off', async () => {
    const reference = await submitted('CHG-FOUR')
    expect(await getChange(as(noor), 'CHG-FOUR')).toMatchObject({ ...outcome, version: 2 })
    const waiting = {
      status: 'awaiting_sign_off',
      submitted_by: null,
      completed_at: null,
      set_through_api: { by: 'Sync', pir_outcome: outcome.pir_outcome },
    }
    expect(await getReview(as(noor), reference)).toMatchObject(waiting)
    await updateChange(as(token), 'CHG-FOUR', outcome)
    expect(await getReview(as(noor), reference)).toMatchObject(waiting)
    expect(await getChange(as(noor), 'CHG-FOUR')).toMatchObject({ version: 2 })
  })

  test('is signed off by a manager, and not by the person who issued the token', async () => {
    const reference = await submitted('CHG-ISSUED')
    const refused = { code: 'forbidden', message: expect.stringContaining('A token that you issued') }
    await expect(signOffReview(as(issuer), reference, {})).rejects.toMatchObject(refused)
    await expect(waiveReview(as(issuer), reference, 'No need.')).rejects.toMatchObject(refused)
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({
      status: 'completed',
      completed_through: 'api',
      signed_off_by: henrike.name,
      completions: 1,
    })
    expect(await getChange(as(noor), 'CHG-ISSUED')).toMatchObject({ ...outcome, state: 'closed' })
    const { versions } = await listReviewVersions(as(noor), reference)
    expect(versions).toMatchObject([{ outcome: outcome.pir_outcome }])
  })

  test('needs an outcome for the sign-off', async () => {
    const reference = await owe('CHG-NO-OUTCOME')
    await updateChange(as(token), 'CHG-NO-OUTCOME', { pir_completed: true })
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('set pir_outcome'),
    })
    await updateChange(as(token), 'CHG-NO-OUTCOME', { pir_outcome: 'failed' })
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
  })

  test.each([
    [
      'sent back',
      (reference: string) => returnReview(as(henrike), reference, { reason: 'Review it here.' }),
      'in_progress',
    ],
    ['withdrawn', (reference: string) => withdrawReview(as(noor), reference), 'in_progress'],
    [
      'taken back by the token',
      (_: string, number: string) => updateChange(as(token), number, { pir_completed: false }),
      'not_started',
    ],
  ])('is open again when %s, and the change is not reviewed', async (name, undo, status) => {
    const number = `CHG-${name.replaceAll(' ', '-')}`
    const reference = await submitted(number)
    await undo(reference, number)
    expect(await getReview(as(noor), reference)).toMatchObject({ status, set_through_api: null, submitted_at: null })
    expect(await getChange(as(noor), number)).toMatchObject({ pir_completed: false, pir_reference: 'EXT-7' })
  })

  test('leaves a review that a person submitted waiting, with the answers of the person', async () => {
    const reference = await owe('CHG-BOTH')
    await fillReview(as(noor), await getReview(as(noor), reference))
    await submitReview(as(noor), reference)
    await updateChange(as(token), 'CHG-BOTH', outcome)
    expect(await getReview(as(noor), reference)).toMatchObject({
      status: 'awaiting_sign_off',
      submitted_by: noor.email,
      set_through_api: { by: 'Sync' },
    })
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ completed_through: 'review' })
    expect(await getChange(as(noor), 'CHG-BOTH')).toMatchObject({ pir_outcome: 'successful' })
  })
})
