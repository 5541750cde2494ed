import { beforeAll, expect, test } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { notifications } from '#server/schema/notifications.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'

const database = provideTestDatabase()
beforeAll(() => {
  setTestRuntime(database)
})

test('deletes notifications older than the retention, and none without one', async () => {
  const row = {
    recipient: 'noor@hindsight.example',
    kind: 'comment_added',
    title: 'A comment',
    body: '',
    path: '/',
  } as const
  await database.db.insert(notifications).values([
    { ...row, id: 'old', createdAt: '2026-02-01T00:00:00.000Z' },
    { ...row, id: 'new', createdAt: '2026-03-01T00:00:00.000Z' },
  ])
  const ctx = testContext(database.db)
  const remaining = async () => (await database.db.select().from(notifications)).map(({ id }) => id)
  await deleteOldNotifications(ctx)
  expect(await remaining()).toEqual(['old', 'new'])
  await updateSettings(ctx, { notification_retention_days: 30 }, null)
  await deleteOldNotifications(ctx)
  expect(await remaining()).toEqual(['new'])
})
