import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewStatus } from '#lib/contracts/app/review-values.ts'
import type { ChangeWrite } from '#lib/contracts/change-writes.ts'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { emptyReviewForms } from '#lib/review/forms.ts'
import { proposeOutcome } from '#lib/review/outcome.ts'
import { getChange } from '#server/changes/queries.ts'
import { all, deployed, minute, provideInbound } from '#server/connections/inbound/testing-events.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { insertChange, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listDeploymentsOfChange } from './deployments-of-change.ts'
import { catchUpDeployments, rejoinDeployments } from './later-matches.ts'
import { storeDeployments } from './store-deployments.ts'
import { countUnrecordedChanges, listUnrecordedChanges } from './unrecorded-changes.ts'

const inbound = provideInbound()
const { manager, readChanges, findDeployment, send } = inbound

/** Moves the only review, with its entry in the history. */
async function move(from: ReviewStatus, to: ReviewStatus) {
  const ctx = testContext(inbound.db, undefined, new Date())
  const [row] = await ctx.db.update(reviews).set({ status: to }).returning()
  await recordEvent(ctx, reviewActions.update, row?.reference ?? '', { status: { from, to } })
}

/** Stores an event of the deployment 1 of payments-db to production. */
function store(db: Transaction, status: DeploymentEvent['status'], past: number) {
  const actor = createSystemActor(inbound.json, 'json')
  const event: DeploymentEvent = {
    kind: 'deployment',
    remoteId: '1',
    at: minute(past),
    status,
    startedAt: null,
    createdAt: null,
    service: 'payments-db',
    environment: 'production',
    isProduction: true,
    isRollback: false,
    facts: { change: null, title: null, ref: null, sha: null, url: null, text: null },
  }
  return storeDeployments({ ...testContext(inbound.db, undefined, new Date()), db, actor }, inbound.json, [event])
}

const isBlocked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

