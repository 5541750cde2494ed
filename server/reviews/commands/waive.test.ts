import { inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { getSignOff } from '#server/reviews/get-sign-off.ts'
import { recordParts } from '#server/reviews/parts.ts'
import { getReview } from '#server/reviews/queries.ts'
import { saveReviewStep } from '#server/reviews/save-step.ts'
import {
  ada,
  createContext,
  henrike,
  insertAccount,
  insertChange,
  insertOwed,
  noor,
  paolo,
} from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { followCancellations } from './cancel.ts'
import { reopenReview } from './reopen.ts'
import { startReview } from './start.ts'
import { confirmWaiver, refuseWaiver, waiveReview } from './waive.ts'

const policyActor = { kind: 'system', id: 'follow-cancellations', name: 'Hindsight' } as const
const token = { kind: 'token', id: 'tok_sync', name: 'Sync', scope: 'write' } as never

const database = provideTestDatabase({ empty: [reviews, changes, notifications, auditEvents] })

const at = '2026-03-12T10:00:00.000Z'
const as = (actor: Parameters<typeof createContext>[1] = noor) => createContext(database.db, actor, at)
const findLastEvent = async (reference: string) =>
  (await readRows(database.db, auditEvents, { entityType: 'review', entityId: reference })).at(-1)

test('a manager waives an open review with a reason; it leaves Today, and its reviewer is notified', async () => {
  const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-10' })
  const waived = await waiveReview(as(henrike), reference, 'Reviewed with CHG7.')
  expect(waived).toMatchObject({ status: 'waived', waived: { at, by: 'Henrike Vos', requested_by: null } })
  const { sections } = await getWorklist(as())
  expect(sections.every(({ total_count: total }) => total === 0)).toBe(true)
  expect(await getChange(as(), 'CHG1')).toMatchObject({ pir_completed: false, pir_outcome: null, version: 1 })
  expect(await database.db.select().from(notifications)).toMatchObject([
    { recipient: noor.email, kind: 'review_waived' },
  ])
  expect((await findLastEvent(reference))?.changes).toEqual({
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

describe('a review that needs a sign-off', () => {
  const isForbidden = (text: string) => ({ code: 'forbidden', message: expect.stringContaining(text) })
  const owed = (number = 'CHG1', values: Parameters<typeof insertOwed>[2] = {}) =>
    insertOwed(database.db, number, { needsSignOff: true, reviewer: noor.email, ...values })
  beforeEach(async () => {
    for (const person of [noor, henrike, paolo, ada]) await insertAccount(database.db, person)
  })
  afterEach(() => database.db.delete(accounts))
  const sections = async (actor: typeof henrike) => {
    const { sections: found } = await getWorklist(as(actor))
    return found.filter(({ total_count: total }) => total > 0).map(({ section }) => section)
  }

  test('stays open until another manager confirms the waiver', async () => {
    const reference = await owed()
    const requested = await waiveReview(as(henrike), reference, 'A twin of CHG7.')
    expect(requested).toMatchObject({
      status: 'not_started',
      waived: null,
      waiver_requested: { at, by: henrike.name, email: henrike.email, reason: 'A twin of CHG7.' },
    })
    expect(await database.db.select().from(notifications).orderBy(notifications.recipient)).toMatchObject(
      [ada, paolo].map(({ email: recipient }) => ({ recipient, kind: 'waiver_requested', path: '/changes/CHG1' })),
    )
    const waived = await confirmWaiver(as(paolo), reference, undefined)
    const { requested_by: by, ...end } = { requested_by: henrike.name, at, by: paolo.name, reason: 'A twin of CHG7.' }
    expect(waived).toMatchObject({ status: 'waived', waiver_requested: null, waived: { ...end, requested_by: by } })
    const rows = await database.db.select().from(notifications).orderBy(notifications.recipient)
    expect(rows.map(({ recipient, kind, readAt }) => [recipient, kind, readAt === null])).toEqual(
      expect.arrayContaining([
        [ada.email, 'waiver_requested', false],
        [paolo.email, 'waiver_requested', false],
        [noor.email, 'review_waived', true],
        [henrike.email, 'review_waived', true],
      ]),
    )
    expect((await findLastEvent(reference))?.changes).toMatchObject({
      status: { from: 'not_started', to: 'waived' },
      waiver_requested_by: { from: henrike.email, to: null },
    })
  })

  test('is not confirmed by who requested it or took part, and not requested twice', async () => {
    const reference = await owed('CHG1')
    await recordParts(as(), [{ changeNumber: 'CHG1', kind: 'wrote', person: ada.email }])
    await expect(confirmWaiver(as(paolo), reference, undefined)).rejects.toMatchObject({ code: 'conflict' })
    await waiveReview(as(henrike), reference, 'A twin.')
    await expect(waiveReview(as(paolo), reference, 'A twin.')).rejects.toMatchObject({ code: 'conflict' })
    await expect(confirmWaiver(as(henrike), reference, undefined)).rejects.toMatchObject(isForbidden('requested it'))
    await expect(confirmWaiver(as(ada), reference, undefined)).rejects.toMatchObject(
      isForbidden('changed or proposed answers'),
    )
    await expect(confirmWaiver(as(), reference, undefined)).rejects.toMatchObject(isForbidden('Only a manager'))
    expect((await getSignOff(as(), reference)).confirmers).toEqual([{ name: paolo.name, email: paolo.email }])
  })

  test('is not confirmed by another account of who requested it', async () => {
    const reference = await owed()
    const twin = { ...testPerson('manager', 'acc_henrike_2'), name: 'H. Vos' }
    await insertAccount(database.db, twin)
    await database.db
      .update(accounts)
      .set({ userName: 'hvos' })
      .where(inArray(accounts.id, [henrike.id, twin.id]))
    await waiveReview(as(henrike), reference, 'A twin.')
    await expect(confirmWaiver(as(twin), reference, undefined)).rejects.toMatchObject(isForbidden('requested it'))
  })

  test('is open as before when the waiver is refused, also by who requested it', async () => {
    const submitted = { status: 'awaiting_sign_off', submittedAt: at, submittedBy: noor.email } as const
    const reference = await owed('CHG1', submitted)
    await waiveReview(as(henrike), reference, 'A twin.')
    await database.db.delete(notifications)
    const refused = await refuseWaiver(as(paolo), reference, 'It had an outage.')
    expect(refused).toMatchObject({ status: 'awaiting_sign_off', submitted_by: noor.email, waiver_requested: null })
    const rows = await database.db.select().from(notifications)
    expect(rows.map(({ recipient, kind }) => [recipient, kind]).toSorted()).toEqual(
      [noor, henrike].map(({ email }) => [email, 'waiver_refused']).toSorted(),
    )
    expect((await findLastEvent(reference))?.changes).toMatchObject({ refuse_reason: { to: 'It had an outage.' } })
    await waiveReview(as(henrike), reference, 'A twin.')
    expect(await refuseWaiver(as(henrike), reference, 'My mistake.')).toMatchObject({ waiver_requested: null })
    await expect(refuseWaiver(as(henrike), reference, 'Twice.')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('waits for other managers on Today, and the queue finds it', async () => {
    const reference = await owed('CHG1', { dueOn: '2026-03-01' })
    expect(await sections(paolo)).toEqual(['overdue'])
    await waiveReview(as(henrike), reference, 'A twin.')
    expect(await sections(paolo)).toEqual(['confirm_waiver'])
    expect(await sections(henrike)).toEqual([])
    expect(await sections(noor)).toEqual(['mine_overdue'])
    const list = await listQueue(as(paolo), queueContract.query.parse({ query: 'is_waiver_requested = true' }))
    expect(list.rows).toMatchObject([{ number: 'CHG1', is_waiver_requested: true }])
  })
})

test('what a token marked as reviewed does not count once its sign-off is waived', async () => {
  const reference = await insertOwed(database.db, 'CHG1', { needsSignOff: true })
  await updateChange(as(token), 'CHG1', { pir_completed: true, pir_outcome: 'successful' })
  expect(await getReview(as(), reference)).toMatchObject({ status: 'awaiting_sign_off' })
  await waiveReview(as(henrike), reference, 'Reviewed with CHG7.')
  await confirmWaiver(as(paolo), reference, undefined)
  expect(await getChange(as(), 'CHG1')).toMatchObject({ pir_completed: false, pir_outcome: 'successful' })
})

test('a token that sets the review of a change completes a waived review', async () => {
  const reference = await insertOwed(database.db, 'CHG1')
  await waiveReview(as(henrike), reference, 'Not worth it.')
  await updateChange(as(token), 'CHG1', { pir_completed: true, pir_outcome: 'successful' })
  expect(await getReview(as(), reference)).toMatchObject({ status: 'completed', waived: null })
})

test('a cancelled change withdraws its open review, and one that is not cancelled any more requires it again', async () => {
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
  expect((await getReview(as(), reference)).waived).toEqual({
    at,
    by: null,
    reason: 'The change was cancelled.',
    requested_by: null,
  })
  await setState('review')
  expect(await followCancellations(as(policyActor))).toEqual({ withdrawn: 0, restored: 1 })
  expect(await statuses()).toEqual(['not_started', 'completed', 'waived'])
})

test('a submitted review of a change that was cancelled by mistake waits for sign-off again, and its signers know', async () => {
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
