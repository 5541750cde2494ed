import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertOwed } from '#server/reviews/testing.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { listDeliveries } from './deliveries.ts'
import { getWebhook } from './queries.ts'
import { queueDueEvents } from './queue-due-events.ts'
import { provideWebhooks } from './testing-webhooks.ts'

const hooks = provideWebhooks()
const { ctx } = hooks
const now = new Date('2026-03-10T09:00:00Z')
const early = new Date('2026-03-02T09:00:00Z')

test('sends what only time brings once for a record and its due date', async () => {
  const { webhook } = await hooks.add('/', { types: ['review.due_soon', 'review.overdue'] }, early)
  const owed = (number: string, dueOn: string) => insertOwed(hooks.database.db, number, { dueOn })
  await owed('CHG-SOON', '2026-03-11')
  await owed('CHG-LATE', '2026-03-09')
  await owed('CHG-OLD', '2026-03-01')
  await owed('CHG-FAR', '2026-05-01')
  const typesSoFar = async () =>
    (await listDeliveries(ctx(), webhook.id, { page: 1, limit: 50 })).rows
      .toReversed()
      .map(({ type, key }) => `${type} ${key}`)
  await queueDueEvents(ctx(now))
  await queueDueEvents(ctx(now))
  const first = ['review.overdue PIR-CHG-LATE', 'review.due_soon PIR-CHG-SOON']
  expect(await typesSoFar()).toEqual(first)
  await queueDueEvents(ctx(new Date('2026-03-12T09:00:00Z')))
  expect(await typesSoFar()).toEqual([...first, 'review.overdue PIR-CHG-SOON'])
  await hooks.database.db.update(reviews).set({ dueOn: '2026-03-10' }).where(eq(reviews.reference, 'PIR-CHG-LATE'))
  await queueDueEvents(ctx(new Date('2026-03-12T09:00:00Z')))
  expect((await typesSoFar()).at(-1)).toBe('review.overdue PIR-CHG-LATE')
})

test('one webhook that cannot be queued for keeps no other from what time brings, and chunks bring all', async () => {
  const types = ['improvement.overdue']
  const { webhook: broken } = await hooks.add('/broken', { types }, early)
  await hooks.database.db.update(webhooks).set({ filter: 'colour = red' })
  const { webhook } = await hooks.add('/works', { types }, early)
  const at = early.toISOString()
  const actions = Array.from({ length: 1_201 }, (_, number) => ({
    id: `imp_${number}`,
    title: 'An action',
    sourceType: 'other',
    sourceRef: 'REF-1',
    owner: 'mira@hindsight.example',
    targetDate: '2026-03-09',
    status: 'open' as const,
    origin: 'app',
    createdAt: at,
    updatedAt: at,
  }))
  await hooks.database.db.insert(improvements).values(actions)
  await queueDueEvents(ctx(now))
  expect(await getWebhook(ctx(), broken.id)).toMatchObject({ waiting: 0, failing_since: now.toISOString() })
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ waiting: 1_000 })
  await hooks.database.db.update(webhookDeliveries).set({ status: 'delivered', finishedAt: now.toISOString() })
  await queueDueEvents(ctx(now))
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ waiting: 201 })
})
