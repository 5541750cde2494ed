import { beforeEach, expect, test } from 'vitest'
import { retentionSettings } from '#lib/contracts/app/setting-definitions.ts'
import { allRetentions } from '#server/all-retentions.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertDeployment, insertOwed } from '#server/reviews/testing.ts'
import { audits } from '#server/schema/audits.ts'
import { deployments } from '#server/schema/connections.ts'
import { mails, notifications } from '#server/schema/notifications.ts'
import { webhookDeliveries } from '#server/schema/webhooks.ts'
import { applyRetention, previewRetention } from './retention.ts'
import { updateSettings } from './update-settings.ts'

const database = provideTestRuntime({ empty: [notifications, mails, deployments, webhookDeliveries] })
const ctx = () => testContext(database.db)
const getDaysAgo = (days: number) => new Date(ctx().now.getTime() - days * 86_400_000).toISOString()
const ages = [1, 29, 31, 400, 800]

const listIds = async (table: typeof notifications | typeof mails | typeof deployments | typeof webhookDeliveries) =>
  (await database.db.select({ id: table.id }).from(table)).map(({ id }) => id).toSorted()

beforeEach(async () => {
  await updateSettings(ctx(), Object.fromEntries(retentionSettings.map((setting) => [setting, null])), null)
  const notification = { recipient: 'noor@x.example', kind: 'comment_added', title: 'T', body: '', path: '/' } as const
  const mail = { recipient: 'noor@x.example', topic: 'question', subject: 'Q', content: { lead: 'Q' } } as const
  await database.db
    .insert(notifications)
    .values(ages.map((age) => ({ ...notification, id: `n${age}`, createdAt: getDaysAgo(age) })))
  const sent = ages.map((age) => ({ ...mail, id: `m${age}`, createdAt: getDaysAgo(age), sendAfter: null }))
  await database.db
    .insert(mails)
    .values([...sent, { ...mail, id: 'waits', createdAt: getDaysAgo(31), sendAfter: getDaysAgo(0) }])
  const delivery = { webhookId: 'whk_1', number: 1, type: 'change.created', entity: 'change', key: 'CHG-1', body: '{}' }
  await database.db.insert(webhookDeliveries).values(
    (['delivered', 'waiting'] as const).flatMap((status) =>
      ages.map((age) => ({
        ...delivery,
        id: `${status} ${age}`,
        status,
        createdAt: getDaysAgo(age),
        nextAttemptAt: getDaysAgo(age),
      })),
    ),
  )
})

test('deletes nothing without days, except mail and deliveries of webhooks after a month', async () => {
  const preview = await previewRetention(ctx(), allRetentions, {})
  const ofDeliveries = { setting: 'webhook_retention_days', records: 2, of: 10, until: '2026-02-07' }
  expect(preview.result).toEqual([
    { setting: 'mail_retention_days', records: 3, of: 6, until: '2026-02-08' },
    ofDeliveries,
  ])
  await applyRetention(ctx(), allRetentions)
  expect(await listIds(notifications)).toEqual(['n1', 'n29', 'n31', 'n400', 'n800'])
  expect(await listIds(mails)).toEqual(['m1', 'm29', 'waits'])
  expect(await listIds(webhookDeliveries)).toEqual([
    'delivered 1',
    'delivered 29',
    'delivered 31',
    ...ages.map((age) => `waiting ${age}`).toSorted(),
  ])
})

test('deletes what is older than the days, as many as the preview says', async () => {
  const days = { notification_retention_days: 30, mail_retention_days: 500, webhook_retention_days: 500 }
  expect(await previewRetention(ctx(), allRetentions, days)).toEqual({
    result: [
      { setting: 'mail_retention_days', records: 1, of: 6, until: '2024-10-26' },
      { setting: 'notification_retention_days', records: 3, of: 5, until: '2026-02-08' },
      { setting: 'webhook_retention_days', records: 1, of: 10, until: '2024-10-26' },
    ],
  })
  expect(await listIds(notifications)).toHaveLength(5)
  await updateSettings(ctx(), days, null)
  await applyRetention(ctx(), allRetentions)
  expect(await listIds(notifications)).toEqual(['n1', 'n29'])
  expect(await listIds(mails)).toEqual(['m1', 'm29', 'm31', 'm400', 'waits'])
})

test('keeps a deployment while it runs, waits for a decision, or is needed by an open review or an audit', async () => {
  await insertOwed(database.db, 'CHG-OPEN')
  const insert = (id: string, values: Partial<typeof deployments.$inferInsert> = {}) =>
    insertDeployment(database.db, id, getDaysAgo(400), values)
  await insert('over')
  await insert('dismissed', { matchedBy: 'pipeline', handledAt: getDaysAgo(399), handling: 'dismissed' })
  await insert('of a closed change', { changeNumber: 'CHG-CLOSED', matchedBy: 'number' })
  await insert('new', { endedAt: getDaysAgo(300) })
  await insert('of an audit', { startedAt: getDaysAgo(701), endedAt: getDaysAgo(700) })
  await insert('without a start', { startedAt: null, endedAt: getDaysAgo(500) })
  await insert('running', { endedAt: null, status: 'running' })
  await insert('undecided', { matchedBy: 'pipeline', changeNumber: 'CHG-PIPELINE' })
  await insert('of an open review', { changeNumber: 'CHG-OPEN', matchedBy: 'number' })
  await database.db.insert(audits).values({
    id: 'aud_1',
    name: 'An earlier year',
    from: getDaysAgo(720).slice(0, 10),
    to: getDaysAgo(690).slice(0, 10),
    method: 'all',
    seed: 's',
    populationCount: 0,
    populationDigest: '',
    createdBy: 'Ingrid',
    createdAt: getDaysAgo(600),
    origin: 'entry',
  })
  await updateSettings(ctx(), { deployment_retention_days: 365 }, null)
  const preview = await previewRetention(ctx(), allRetentions, { deployment_retention_days: 365 })
  expect(preview.result).toContainEqual({
    setting: 'deployment_retention_days',
    records: 4,
    of: 9,
    until: '2025-03-10',
  })
  await applyRetention(ctx(), allRetentions)
  expect(await listIds(deployments)).toEqual(['new', 'of an audit', 'of an open review', 'running', 'undecided'])
})

test('has a kind of record for each setting', () => {
  expect(allRetentions.map(({ setting }) => setting).toSorted()).toEqual(retentionSettings.toSorted())
})
