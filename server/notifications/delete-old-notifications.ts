import { inArray, lt } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { notifications } from '#server/schema/notifications.ts'

const dayMs = 86_400_000
/** Notifications deleted by one statement, so that none holds its locks for long. */
const batchSize = 5_000

/** The job: deletes the notifications that are older than the retention of the organisation, if there is one. */
export async function deleteOldNotifications(ctx: Context): Promise<void> {
  const { notification_retention_days: days } = getSettings()
  if (days === null) return
  const oldest = new Date(ctx.now.getTime() - days * dayMs).toISOString()
  const old = ctx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, oldest))
    .limit(batchSize)
  for (let deleted = batchSize; deleted === batchSize; ) {
    deleted = (await ctx.db.delete(notifications).where(inArray(notifications.id, old))).rowCount ?? 0
  }
}
