import { and, count, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatherEvidence } from '#lib/domain/outcome-evidence.ts'
import { emptyReviewForms } from '#lib/domain/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review-outcome.ts'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { getChange } from '#server/changes/queries.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from '#server/deployments/handle-unrecorded.ts'
import { rejoinDeployments } from '#server/deployments/rejoin-deployments.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { countUnrecordedChanges, listUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { insertChange, insertOwed } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { alertGroups, connections, deployments, inboundEvents } from '#server/schema/connections.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { purgeEvents } from './purge-events.ts'
import { readEvents } from './read-events.ts'
import { addSender, sendAndRead, sendEvents, stateOfEvents } from './testing-events.ts'

let database: TestDatabase
let json: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())
const tables = [
  inboundEvents,
  deployments,
  alertGroups,
  connections,
  incidents,
  reviews,
  policyDecisions,
  policyRules,
  auditEvents,
  changes,
]
beforeEach(async () => {
  for (const table of tables) await database.db.delete(table)
  json = await addSender(database.db, 'json')
})

const minute = (past: number) => new Date(Date.UTC(2026, 2, 1, 1, past)).toISOString()
const deployed = (id: string, status: string, past: number, more: object = {}) => ({
  body: { id, status, at: minute(past), service: 'payments-db', environment: 'production', ...more },
})
const manager = () => testContext(database.db, testPerson('manager'), new Date())
const all = { page: 1, limit: 50 }
const changesOf = (...numbers: string[]) => Promise.all(numbers.map((number) => getChange(manager(), number)))
const deploymentOf = async (foreignId: string) => {
  const [row] = await database.db.select().from(deployments).where(eq(deployments.foreignId, foreignId))
  return row
}

