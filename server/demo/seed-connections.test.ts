import { eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { keyFigureNames } from '#lib/contracts/app/metric-values.ts'
import { listLeavers } from '#server/accounts/leavers/queries.ts'
import { getConnection, listConnections } from '#server/connections/queries.ts'
import { hasDueConnections } from '#server/connections/run-connections.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { listUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import { readMetricTargets } from '#server/insights/metric-targets.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { listPossibleCauses } from '#server/reviews/candidates/possible-causes.ts'
import { absences } from '#server/schema/access.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T14:03:07.123Z')
const database = provideTestDatabase()
beforeAll(async () => {
  await seedDemoData(database.db, now)
})
const context = () => testContext(database.db, undefined, now)

test('no connection of the demo ever sends a request', async () => {
  const found = await listConnections(context())
  expect(found.map(({ name, url, is_enabled }) => ({ name, isCalled: url !== null && is_enabled }))).toEqual([
    { name: 'jira', isCalled: false },
    { name: 'monitoring', isCalled: false },
    { name: 'servicenow', isCalled: false },
    { name: 'shop-pipeline', isCalled: false },
  ])
  expect(await hasDueConnections(context())).toBe(false)
})

test('no webhook of the demo is on, and its deliveries went well, wait, or were given up', async () => {
  const { rows: found } = await database.db.execute(sql`
    select w.state, w.origin, array_agg(distinct d.status order by d.status) as outcomes
      from webhooks w join webhook_deliveries d on d.webhook_id = w.id group by w.id order by w.name`)
  expect(found).toEqual([
    { state: 'off', origin: 'https://hooks.slack.example', outcomes: ['delivered', 'failed'] },
    { state: 'paused', origin: 'https://events.security.example', outcomes: ['delivered', 'waiting'] },
  ])
})

test('the connection has runs, one of which failed, refused rows and a conflict', async () => {
  const { streams, runs, refusals, writes } = await getConnection(context(), 'con_demo_servicenow')
  const [last] = runs
  expect(streams).toHaveLength(3)
  expect(runs.filter(({ error }) => error !== null)).toHaveLength(1)
  expect(last?.counts).toMatchObject({ conflicts: 1 })
  expect(refusals).toHaveLength(streams.reduce((sum, { refused }) => sum + refused, 0))
  expect(writes).toMatchObject([{ status: 'conflict', fields: [{ field: 'review_comments' }] }])
})

test('three deployments wait for a decision, and one is dismissed with its reason', async () => {
  const { result, total_count: total } = await listUnrecordedChanges(context(), { page: 1, limit: 10 })
  expect(total).toBe(3)
  expect(result.every(({ started_at: at }) => at <= now.toISOString())).toBe(true)
  const handled = await database.db.select().from(deployments).where(isNotNull(deployments.handledAt))
  expect(handled).toMatchObject([{ handling: 'dismissed', handledBy: 'Henrike Vos' }])
})

test('the monitoring reported two incidents, one of which a deployment without a change may have caused', async () => {
  const { rows: events } = await database.db.execute(
    sql`select status, outcome from inbound_events where connection_id = 'con_demo_monitoring' order by received_at`,
  )
  expect(events).toEqual([
    { status: 'done', outcome: 'Incident' },
    { status: 'done', outcome: 'Incident' },
    { status: 'done', outcome: 'Incident' },
    { status: 'ignored', outcome: 'The environment staging is not production.' },
  ])
  const reported = await database.db.select().from(incidents).where(eq(incidents.origin, 'alerts'))
  expect(reported.map(({ affectedService, state }) => [affectedService, state]).toSorted()).toEqual([
    ['orders-db', 'in_progress'],
    ['payments-api', 'resolved'],
  ])
  const ofPayments = reported.find(({ state }) => state === 'resolved')
  const [cause] = await listPossibleCauses(context(), ofPayments?.number ?? '')
  expect(cause?.change.title).toBe('payments-api: Raise the time-out of the card provider')
})

test('the releases have deployments at the times that their changes say', async () => {
  const released = await database.db
    .selectDistinct({ number: deployments.changeNumber })
    .from(deployments)
    .where(isNotNull(deployments.changeNumber))
  expect(released.length).toBeGreaterThan(8)
  for (const { number } of released) {
    const { hasOtherTimes } = await listDeploymentsOfChange(context(), number ?? '')
    expect({ number, hasOtherTimes }).toEqual({ number, hasOtherTimes: false })
  }
  const states = await database.db.selectDistinct({ state: changes.state, origin: changes.origin }).from(changes)
  expect(states.filter(({ origin }) => origin === 'pipeline')).toEqual([{ state: 'closed', origin: 'pipeline' }])
})

test('targets, absences and a leaver with open work are there', async () => {
  expect(Object.keys(await readMetricTargets(database.db)).toSorted()).toEqual(keyFigureNames.toSorted())
  const away = await database.db.select().from(absences)
  expect(away.every(({ startsOn, endsOn }) => startsOn > '2026-11-20' && endsOn > startsOn)).toBe(true)
  expect(away).toHaveLength(2)
  const { rows } = await listLeavers(context())
  expect(rows).toMatchObject([{ name: 'Nadia Rahimi', reason: 'left_directory', unfinished_actions: 1 }])
})
