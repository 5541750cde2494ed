import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { followCancellations } from './follow-cancellations.ts'
import { getReview } from './queries.ts'
import { reopenReview } from './reopen-review.ts'
import { saveReviewStep } from './save-review-step.ts'
import { startReview } from './start-review.ts'
import { contextOf, insertAccount, insertChange, insertOwed, noor } from './testing.ts'
import { updateChange } from './update-change.ts'
import { waiveReview } from './waive-review.ts'

const henrike = { ...testPerson('manager', 'acc_henrike'), name: 'Henrike Vos' }
const policyActor = { kind: 'system', id: 'follow-cancellations', name: 'Hindsight' } as const
const token = { kind: 'token', id: 'tok_sync', name: 'Sync', scope: 'write' } as never

const database = provideTestDatabase()
beforeEach(async () => {
  for (const table of [reviews, changes, notifications, auditEvents]) await database.db.delete(table)
})

const at = '2026-03-12T10:00:00.000Z'
const as = (actor: Parameters<typeof contextOf>[1] = noor) => contextOf(database.db, actor, at)
const lastEventOf = async (reference: string) =>
  (
    await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entityType, 'review'), eq(auditEvents.entityId, reference)))
  ).at(-1)

test('a manager waives an open review with a reason; it leaves Today, and its reviewer is notified', async () => {
  const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-10' })
  const waived = await waiveReview(as(henrike), reference, 'Reviewed with CHG7.')
  expect(waived).toMatchObject({ status: 'waived', waived: { at, by: 'Henrike Vos', reason: 'Reviewed with CHG7.' } })
  const { sections } = await getWorklist(as())
  expect(sections.every(({ total_count: total }) => total === 0)).toBe(true)
  expect(await getChange(as(), 'CHG1')).toMatchObject({ pir_completed: false, pir_outcome: null, version: 1 })
  expect(await database.db.select().from(notifications)).toMatchObject([
    { recipient: noor.email, kind: 'review_waived' },
  ])
  expect((await lastEventOf(reference))?.changes).toEqual({
    status: { from: 'not_started', to: 'waived' },
    waive_reason: { from: null, to: 'Reviewed with CHG7.' },
  })
})

test('a waived review is read-only until a manager reopens it', async () => {
  await insertChange(database.db, 'CHG1')
  const { reference, steps } = await startReview(as(), 'CHG1')
  await waiveReview(as(henrike), reference, 'Not worth it.')
  const save = () =>
    saveReviewStep(as(), reference, 'risk', { form: { ...steps.risk.form, verdict: 'right' }, version: 0 })
  await expect(save()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is waived') })
  await expect(reopenReview(as(), reference, 'It is.')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await reopenReview(as(henrike), reference, 'It is.')).toMatchObject({ status: 'in_progress', waived: null })
  await save()
})

test('only a manager waives, and only what is open', async () => {
  const reference = await insertOwed(database.db, 'CHG1')
  await expect(waiveReview(as(), reference, 'No time.')).rejects.toMatchObject({ code: 'forbidden' })
  await waiveReview(as(henrike), reference, 'Twice.')
  await expect(waiveReview(as(henrike), reference, 'Twice.')).rejects.toMatchObject({ code: 'conflict' })
})

test('what a token marked as reviewed does not count once its sign-off is waived', async () => {
  const reference = await insertOwed(database.db, 'CHG1', { needsSignOff: true })
  await updateChange(as(token), 'CHG1', { pir_completed: true, pir_outcome: 'successful' })
  expect(await getReview(as(), reference)).toMatchObject({ status: 'awaiting_sign_off' })
  await waiveReview(as(henrike), reference, 'Reviewed with CHG7.')
  expect(await getChange(as(), 'CHG1')).toMatchObject({ pir_completed: false, pir_outcome: 'successful' })
})

test('a token that sets the review of a change completes a waived review', async () => {
  const reference = await insertOwed(database.db, 'CHG1')
  await waiveReview(as(henrike), reference, 'Not worth it.')
  await updateChange(as(token), 'CHG1', { pir_completed: true, pir_outcome: 'successful' })
  expect(await getReview(as(), reference)).toMatchObject({ status: 'completed', waived: null })
})

test('a canceled change withdraws its open review, and one that is not canceled any more requires it again', async () => {
  const reference = await insertOwed(database.db, 'CHG1')
  const done = await insertOwed(database.db, 'CHG2', { status: 'completed', completedAt: at, completedBy: 'Noor' })
  const byHand = await insertOwed(database.db, 'CHG3')
  await waiveReview(as(henrike), byHand, 'Not worth it.')
  const statuses = async () => {
    const found = await Promise.all([reference, done, byHand].map((one) => getReview(as(), one)))
    return found.map(({ status }) => status)
  }
  const setState = (state: 'canceled' | 'review') => database.db.update(changes).set({ state })
  expect(await followCancellations(as(policyActor))).toEqual({ withdrawn: 0, restored: 0 })
  await setState('canceled')
  expect(await followCancellations(as(policyActor))).toEqual({ withdrawn: 1, restored: 0 })
  expect(await statuses()).toEqual(['waived', 'completed', 'waived'])
  expect((await getReview(as(), reference)).waived).toEqual({ at, by: null, reason: 'The change was canceled.' })
  await setState('review')
  expect(await followCancellations(as(policyActor))).toEqual({ withdrawn: 0, restored: 1 })
  expect(await statuses()).toEqual(['not_started', 'completed', 'waived'])
})

test('a submitted review of a change that was canceled by mistake waits for sign-off again, and its signers know', async () => {
  for (const person of [noor, henrike]) await insertAccount(database.db, person)
  const submitted = { status: 'awaiting_sign_off', submittedAt: at, submittedBy: noor.email } as const
  const reference = await insertOwed(database.db, 'CHG1', submitted, { state: 'canceled' })
  await followCancellations(as(policyActor))
  await expect(reopenReview(as(henrike), reference, 'Do it.')).rejects.toMatchObject({ code: 'conflict' })
  await database.db.update(changes).set({ state: 'review' })
  await database.db.delete(notifications)
  await followCancellations(as(policyActor))
  expect(await getReview(as(), reference)).toMatchObject({ status: 'awaiting_sign_off', submitted_by: noor.email })
  expect(await database.db.select().from(notifications)).toMatchObject([
    { recipient: noor.email, kind: 'review_reopened', title: `The review ${reference} is required again` },
    {
      recipient: henrike.email,
      kind: 'sign_off_requested',
      title: `The review ${reference} is required again`,
      path: '/changes/CHG1/review/sign-off',
    },
  ])
})