describe('a deployment to production', () => {
  it('becomes the actual start and end of the change that it names', async () => {
    await insertChange(database.db, 'CHG0030032', { actualStart: null, actualEnd: null })
    const change = 'chg0030032'
    await sendAndRead(database.db, json, [
      deployed('1', 'running', 600, { change }),
      deployed('1', 'success', 610, { change }),
    ])
    expect(await getChange(manager(), 'CHG0030032')).toMatchObject({
      actual_start: minute(600),
      actual_end: minute(610),
      state: 'review',
    })
    expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG0030032', matchedBy: 'number' })
    expect(await countUnrecordedChanges(manager())).toBe(0)
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entityId, 'CHG0030032'), eq(auditEvents.actorId, json)))
    expect(event).toMatchObject({ actorName: 'json', changes: { actual_end: { from: null, to: minute(610) } } })
  })

  it('is joined to the one change of its service in whose window it began, and to none of two', async () => {
    await insertChange(database.db, 'CHG1', { state: 'implement', actualStart: null, actualEnd: null })
    await sendAndRead(database.db, json, [deployed('1', 'success', 30)])
    expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'window' })
    await insertChange(database.db, 'CHG2', { state: 'implement' })
    await sendAndRead(database.db, json, [deployed('2', 'success', 31), deployed('3', 'success', 600)])
    expect(await deploymentOf('2')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await deploymentOf('3')).toMatchObject({ matchedBy: 'pipeline' })
  })

  it.each([
    ['that is not authorised yet', { state: 'assess' }],
    ['that is planned for another time', { plannedStart: minute(-3000), plannedEnd: minute(-2000) }],
    ['that ended long before', { state: 'closed', plannedStart: null, plannedEnd: null, actualEnd: minute(-2000) }],
  ] as const)('is unrecorded although it names a change %s', async (_, values) => {
    await insertChange(database.db, 'CHG1', values)
    const before = await getChange(manager(), 'CHG1')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1' })])
    expect(await deploymentOf('1')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
    const { result } = await listUnrecordedChanges(manager(), all)
    expect(result).toMatchObject([
      { named_change: 'CHG1', naming: 'named', change_number: expect.stringMatching(/^DEP/) },
    ])
  })

  it.each([
    ['in its field a change that is not authorised', { change: 'CHG4000003' }, 'CHG4000003', 'named'],
    ['in its branch a change that is not authorised', { ref: 'release/CHG4000003' }, 'CHG4000003', 'mentioned'],
    ['in its field a change that is not recorded', { change: 'CHG4000009' }, 'CHG4000009', 'unknown'],
    ['in its branch a number like that of the planned change', { ref: 'CHG4000009-fix' }, null, null],
  ] as const)('that names %s never belongs to another change', async (_, facts, named_change, naming) => {
    await insertChange(database.db, 'CHG4000001', { state: 'implement', actualStart: null, actualEnd: null })
    await insertChange(database.db, 'CHG4000003', { state: 'assess', actualStart: null, actualEnd: null })
    const before = await changesOf('CHG4000001', 'CHG4000003')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, facts)])
    expect(await deploymentOf('1')).toMatchObject({ matchedBy: 'pipeline' })
    expect(await changesOf('CHG4000001', 'CHG4000003')).toEqual(before)
    const { result } = await listUnrecordedChanges(manager(), all)
    expect(result).toMatchObject([{ named_change, naming }])
  })

  it('whose title mentions one of two changes that fit its service and time is joined to it, and sets no times', async () => {
    for (const number of ['CHG1', 'CHG2']) await insertChange(database.db, number, { state: 'implement' })
    const before = await changesOf('CHG1', 'CHG2')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { title: 'Release for chg2 (ISO9001)' })])
    expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG2', matchedBy: 'mention' })
    expect(await changesOf('CHG1', 'CHG2')).toEqual(before)
    expect((await listDeploymentsOfChange(manager(), 'CHG2')).deployments).toMatchObject([{ matchedBy: 'mention' }])
  })

  it('of another service than those of the change that it names sets no times', async () => {
    await insertChange(database.db, 'CHG1', { actualStart: null, actualEnd: null })
    const before = await getChange(manager(), 'CHG1')
    await sendAndRead(database.db, json, [
      deployed('1', 'success', 30, { change: 'CHG1', service: 'other', rollback: true }),
    ])
    expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
  })

  it('leaves times that somebody wrote, and stands beside them', async () => {
    await insertChange(database.db, 'CHG1', { actualStart: minute(1), actualEnd: null })
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1' })])
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(30) })
    const listed = await listDeploymentsOfChange(manager(), 'CHG1')
    expect(listed).toMatchObject({ hasOtherTimes: true, deployments: [{ startedAt: minute(30), isOfService: true }] })
    await sendAndRead(database.db, json, [deployed('1', 'failed', 20, { change: 'CHG1' })])
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(20) })
    await database.db.update(changes).set({ actualEnd: minute(25) })
    await sendAndRead(database.db, json, [deployed('1', 'failed', 10, { change: 'CHG1' })])
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(1), actual_end: minute(25) })
  })

  it('ends its change with the last of several', async () => {
    await insertChange(database.db, 'CHG1', { actualStart: null, actualEnd: null })
    const change = 'CHG1'
    await sendAndRead(database.db, json, [deployed('1', 'success', 10, { change })])
    await sendAndRead(database.db, json, [deployed('2', 'running', 20, { change })])
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(10), actual_end: minute(10) })
    await sendAndRead(database.db, json, [deployed('2', 'success', 30, { change })])
    expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: minute(10), actual_end: minute(30) })
  })

  it('changes nothing of a change that it does not name in its own field, whatever its texts say', async () => {
    const text = fc.constantFrom(
      'CHG1',
      'chg2',
      'release/CHG3',
      'CHG1 CHG2',
      'fix typo, see CHG1',
      'CHG9',
      'ISO9001',
      '',
    )
    const sent = fc.record({
      status: fc.constantFrom('running', 'success', 'failed'),
      past: fc.integer({ min: 0, max: 200 }),
      service: fc.constantFrom('payments-db', 'totally-other'),
      change: fc.constantFrom('', 'CHG1', 'CHG3', 'CHG9'),
      ...{ title: text, ref: text, url: text, rollback: fc.boolean() },
    })
    const states = fc.tuple(...['CHG1', 'CHG2', 'CHG3'].map(() => fc.constantFrom('assess', 'implement', 'closed')))
    await fc.assert(
      fc.asyncProperty(states, fc.array(sent, { minLength: 1, maxLength: 6 }), async (own, events) => {
        for (const table of [deployments, inboundEvents, changes]) await database.db.delete(table)
        for (const [index, state] of own.entries()) {
          await insertChange(database.db, `CHG${index + 1}`, {
            state: state as 'assess',
            actualStart: null,
            actualEnd: null,
          })
        }
        await sendAndRead(
          database.db,
          json,
          events.map(({ status, past, ...more }, index) => deployed(String(index), status, past, more)),
        )
        for (const number of ['CHG1', 'CHG2', 'CHG3']) {
          const fitting = events.filter(({ change, service }) => change === number && service === 'payments-db')
          const { actual_start, actual_end } = await getChange(manager(), number)
          const times = [null, ...fitting.map(({ past }) => minute(past))]
          expect(times).toContain(actual_start)
          expect(times).toContain(actual_end)
        }
        for (const { matchedBy, changeNumber, facts } of await database.db.select().from(deployments)) {
          if (facts.change)
            expect([facts.change, 'pipeline']).toContain(matchedBy === 'pipeline' ? matchedBy : changeNumber)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('leaves a change whose review awaits sign-off', async () => {
    await insertOwed(database.db, 'CHG1', { status: 'awaiting_sign_off' }, { actualEnd: null })
    const before = await getChange(manager(), 'CHG1')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1', rollback: true })])
    expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG1' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
  })

  it('leaves the times of a change whose review is completed', async () => {
    await insertOwed(database.db, 'CHG1', { status: 'completed' })
    const before = await getChange(manager(), 'CHG1')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1' })])
    expect(await deploymentOf('1')).toMatchObject({ matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG1')).toEqual(before)
  })

  it('that is rolled back is evidence for a failure', async () => {
    await insertChange(database.db, 'CHG1')
    await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1', rollback: true })])
    const change = await getChange(manager(), 'CHG1')
    expect(change.rolled_back_at).toBe(minute(30))
    const proposal = proposeOutcome(gatherEvidence(change, emptyReviewForms(change)))
    expect(proposal.outcome).toBe('failed')
    expect(proposal.evidence).toContainEqual(expect.objectContaining({ kind: 'rollback', allows: 'failed' }))
  })

  it('keeps its first event when two processes read its events at the same time', async () => {
    const actor = { kind: 'system', id: json, name: 'json' } as const
    const ctx = testContext(database.db, undefined, new Date())
    const facts = { change: null, title: null, ref: null, sha: null, url: null, text: null }
    const store = (db: Transaction, status: DeploymentEvent['status'], past: number) =>
      storeDeployments({ ...ctx, db, actor }, json, [
        {
          ...{ kind: 'deployment', foreignId: '1', at: minute(past), status, startedAt: null, createdAt: null },
          ...{ service: 'payments-db', environment: 'production', isProduction: true, isRollback: false, facts },
        },
      ])
    const isBlocked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    let second = Promise.resolve()
    await inTransaction(database.db, async (tx) => {
      await store(tx, 'running', 600)
      second = inTransaction(database.db, (other) => store(other, 'succeeded', 610))
      await expect.poll(async () => (await database.db.execute(isBlocked)).rows).toHaveLength(1)
    })
    await second
    expect(await deploymentOf('1')).toMatchObject({ startedAt: minute(600), endedAt: minute(610) })
  })

  it('leaves alone what is not production, and one that never began', async () => {
    await sendAndRead(database.db, json, [
      deployed('1', 'success', 1, { environment: 'staging' }),
      deployed('2', 'queued', 1),
      deployed('3', 'canceled', 2),
    ])
    expect(await database.db.select().from(changes)).toEqual([])
  })
})

describe('an unrecorded change', () => {
  const send = () =>
    sendAndRead(database.db, json, [
      deployed('7', 'running', 5, { title: 'Hotfix' }),
      deployed('7', 'failed', 9, { title: 'Hotfix' }),
    ])

  it('is a change seen in the pipeline, for which nothing is decided', async () => {
    await send()
    const { result, total_count, services } = await listUnrecordedChanges(manager(), all)
    expect({ total_count, services }).toEqual({ total_count: 1, services: [{ service: 'payments-db', count: 1 }] })
    expect(result[0]).toMatchObject({ title: 'Hotfix', status: 'failed', connection: 'json', started_at: minute(5) })
    const change = await getChange(manager(), result[0]?.change_number ?? '')
    expect(change).toMatchObject({
      ...{ title: 'payments-db: Hotfix', state: 'closed', close_code: 'failed', affected_services: ['payments-db'] },
      ...{ actual_start: minute(5), actual_end: minute(9), planned_start: null },
    })
    expect(await database.db.select().from(policyDecisions)).toEqual([])
  })

  it('owes a review by the rule for changes without authorization once a manager presses so, and only once', async () => {
    await send()
    const { id = '' } = (await deploymentOf('7')) ?? {}
    const { change_number: number, reference } = await reviewUnrecordedChange(manager(), id)
    const [review] = await database.db.select().from(reviews).where(eq(reviews.reference, reference))
    expect(review).toMatchObject({ changeNumber: number, status: 'not_started', needsSignOff: true })
    expect(review?.reasons.map(({ text }) => text)).toContain('Implemented without authorization')
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review' })
    expect(await countUnrecordedChanges(manager())).toBe(0)
    await expect(reviewUnrecordedChange(manager(), id)).rejects.toThrow('has decided about it already')
    await sendAndRead(database.db, json, [deployed('7', 'running', 2, { title: 'Hotfix' })])
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review', actual_start: minute(2) })
  })

  it('owes a review even if no rule matches', async () => {
    await send()
    const { id = '' } = (await deploymentOf('7')) ?? {}
    const [, ...others] = await database.db.select().from(policyRules)
    expect(others).toEqual([])
    await createDefaultRules(manager())
    await database.db.update(policyRules).set({ isActive: false })
    const { reference } = await reviewUnrecordedChange(manager(), id)
    const [review] = await database.db.select().from(reviews).where(eq(reviews.reference, reference))
    expect(review?.reasons.map(({ text }) => text)).toEqual(['Deployed to production without a change'])
  })

  it('is dismissed with a reason, which stays in the history of its change', async () => {
    await send()
    const { id = '', changeNumber } = (await deploymentOf('7')) ?? {}
    await dismissUnrecordedChange(manager(), id, 'A restart; nothing changed.')
    expect(await countUnrecordedChanges(manager())).toBe(0)
    const history = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entityId, changeNumber ?? ''))
    expect(history.map((event) => event.changes.dismissed_because?.to).filter(Boolean)).toEqual([
      'A restart; nothing changed.',
    ])
    await expect(dismissUnrecordedChange(manager(), id, 'Again')).rejects.toThrow('has decided about it already')
    await expect(dismissUnrecordedChange(manager(), 'none', 'x')).rejects.toThrow('There is no unrecorded change none')
  })

  it('belongs to its change after all once that arrives from the system of record', async () => {
    await sendAndRead(database.db, json, [deployed('8', 'success', 9, { change: 'CHG0040000' })])
    const { changeNumber } = (await deploymentOf('8')) ?? {}
    await insertChange(database.db, 'CHG0040000', { actualStart: null, actualEnd: null })
    await rejoinDeployments(testContext(database.db, undefined, new Date(minute(60))))
    expect(await deploymentOf('8')).toMatchObject({ changeNumber: 'CHG0040000', matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG0040000')).toMatchObject({ actual_end: minute(9) })
    await expect(getChange(manager(), changeNumber ?? '')).rejects.toThrow('There is no change')
  })
})

it('leaves a change that is canceled, even where many others wait for theirs', async () => {
  const now = testContext(database.db, undefined, new Date(minute(600)))
  await insertChange(database.db, 'CHG1', { actualStart: null, actualEnd: null })
  await sendAndRead(database.db, json, [deployed('1', 'success', 30, { change: 'CHG1' })])
  await database.db.update(changes).set({ state: 'canceled' })
  await rejoinDeployments(now)
  expect(await deploymentOf('1')).toMatchObject({ matchedBy: 'pipeline' })
  expect(await getChange(manager(), 'CHG1')).toMatchObject({ actual_start: null, actual_end: null })
  const row = await deploymentOf('1')
  if (!row) throw new Error('There is no deployment.')
  const newer = Array.from({ length: 500 }, (_, index) => ({
    ...{ ...row, id: `dep_${index}`, foreignId: `newer ${index}`, startedAt: minute(60), facts: {} },
    changeNumber: null,
  }))
  await database.db.insert(deployments).values(newer)
  await database.db.update(changes).set({ state: 'review' }).where(eq(changes.number, 'CHG1'))
  await database.db.update(changes).set({ affectedServices: ['other'] })
  await rejoinDeployments(now)
  expect(await deploymentOf('1')).toMatchObject({ changeNumber: 'CHG1', matchedBy: 'number' })
})

const alertsOf = (...alerts: readonly (readonly [fingerprint: string, from: number, to?: number])[]) => ({
  body: {
    groupKey: '{}:{alertname="Slow"}',
    commonLabels: { alertname: 'Slow', severity: 'critical', service: 'payments-db' },
    commonAnnotations: { summary: 'Payments are slow' },
    alerts: alerts.map(([fingerprint, from, to]) => ({
      ...{
        status: to === undefined ? 'firing' : 'resolved',
        fingerprint,
        startsAt: minute(from),
        labels: { severity: 'critical' },
      },
      endsAt: to === undefined ? '0001-01-01T00:00:00Z' : minute(to),
    })),
  },
})

describe('a group of alerts', () => {
  it('is apart from a group whose key begins with its own', async () => {
    const monitor = await addSender(database.db, 'alertmanager')
    const groups = [alertsOf(['a', 1]), alertsOf(['b', 2])].map(({ body }, index) => ({
      body: { ...body, groupKey: index === 0 ? 'payments slow' : 'payments' },
    }))
    await sendAndRead(database.db, monitor, groups)
    expect(await database.db.select().from(incidents)).toHaveLength(2)
  })

  it('is one incident, resolved when all of it is, and another one when it fires again', async () => {
    const monitor = await addSender(database.db, 'alertmanager')
    await sendAndRead(database.db, monitor, [
      alertsOf(['a', 1]),
      alertsOf(['a', 1], ['b', 4]),
      alertsOf(['a', 1, 6], ['b', 4]),
    ])
    const list = () => database.db.select().from(incidents).orderBy(incidents.openedAt)
    expect(await list()).toMatchObject([
      {
        ...{ shortDescription: 'Payments are slow', priority: '1 - Critical', priorityLevel: 1, state: 'in_progress' },
        ...{ openedAt: minute(1), resolvedAt: null, affectedService: 'payments-db' },
      },
    ])
    await sendAndRead(database.db, monitor, [alertsOf(['b', 4, 9])])
    expect(await list()).toMatchObject([{ state: 'resolved', resolvedAt: minute(9) }])
    await sendAndRead(database.db, monitor, [alertsOf(['a', 1], ['b', 4]), alertsOf(['a', 40])])
    expect(await list()).toMatchObject([
      { state: 'resolved', resolvedAt: minute(9) },
      { state: 'in_progress', openedAt: minute(40) },
    ])
  })
})

describe('an event', () => {
  it('that cannot be read fails with its reason; others of its batch are read', async () => {
    await sendAndRead(database.db, json, [{ body: '{' }, { body: { id: 1 } }, deployed('1', 'success', 9)])
    const rows = await database.db.select().from(inboundEvents)
    expect(rows.map(({ status, outcome }) => `${status} ${outcome}`).toSorted()).toEqual([
      'done Deployment',
      'failed The body is not JSON.',
      expect.stringMatching(/^failed service: /),
    ])
  })

  it('waits for its turn: a connection that sends thousands does not hold up the others', async () => {
    const cloud = await addSender(database.db, 'cloudevents')
    const batch = Array.from({ length: 260 }, (_, index) => ({
      ...{ specversion: '1.0', id: String(index), source: '/ci', type: 'com.example.deployed' },
      ...{ datacontenttype: 'application/json', data: deployed(`batch ${index}`, 'success', 9).body },
    }))
    const headers = { 'content-type': 'application/cloudevents-batch+json' }
    await sendEvents(database.db, cloud, [{ body: batch, headers }])
    await sendEvents(database.db, json, [deployed('1', 'success', 9)])
    const run = () => readEvents(testContext(database.db, undefined, new Date()))
    await run()
    const rows = await database.db.select().from(inboundEvents)
    const [large, small] = [cloud, json].map((id) => rows.find(({ connectionId }) => connectionId === id))
    expect([large?.status, small?.status]).toEqual(['done', 'done'])
    expect(Date.parse(small?.processedAt ?? '')).toBeLessThan(Date.parse(large?.processedAt ?? ''))
    expect(await database.db.$count(deployments)).toBe(261)
    const perTransaction = await database.db
      .select({ count: count() })
      .from(auditEvents)
      .groupBy(auditEvents.transactionId)
    expect(Math.max(...perTransaction.map((one) => one.count))).toBeLessThanOrEqual(100)
  })

  it('waits for the next run when this one has taken long', async () => {
    await sendEvents(
      database.db,
      json,
      Array.from({ length: 101 }, (_, index) => ({ body: { index } })),
    )
    const waiting = () => database.db.$count(inboundEvents, eq(inboundEvents.status, 'waiting'))
    await readEvents(testContext(database.db, undefined, new Date()), 0)
    expect(await waiting()).toBe(1)
    await readEvents(testContext(database.db, undefined, new Date()), 0)
    expect(await waiting()).toBe(0)
  })

  it('is read where its key is longer than an index of the database can hold', async () => {
    const long = (end: string) => `${Array.from({ length: 2000 }, (_, index) => index.toString(36)).join('€')}${end}`
    await sendAndRead(database.db, json, [deployed(long('1'), 'success', 9), deployed(long('2'), 'success', 9)])
    expect(await database.db.select().from(deployments)).toHaveLength(2)
    const monitor = await addSender(database.db, 'alertmanager')
    const { body } = alertsOf([long('a'), 1])
    await sendAndRead(database.db, monitor, [{ body: { ...body, groupKey: long('g') } }])
    expect(await database.db.select().from(incidents)).toHaveLength(1)
  })

  it('is deleted after 30 days', async () => {
    await sendAndRead(database.db, json, [deployed('1', 'success', 9)])
    const inDays = (days: number) => testContext(database.db, undefined, new Date(Date.now() + days * 86_400_000))
    await purgeEvents(inDays(29))
    expect(await database.db.select().from(inboundEvents)).toHaveLength(1)
    await purgeEvents(inDays(31))
    expect(await database.db.select().from(inboundEvents)).toHaveLength(0)
    expect(await database.db.select().from(deployments)).toHaveLength(1)
  })

  it('leads to the same state late, twice and out of order', async () => {
    const ids = ['1', '2', '3', '4']
    const events = ids.flatMap((id, index) => {
      const more = { change: index === 0 ? 'CHG1' : '', rollback: index === 1 }
      const end = index === 2 ? 'failed' : 'success'
      return [
        deployed(id, 'queued', 1, more),
        deployed(id, 'running', 3 + index, more),
        deployed(id, end, 9, more),
        deployed(id, 'failed', 20, more),
      ]
    })
    const alerts = [
      alertsOf(['a', 1]),
      alertsOf(['a', 1], ['b', 4]),
      alertsOf(['a', 1, 6], ['b', 4]),
      alertsOf(['b', 4, 9]),
      alertsOf(['a', 40]),
    ]
    const run = async (sent: typeof events, groups: typeof alerts) => {
      for (const table of tables) await database.db.delete(table)
      json = await addSender(database.db, 'json')
      const monitor = await addSender(database.db, 'alertmanager')
      await insertChange(database.db, 'CHG1', { affectedServices: ['other'] })
      for (const part of [sent.slice(0, 7), sent.slice(7)]) await sendAndRead(database.db, json, part)
      await sendAndRead(database.db, monitor, groups)
      return stateOfEvents(database.db)
    }
    const inOrder = await run(events, alerts)
    expect(inOrder.deployments.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed', 'succeeded'])
    const shuffled = <Item>(items: Item[]) => fc.shuffledSubarray([...items, ...items], { minLength: items.length * 2 })
    await fc.assert(
      fc.asyncProperty(shuffled(events), shuffled(alerts), async (sent, groups) => {
        expect(await run(sent, groups)).toEqual(inOrder)
      }),
      { numRuns: 5 },
    )
  })
})
