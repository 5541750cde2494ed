import { describe, expect, test } from 'vitest'
import { signOffReview as contract } from '#lib/contracts/app/review-sign-off.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getChange } from '#server/changes/queries.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { findOpenSteps } from '#server/reviews/completion.ts'
import { getSignOff } from '#server/reviews/get-sign-off.ts'
import { getReview } from '#server/reviews/queries.ts'
import {
  callum,
  fillReview,
  henrike,
  insertIncident,
  insertOwed,
  noor,
  paolo,
  saveStep,
} from '#server/reviews/testing.ts'
import { provideReviews, unconditional } from '#server/reviews/testing-reviews.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { completeReview } from './complete.ts'
import { publishLesson } from './publish-lesson.ts'
import { returnReview, signOffReview } from './sign-off.ts'
import { startReview } from './start.ts'
import { submitReview, withdrawReview } from './submit.ts'

const tomas = { ...testPerson('manager', 'acc_tomas'), name: 'Tomas Lind' }

const { database, as, listEvents } = provideReviews({
  people: [noor, callum, henrike, paolo, tomas],
  hasRules: false,
  empty: [notifications],
})
const notified = async (kind: 'sign_off_requested' | 'review_returned' | 'review_completed') => {
  const rows = await readRows(database.db, notifications, { kind })
  return rows.map(({ recipient }) => recipient).toSorted()
}
/** Inserts a review that needs a sign-off, of a change that Tomas implemented, filled in by Noor. */
async function filled(number: string, needsSignOff = true): Promise<string> {
  const change = { assignedTo: tomas.email }
  const reference = await insertOwed(database.db, number, { needsSignOff, reviewer: noor.email }, change)
  await fillReview(as(noor), await startReview(as(noor), number))
  return reference
}

async function submitted(number: string): Promise<string> {
  const reference = await filled(number)
  await submitReview(as(noor, '2026-03-12T10:00:00.000Z'), reference)
  return reference
}