describe('a deployment to production', () => {
  test('becomes the actual start and end of the change that it names', async () => {
    await insertChange(inbound.db, 'CHG0030032', { actualStart: null, actualEnd: null })
    const change = 'chg0030032'
    await send(deployed('1', 'running', 600, { change }), deployed('1', 'success', 610, { change }))
    expect(await getChange(manager(), 'CHG0030032')).toMatchObject({
      actual_start: minute(600),
      actual_end: minute(610),
      state: 'review',
    })
    expect(await findDeployment('1')).toMatchObject({ changeNumber: 'CHG0030032', matchedBy: 'number' })
    expect(await countUnrecordedChanges(manager())).toBe(0)
    const [event] = await readRows(inbound.db, auditEvents, { entityId: 'CHG0030032', actorId: inbound.json })
    expect(event).toMatchObject({ actorName: 'json', changes: { actual_end: { from: null, to: minute(610) } } })
  })

  test('is joined to the one change of its service in whose window it began, and to none of two', async () => {
    await insertChange(inbound.db, 'CHG1', { state: 'implement', actualStart: null, actualEnd: null })
    await send(deployed('1', 'success', 30))
    expect(await findDeployment('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'window' })
    await insertChange(inbound.db, 'CHG2', { state: 'implement' })
    await send(deployed('2', 'success', 31), deployed('3', 'success', 600))
    expect(await findDeployment('2')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await findDeployment('3')).toMatchObject({ matchedBy: 'pipeline' })
  })

  test.each([
    ['that is not authorised yet', { state: 'assess' }],
    ['that is planned for another time', { plannedStart: minute(-3000), plannedEnd: minute(-2000) }],
    ['that ended long before', { state: 'closed', plannedStart: null, plannedEnd: null, actualEnd: minute(-2000) }],
  ] as const)('is unrecorded although it names a change %s', async (_, values) => {
    await insertChange(inbound.db, 'CHG1', values)
    const before = await getChange(manager(), 'CHG1')
    await send(deployed('1', 'success', 30, { change: 'CHG1' }))
    expect(await findDeployment('1')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
    const { result } = await listUnrecordedChanges(manager(), all)
    expect(result).toMatchObject([
      { named_change: 'CHG1', naming: 'named', change_number: expect.stringMatching(/^DEP/) },
    ])
  })

  test.each([
    ['in its field a change that is not authorised', { change: 'CHG4000003' }, 'CHG4000003', 'named'],
    ['in its branch a change that is not authorised', { ref: 'release/CHG4000003' }, 'CHG4000003', 'mentioned'],
    ['in its field a change that is not recorded', { change: 'CHG4000009' }, 'CHG4000009', 'unknown'],
    ['in its branch a number like that of the planned change', { ref: 'CHG4000009-fix' }, null, null],
  ] as const)('that names %s never belongs to another change', async (_, facts, named_change, naming) => {
    await insertChange(inbound.db, 'CHG4000001', { state: 'implement', actualStart: null, actualEnd: null })
    await insertChange(inbound.db, 'CHG4000003', { state: 'assess', actualStart: null, actualEnd: null })
    const before = await readChanges('CHG4000001', 'CHG4000003')
    await send(deployed('1', 'success', 30, facts))
    expect(await findDeployment('1')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await readChanges('CHG4000001', 'CHG4000003')).toEqual(before)
    const { result } = await listUnrecordedChanges(manager(), all)
    expect(result).toMatchObject([{ named_change, naming }])
  })

  test('whose title mentions one of two changes that fit its service and time is joined to it, and sets no times', async () => {
    for (const number of ['CHG1', 'CHG2']) await insertChange(inbound.db, number, { state: 'implement' })
    const before = await readChanges('CHG1', 'CHG2')
    await send(deployed('1', 'success', 30, { title: 'Release for chg2 (ISO9001)' }))
    expect(await findDeployment('1')).toMatchObject({ changeNumber: 'CHG2', matchedBy: 'mention' })
    expect(await readChanges('CHG1', 'CHG2')).toEqual(before)
    expect((await listDeploymentsOfChange(manager(), 'CHG2')).deployments).toMatchObject([{ matchedBy: 'mention' }])
  })

  test('of another service than those of the change that it names is not joined to it, and sets no times', async () => {
    await insertChange(inbound.db, 'CHG1', { actualStart: null, actualEnd: null })
    const before = await getChange(manager(), 'CHG1')
    await send(deployed('1', 'success', 30, { change: 'CHG1', service: 'other', rollback: true }))
    expect(await findDeployment('1')).toMatchObject({ matchedBy: 'pipeline' })
    expect((await listUnrecordedChanges(manager(), all)).result).toMatchObject([
      { named_change: 'CHG1', naming: 'named' },
    ])
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
  })

  test('leaves times that somebody wrote, and stands beside them', async () => {
    await insertChange(inbound.db, 'CHG1', { actualStart: minute(1), actualEnd: null })
    await send(deployed('1', 'success', 30, { change: 'CHG1' }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(30) })
    const listed = await listDeploymentsOfChange(manager(), 'CHG1')
    expect(listed).toMatchObject({ hasOtherTimes: true, deployments: [{ startedAt: minute(30), isOfService: true }] })
    await send(deployed('1', 'failed', 20, { change: 'CHG1' }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(20) })
    await inbound.db.update(changes).set({ actualEnd: minute(25) })
    await send(deployed('1', 'failed', 10, { change: 'CHG1' }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(25) })
  })

  test('ends its change with the last of several', async () => {
    await insertChange(inbound.db, 'CHG1', { actualStart: null, actualEnd: null })
    const change = 'CHG1'
    await send(deployed('1', 'success', 10, { change }))
    await send(deployed('2', 'running', 20, { change }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(10), actual_end: minute(10) })
    await send(deployed('2', 'success', 30, { change }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(10), actual_end: minute(30) })
  })

  test.each(['awaiting_sign_off', 'completed'] as const)('leaves a change whose review is %s', async (status) => {
    await insertOwed(inbound.db, 'CHG1', { status }, { actualEnd: null })
    const before = await getChange(manager(), 'CHG1')
    await send(deployed('1', 'success', 30, { change: 'CHG1', rollback: true }))
    expect(await findDeployment('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
  })

  test('catches up once the review of its change stops waiting, except for what somebody wrote', async () => {
    const { db } = inbound
    const report = (status: 'success' | 'running', past: number, id = '1') =>
      send(deployed(id, status, past, { change: 'CHG1' }))
    await insertOwed(db, 'CHG1', { status: 'in_progress' }, { actualStart: null, actualEnd: null })
    await report('running', 10)
    await move('in_progress', 'awaiting_sign_off')
    await report('success', 30)
    await report('success', 5, '2')
    const later = testContext(db, undefined, new Date(minute(600)))
    await catchUpDeployments(later)
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(10), actual_end: null })
    await move('awaiting_sign_off', 'in_progress')
    await catchUpDeployments(later)
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(5), actual_end: minute(30) })
    const { version } = await getChange(manager(), 'CHG1')
    await catchUpDeployments(later)
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ version })
  })

  test.each<[string, ChangeWrite, 'running' | 'success']>([
    ['a start that the system of record emptied', { actual_start: null }, 'running'],
    ['an end that the system of record emptied', { actual_end: null }, 'success'],
    ['an end that the system of record wrote', { actual_end: minute(40) }, 'success'],
  ])('leaves %s, at each event and on catching up', async (_, write, status) => {
    const { db } = inbound
    await insertOwed(db, 'CHG1', { status: 'in_progress' }, { actualStart: null, actualEnd: null })
    await send(deployed('1', status, 30, { change: 'CHG1' }))
    await putChange(testContext(db, testToken, new Date()), 'CHG1', write, {
      expectedVersions: undefined,
      mustExist: undefined,
    })
    await send(deployed('1', 'success', 20, { change: 'CHG1' }))
    expect(await getChange(manager(), 'CHG1')).toMatchObject(write)
    await move('in_progress', 'awaiting_sign_off')
    await send(deployed('2', 'success', 10, { change: 'CHG1' }))
    await move('awaiting_sign_off', 'in_progress')
    await catchUpDeployments(testContext(db, undefined, new Date(minute(600))))
    expect(await getChange(manager(), 'CHG1')).toMatchObject(write)
  })

  test('that is rolled back is evidence for a failure', async () => {
    await insertChange(inbound.db, 'CHG1')
    await send(deployed('1', 'success', 30, { change: 'CHG1', rollback: true }))
    const change = await getChange(manager(), 'CHG1')
    expect(change.rolled_back_at).toBe(minute(30))
    const proposal = proposeOutcome(change, emptyReviewForms(change))
    expect(proposal.outcome).toBe('failed')
    expect(proposal.evidence).toContainEqual(expect.objectContaining({ label: 'Rollback', allows: 'failed' }))
  })

  test('keeps its first event when two processes read its events at the same time', async () => {
    const { db } = inbound
    let second = Promise.resolve()
    await transact(db, async (tx) => {
      await store(tx, 'running', 600)
      second = transact(db, (other) => store(other, 'succeeded', 610))
      await expect.poll(async () => (await db.execute(isBlocked)).rows).toHaveLength(1)
    })
    await second
    expect(await findDeployment('1')).toMatchObject({ startedAt: minute(600), endedAt: minute(610) })
  })

  test('leaves alone what is not production, and one that never began', async () => {
    await send(
      deployed('1', 'success', 1, { environment: 'staging' }),
      deployed('2', 'queued', 1),
      deployed('3', 'canceled', 2),
    )
    expect(await inbound.db.select().from(changes)).toEqual([])
  })
})

test('leaves a change that is cancelled, even where many others wait for theirs', async () => {
  const now = testContext(inbound.db, undefined, new Date(minute(600)))
  await insertChange(inbound.db, 'CHG1', { actualStart: null, actualEnd: null })
  await send(deployed('1', 'success', 30, { change: 'CHG1' }))
  await inbound.db.update(changes).set({ state: 'canceled' })
  await rejoinDeployments(now)
  expect(await findDeployment('1')).toMatchObject({ matchedBy: 'pipeline' })
  expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: null, actual_end: null })
  const row = await findDeployment('1')
  if (!row) throw new Error('There is no deployment.')
  const newer = Array.from({ length: 500 }, (_, index) => ({
    ...row,
    id: `dep_${index}`,
    remoteId: `newer ${index}`,
    service: 'other',
    startedAt: minute(60),
    facts: {},
    changeNumber: null,
  }))
  await inbound.db.insert(deployments).values(newer)
  await inbound.db.update(changes).set({ state: 'review' }).where(eq(changes.number, 'CHG1'))
  await rejoinDeployments(now)
  expect(await findDeployment('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'number' })
})
