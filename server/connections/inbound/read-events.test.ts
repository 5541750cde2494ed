import { count, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'
import { alertGroups, connections, deployments, inboundEvents } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { readInboundEvents } from './read-events.ts'
import { purgeEvents } from './stored-events.ts'
import {
  addSender,
  deployed,
  minute,
  provideInbound,
  readStateOfEvents,
  sendAndRead,
  sendEvents,
} from './testing-events.ts'

const inbound = provideInbound()

const buildAlerts = (...alerts: readonly (readonly [fingerprint: string, from: number, to?: number])[]) => ({
  body: {
    groupKey: '{}:{alertname="Slow"}',
    commonLabels: { alertname: 'Slow', severity: 'critical', service: 'payments-db' },
    commonAnnotations: { summary: 'Payments are slow' },
    alerts: alerts.map(([fingerprint, from, to]) => ({
      status: to === undefined ? 'firing' : 'resolved',
      fingerprint,
      startsAt: minute(from),
      labels: { severity: 'critical' },
      endsAt: to === undefined ? '0001-01-01T00:00:00Z' : minute(to),
    })),
  },
})

describe('a group of alerts', () => {
  test('is apart from a group whose key begins with its own', async () => {
    const monitor = await addSender(inbound.db, 'alertmanager')
    const groups = [buildAlerts(['a', 1]), buildAlerts(['b', 2])].map(({ body }, index) => ({
      body: { ...body, groupKey: index === 0 ? 'payments slow' : 'payments' },
    }))
    await sendAndRead(inbound.db, monitor, groups)
    expect(await inbound.db.select().from(incidents)).toHaveLength(2)
  })

  test('is one incident, resolved when all of it is, and another one when it fires again', async () => {
    const monitor = await addSender(inbound.db, 'alertmanager')
    await sendAndRead(inbound.db, monitor, [
      buildAlerts(['a', 1]),
      buildAlerts(['a', 1], ['b', 4]),
      buildAlerts(['a', 1, 6], ['b', 4]),
    ])
    const list = () => inbound.db.select().from(incidents).orderBy(incidents.openedAt)
    expect(await list()).toMatchObject([
      {
        shortDescription: 'Payments are slow',
        priority: '1 - Critical',
        priorityLevel: 1,
        state: 'in_progress',
        openedAt: minute(1),
        resolvedAt: null,
        affectedService: 'payments-db',
      },
    ])
    await sendAndRead(inbound.db, monitor, [buildAlerts(['b', 4, 9])])
    expect(await list()).toMatchObject([{ state: 'resolved', resolvedAt: minute(9) }])
    await sendAndRead(inbound.db, monitor, [buildAlerts(['a', 1], ['b', 4]), buildAlerts(['a', 40])])
    expect(await list()).toMatchObject([
      { state: 'resolved', resolvedAt: minute(9) },
      { state: 'in_progress', openedAt: minute(40) },
    ])
  })
})

describe('an event', () => {
  test('that cannot be read fails with its reason; others of its batch are read', async () => {
    await inbound.send({ body: '{' }, { body: { id: 1 } }, deployed('1', 'success', 9))
    const rows = await inbound.db.select().from(inboundEvents)
    expect(rows.map(({ status, outcome }) => `${status} ${outcome}`).toSorted()).toEqual([
      'done Deployment',
      'failed The body is not JSON.',
      expect.stringMatching(/^failed service: /),
    ])
  })

  test('waits for its turn: a connection that sends thousands does not hold up the others', async () => {
    const cloud = await addSender(inbound.db, 'cloudevents')
    const batch = Array.from({ length: 260 }, (_, index) => ({
      specversion: '1.0',
      id: String(index),
      source: '/ci',
      type: 'com.example.deployed',
      datacontenttype: 'application/json',
      data: deployed(`batch ${index}`, 'success', 9).body,
    }))
    const headers = { 'content-type': 'application/cloudevents-batch+json' }
    await sendEvents(inbound.db, cloud, [{ body: batch, headers }])
    await sendEvents(inbound.db, inbound.json, [deployed('1', 'success', 9)])
    const run = () => readInboundEvents(testContext(inbound.db, undefined, new Date()))
    await run()
    const rows = await inbound.db.select().from(inboundEvents)
    const [large, small] = [cloud, inbound.json].map((id) => rows.find(({ connectionId }) => connectionId === id))
    expect([large?.status, small?.status]).toEqual(['done', 'done'])
    expect(Date.parse(small?.processedAt ?? '')).toBeLessThan(Date.parse(large?.processedAt ?? ''))
    expect(await inbound.db.$count(deployments)).toBe(261)
    const perTransaction = await inbound.db
      .select({ count: count() })
      .from(auditEvents)
      .groupBy(auditEvents.transactionId)
    expect(Math.max(...perTransaction.map((one) => one.count))).toBeLessThanOrEqual(100)
  })

  test('with thousands of alerts is read in bounded transactions, also when it comes again', async () => {
    const monitor = await addSender(inbound.db, 'alertmanager')
    const disjoint = Array.from({ length: 220 }, (_, index) => ['a', index * 10, index * 10 + 5] as const)
    const largest = async () => {
      const sizes = await inbound.db.select({ count: count() }).from(auditEvents).groupBy(auditEvents.transactionId)
      return Math.max(...sizes.map((one) => one.count))
    }
    await sendAndRead(inbound.db, monitor, [buildAlerts(...disjoint)])
    expect(await inbound.db.$count(incidents)).toBe(220)
    expect(await largest()).toBe(100)
    await sendAndRead(inbound.db, monitor, [buildAlerts(...disjoint.toReversed())])
    expect(await inbound.db.$count(incidents)).toBe(220)
    // An alert that fired all the time joins them, some with each event.
    const during = (to: number) => buildAlerts(['b', 0, to])
    for (const to of [5000, 5001, 5002]) await sendAndRead(inbound.db, monitor, [during(to)])
    expect(await inbound.db.select().from(incidents)).toMatchObject([{ openedAt: minute(0) }])
    expect(await largest()).toBe(100)
  })

  test('waits for the next run when this one has taken long', async () => {
    const events = Array.from({ length: 101 }, (_, index) => ({ body: { index } }))
    await sendEvents(inbound.db, inbound.json, events)
    const waiting = () => inbound.db.$count(inboundEvents, eq(inboundEvents.status, 'waiting'))
    await readInboundEvents(testContext(inbound.db, undefined, new Date()), 0)
    expect(await waiting()).toBe(1)
    await readInboundEvents(testContext(inbound.db, undefined, new Date()), 0)
    expect(await waiting()).toBe(0)
  })

  test('is read where its key is longer than an index of the database can hold', async () => {
    const long = (end: string) => `${Array.from({ length: 2000 }, (_, index) => index.toString(36)).join('€')}${end}`
    await inbound.send(deployed(long('1'), 'success', 9), deployed(long('2'), 'success', 9))
    expect(await inbound.db.select().from(deployments)).toHaveLength(2)
    const monitor = await addSender(inbound.db, 'alertmanager')
    const { body } = buildAlerts([long('a'), 1])
    await sendAndRead(inbound.db, monitor, [{ body: { ...body, groupKey: long('g') } }])
    expect(await inbound.db.select().from(incidents)).toHaveLength(1)
  })

  test('is deleted after 30 days', async () => {
    await inbound.send(deployed('1', 'success', 9))
    const inDays = (days: number) => testContext(inbound.db, undefined, new Date(Date.now() + days * 86_400_000))
    await purgeEvents(inDays(29))
    expect(await inbound.db.select().from(inboundEvents)).toHaveLength(1)
    await purgeEvents(inDays(31))
    expect(await inbound.db.select().from(inboundEvents)).toHaveLength(0)
    expect(await inbound.db.select().from(deployments)).toHaveLength(1)
  })

  test('about alerts is forgotten with them 30 days after their incident has ended, which stays', async () => {
    const monitor = await addSender(inbound.db, 'alertmanager')
    await sendAndRead(inbound.db, monitor, [buildAlerts(['a', 1, 9]), buildAlerts(['b', 20])])
    const groupsIn = async (days: number) => {
      await purgeEvents(testContext(inbound.db, undefined, new Date(Date.now() + days * 86_400_000)))
      return (await inbound.db.select().from(alertGroups)).map(({ resolvedAt }) => resolvedAt)
    }
    expect(await groupsIn(29)).toHaveLength(2)
    expect(await groupsIn(31)).toEqual([null])
    await sendAndRead(inbound.db, monitor, [buildAlerts(['a', 1, 10])])
    expect(await inbound.db.$count(incidents)).toBe(2)
  })

  test(
    'leads to the same state late, twice and out of order',
    async () => {
      // One that names a change of another service, a rollback, one that fails, one without a change, one elsewhere,
      // and one of a planned change.
      const ids = ['1', '2', '3', '4', '5', '6']
      const events = ids.flatMap((id, index) => {
        const environment = index === 4 ? 'staging' : 'production'
        const service = index === 5 ? 'planned' : 'payments-db'
        const more = { change: index === 0 ? 'CHG1' : '', rollback: index === 1, environment, service }
        const end = index === 2 ? 'failed' : 'success'
        return [
          deployed(id, 'queued', 1, more),
          deployed(id, 'running', 3 + index, more),
          deployed(id, end, 9, more),
          deployed(id, 'failed', 20, more),
        ]
      })
      const alerts = [
        buildAlerts(['a', 1]),
        buildAlerts(['a', 1], ['b', 4]),
        buildAlerts(['a', 1, 6], ['b', 4]),
        buildAlerts(['b', 4, 9]),
        buildAlerts(['a', 40]),
      ]
      const window = { plannedStart: minute(0), plannedEnd: minute(30), actualStart: null, actualEnd: null }
      const planned = { ...window, affectedServices: ['planned'], state: 'implement' as const }
      const run = async (sent: typeof events, groups: typeof alerts) => {
        await inbound.clear()
        const monitor = await addSender(inbound.db, 'alertmanager')
        await insertChange(inbound.db, 'CHG1', { affectedServices: ['other'] })
        await insertChange(inbound.db, 'PLN1', planned)
        for (const part of [sent.slice(0, 7), sent.slice(7)]) await inbound.send(...part)
        await sendAndRead(inbound.db, monitor, groups)
        return readStateOfEvents(inbound.db)
      }
      const inOrder = await run(events, alerts)
      const statuses = inOrder.deployments.map(({ status }) => status)
      expect(statuses).toEqual(['succeeded', 'succeeded', 'failed', 'succeeded', 'succeeded', 'succeeded'])
      const matches = inOrder.deployments.map(({ matchedBy }) => matchedBy)
      expect(matches).toEqual(['pipeline', 'pipeline', 'pipeline', 'pipeline', null, 'window'])
      const shuffled = <Item>(items: Item[]) =>
        fc.shuffledSubarray([...items, ...items], { minLength: items.length * 2 })
      await fc.assert(
        fc.asyncProperty(shuffled(events), shuffled(alerts), async (sent, groups) => {
          expect(await run(sent, groups)).toEqual(inOrder)
        }),
        { numRuns: runs(5) },
      )
    },
    runs(60_000),
  )
})

test('a turn locks its connection before its events, as a change of the connection does', async () => {
  const { db } = inbound
  const tracker = await addSender(db, 'gitlab')
  const isTracker = eq(connections.id, tracker)
  await db.update(connections).set({ nextRunAt: '2100-01-01T00:00:00.000Z' }).where(isTracker)
  await sendEvents(db, tracker, [{ body: { object_kind: 'issue' } }])
  const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  let turn: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await tx.select().from(connections).where(isTracker).for('update')
    turn = readInboundEvents(testContext(db, undefined, new Date()))
    await expect.poll(async () => (await db.execute(isWaiting)).rows).toHaveLength(1)
    const isOfTracker = eq(inboundEvents.connectionId, tracker)
    expect(await tx.select().from(inboundEvents).where(isOfTracker).for('update', { noWait: true })).toHaveLength(1)
  })
  await turn
  const [after] = await db.select().from(connections).where(isTracker)
  expect(Date.parse(after?.nextRunAt ?? '')).toBeLessThanOrEqual(Date.now())
})
