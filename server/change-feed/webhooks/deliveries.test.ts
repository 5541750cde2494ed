import { expect, test } from 'vitest'
import { readRows } from '#server/platform/db/testing.ts'
import { webhookDeliveries } from '#server/schema/webhooks.ts'
import { listDeliveries, replayDeliveries, testWebhook } from './deliveries.ts'
import { provideWebhooks } from './testing-webhooks.ts'

const hooks = provideWebhooks({ '/fails': (response) => response.writeHead(500).end() })
const { ctx } = hooks

test('sends the deliveries of a period again, and no test', async () => {
  const { db } = hooks.database
  const { webhook } = await hooks.add('/fails')
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  const at = (day: string) => `${day}T12:00:00.000Z`
  await db.insert(webhookDeliveries).values(
    days.map((day, index) => ({
      id: `msg_${day}`,
      webhookId: webhook.id,
      number: index + 1,
      type: 'change.created',
      entity: 'change',
      key: `CHG-${index}`,
      body: '{}',
      status: 'failed' as const,
      nextAttemptAt: at(day),
      createdAt: at(day),
      finishedAt: at(day),
    })),
  )
  await testWebhook(ctx(new Date(at('2026-03-02'))), webhook.id)
  const since = at('2026-03-02')
  const until = at('2026-03-03')
  expect(await replayDeliveries(ctx(), webhook.id, { since, until, status: 'delivered' })).toBe(0)
  expect(await replayDeliveries(ctx(), webhook.id, { since, until, status: 'failed' })).toBe(2)
  const { rows } = await listDeliveries(ctx(), webhook.id, { status: 'waiting', page: 1, limit: 50 })
  expect(rows.map(({ id }) => id)).toEqual(['msg_2026-03-03', 'msg_2026-03-02'])
  expect(await replayDeliveries(ctx(), webhook.id, { since })).toBe(1)
  const tests = await readRows(db, webhookDeliveries, { entity: 'webhook' })
  expect(tests).toMatchObject([{ status: 'failed', tries: 1 }])
})
