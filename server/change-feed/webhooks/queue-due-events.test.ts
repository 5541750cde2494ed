import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertOwed } from '#server/reviews/testing.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listDeliveries } from './deliveries.ts'
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