describe('submitting', () => {
  test('keeps the change, locks the forms, and notifies the people who may sign off', async () => {
    const reference = await submitted('CHG-HAND')
    expect(await getReview(as(noor), reference)).toMatchObject({
      status: 'awaiting_sign_off',
      submitted_at: '2026-03-12T10:00:00.000Z',
      submitted_by: noor.email,
      completed_at: null,
      completions: 0,
    })
    expect(await getChange(as(noor), 'CHG-HAND')).toMatchObject({ pir_completed: false, state: 'review', version: 1 })
    expect(await notified('sign_off_requested')).toEqual([henrike.email, paolo.email].toSorted())
    expect((await listEvents(reference)).at(-1)?.changes).toEqual({
      status: { from: 'in_progress', to: 'awaiting_sign_off' },
      submitted_by: { from: null, to: noor.email },
    })
  })

  test('requires everything that a completion requires', async () => {
    const reference = await filled('CHG-HAND-LACKS')
    await saveStep(as(noor), await getReview(as(noor), reference), 'plan', { is_objective_met: null })
    await expect(submitReview(as(noor), reference)).rejects.toMatchObject({
      code: 'conflict',
      details: [{ field: 'plan.is_objective_met' }],
    })
  })

  test('is only for reviews that need a sign-off, which cannot be completed without', async () => {
    const reference = await filled('CHG-NEED')
    await expect(completeReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('submit it'),
    })
    const free = await filled('CHG-NO-NEED', false)
    await expect(submitReview(as(noor), free)).rejects.toMatchObject({ code: 'conflict' })
    expect(await completeReview(as(noor), free, {})).toMatchObject({ status: 'completed', signed_off_by: null })
  })

  test('a submitted review is read-only until it is withdrawn', async () => {
    const reference = await submitted('CHG-READ')
    const review = await getReview(as(noor), reference)
    const waiting = { code: 'conflict', message: expect.stringContaining('waits for sign-off') }
    await expect(saveStep(as(noor), review, 'risk', { missed: 'Later' })).rejects.toMatchObject(waiting)
    await expect(publishLesson(as(noor), reference, 'x', { mask_names: true })).rejects.toMatchObject(waiting)
    await expect(submitReview(as(noor), reference)).rejects.toMatchObject(waiting)
    await expect(withdrawReview(as(callum), reference)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await withdrawReview(as(noor), reference)).toMatchObject({
      status: 'in_progress',
      submitted_at: null,
      submitted_by: null,
    })
    await saveStep(as(noor), await getReview(as(noor), reference), 'risk', { missed: 'Later' })
    await expect(withdrawReview(as(noor), reference)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('signing off', () => {
  test('is refused when the change was written, or the review submitted again, since the signer read it', async () => {
    const reference = await submitted('CHG-UNREAD')
    const review = await getReview(as(henrike), reference)
    const change = await getChange(as(henrike), 'CHG-UNREAD')
    const read = { submitted_at: review.submitted_at ?? '', change_updated_at: change.updated_at }
    expect(contract.body.safeParse(read).success).toBe(true)
    for (const time of Object.keys(read)) {
      expect(contract.body.safeParse({ ...read, [time]: undefined }).success, time).toBe(false)
    }
    const write = { title: 'Upgrade more', risk: 'low' } as const
    const token = as(testToken, '2026-03-12T11:00:00.000Z')
    await putChange(token, 'CHG-UNREAD', write, { ...unconditional, mustExist: true })
    await expect(signOffReview(as(henrike), reference, read)).rejects.toMatchObject({
      code: 'precondition_failed',
      message: 'CHG-UNREAD was written since you opened it. Read what is new, then sign off.',
    })
    const later = { ...read, change_updated_at: '2026-03-12T11:00:00.000Z' }
    await withdrawReview(as(noor), reference)
    await submitReview(as(noor, '2026-03-12T12:00:00.000Z'), reference)
    await expect(signOffReview(as(henrike), reference, later)).rejects.toMatchObject({
      code: 'precondition_failed',
      message: expect.stringContaining('The review was submitted again since you opened it.'),
    })
    const latest = { ...later, submitted_at: '2026-03-12T12:00:00.000Z' }
    expect(await signOffReview(as(henrike), reference, latest)).toMatchObject({ status: 'completed' })
  })

  test('completes review, change, version and history', async () => {
    const reference = await submitted('CHG-SIGN')
    const signed = await signOffReview(as(henrike, '2026-03-13T08:00:00.000Z'), reference, {})
    expect(signed).toMatchObject({
      status: 'completed',
      signed_off_at: '2026-03-13T08:00:00.000Z',
      signed_off_by: henrike.name,
      completed_by: henrike.name,
      submitted_by: noor.email,
      proposed_outcome: 'successful',
      completions: 1,
    })
    expect(await getChange(as(noor), 'CHG-SIGN')).toMatchObject({
      state: 'closed',
      pir_completed: true,
      pir_reference: reference,
      pir_outcome: 'successful',
      pir_date: '2026-03-13',
    })
    expect((await listReviewVersions(as(noor), reference)).versions).toMatchObject([
      { number: 1, signed_off_by: henrike.name, outcome: 'successful', said: { pir_date: '2026-03-13' } },
    ])
    expect((await listEvents(reference)).at(-1)?.changes).toEqual({
      status: { from: 'awaiting_sign_off', to: 'completed' },
      pir_outcome: { from: null, to: 'successful' },
      signed_off_by: { from: null, to: henrike.name },
    })
    expect(await notified('review_completed')).toEqual([noor.email])
  })

  test('is rejected before it is submitted, and when something is missing since then', async () => {
    const reference = await filled('CHG-SINCE')
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({ code: 'conflict' })
    await submitReview(as(noor), reference)
    await insertIncident(database.db, 'INC-SINCE', 'CHG-SINCE')
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'conflict',
      details: [{ field: 'incidents.decisions', issue: expect.stringContaining('INC-SINCE') }],
    })
  })

  test('demands no answer to a question that is newer than the submission', async () => {
    const reference = await submitted('CHG-NEWER')
    const forget =
      "update review_steps set form = (form::jsonb - 'verdict')::json where reference = $1 and step = 'risk'"
    await database.pool.query(forget, [reference])
    expect((await findOpenSteps(database.db, [reference])).get(reference)).toBe('sign_off')
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('of two concurrent sign-offs and a return one succeeds', async () => {
    const reference = await submitted('CHG-RACE')
    const results = await Promise.allSettled([
      signOffReview(as(henrike), reference, {}),
      signOffReview(as(paolo), reference, {}),
      returnReview(as(paolo), reference, { reason: 'Say more.' }),
    ])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['conflict', 'conflict'])
    const isSigned = results[2]?.status === 'rejected'
    expect((await getReview(as(noor), reference)).status).toBe(isSigned ? 'completed' : 'in_progress')
    const written = (await listEvents('CHG-RACE')).filter(({ entityType }) => entityType === 'change')
    expect(written).toHaveLength(isSigned ? 1 : 0)
  })

  test('if the last write of a transition fails, none of the others is stored', async () => {
    const reference = await submitted('CHG-SIGN-HALF')
    const stored = () =>
      Promise.all([getReview(as(noor), reference), getChange(as(noor), 'CHG-SIGN-HALF'), listEvents('CHG-SIGN-HALF')])
    const before = await stored()
    await database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before insert on notifications for each row
         when (new.kind = 'review_completed') execute function refuse()`,
    )
    await expect(signOffReview(as(henrike), reference, {})).rejects.toThrow()
    expect(await stored()).toEqual(before)
    expect((await listReviewVersions(as(noor), reference)).versions).toEqual([])
    await database.pool.query('drop trigger refuse on notifications')
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
  })
})

test('a returned review goes to its reviewer with the reason, which is cleared when it is submitted again', async () => {
  const reference = await submitted('CHG-RETURN')
  const returned = { kind: 'returned', at: '2026-03-13T08:00:00.000Z', by: henrike.name, reason: 'Say what it cost.' }
  const review = await returnReview(as(henrike, returned.at), reference, { reason: returned.reason })
  expect(review).toMatchObject({ status: 'in_progress', submitted_at: null, submitted_by: null, returned })
  expect(await notified('review_returned')).toEqual([noor.email])
  expect((await listEvents(reference)).at(-1)?.changes).toMatchObject({
    status: { from: 'awaiting_sign_off', to: 'in_progress' },
    return_reason: { from: null, to: returned.reason },
  })
  await saveStep(as(noor), review, 'risk', { missed: 'The cost.' })
  expect(await submitReview(as(noor), reference)).toMatchObject({ status: 'awaiting_sign_off', returned: null })
})

test('a review is sent back to one of its steps, where reviewer, notification and Today find the reason', async () => {
  const reference = await submitted('CHG-RETURN-STEP')
  const body = { reason: 'Say what the locks cost.', step: 'risk' } as const
  const review = await returnReview(as(henrike, '2026-03-13T08:00:00.000Z'), reference, body)
  expect(review.returned).toMatchObject(body)
  expect((await listEvents(reference)).at(-1)?.changes).toMatchObject({ return_step: { from: null, to: 'risk' } })
  expect((await getSignOff(as(noor), reference)).returns).toMatchObject([{ kind: 'returned', ...body }])
  const [notice] = await readRows(database.db, notifications, { kind: 'review_returned' })
  expect(notice).toMatchObject({
    title: `Henrike Vos sent back the review ${reference} to the step Risk`,
    path: pagePaths.review('CHG-RETURN-STEP', 'risk'),
  })
  expect((await findOpenSteps(database.db, [reference])).get(reference)).toBe('risk')
  await saveStep(as(noor), review, 'risk', { missed: 'The locks: an hour.' })
  expect((await findOpenSteps(database.db, [reference])).get(reference)).toBe('risk')
  expect(await submitReview(as(noor), reference)).toMatchObject({ returned: null })
  expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ signed_off_by: 'Henrike Vos' })
})

test('the first save starts a required review, and assigns an unassigned one', async () => {
  const reference = await insertOwed(database.db, 'CHG-BEGIN')
  const review = await getReview(as(noor), reference)
  expect(review.status).toBe('not_started')
  await saveStep(as(noor, '2026-03-12T10:00:00.000Z'), review, 'risk', { verdict: 'right' })
  expect(await getReview(as(noor), reference)).toMatchObject({
    status: 'in_progress',
    reviewer: noor.email,
    started_at: '2026-03-12T10:00:00.000Z',
    steps: { risk: { version: 1 } },
  })
  const assigned = await insertOwed(database.db, 'CHG-BEGIN-OTHER', { reviewer: callum.email })
  await saveStep(as(noor), await getReview(as(noor), assigned), 'risk', { verdict: 'right' })
  const [row] = await readRows(database.db, reviews, { reference: assigned })
  expect(row).toMatchObject({ status: 'in_progress', reviewer: callum.email })
})

test.each([
  ['signed off', (reference: string) => signOffReview(as(henrike), reference, {})],
  ['sent back', (reference: string) => returnReview(as(henrike), reference, { reason: 'Why?' })],
  ['withdrawn', (reference: string) => withdrawReview(as(noor), reference)],
])('what asked for a sign-off is read for everyone once the review is %s', async (deed, settle) => {
  const waiting = await submitted(`CHG-READ-${deed}`)
  await submitted(`CHG-STILL-${deed}`)
  await settle(waiting)
  const rows = await readRows(database.db, notifications, { kind: 'sign_off_requested' })
  const unread = rows.filter(({ readAt }) => readAt === null).map(({ recipient, path }) => [recipient, path])
  expect(rows).toHaveLength(4)
  expect(unread.toSorted()).toEqual(
    [henrike, paolo].map((person) => [person.email, pagePaths.review(`CHG-STILL-${deed}`, 'sign-off')]),
  )
})
