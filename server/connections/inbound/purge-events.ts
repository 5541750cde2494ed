import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Days for which events are stored as they came. */
const storedDays = 30
/** Maximum events of one statement. */
const batchSize = 5_000

/** Deletes old events; the deployments and incidents that they reported stay. */
export async function purgeEvents({ db, now }: Context): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  const { id, connectionId, receivedAt } = inboundEvents
  // The index on the time begins with the connection.
  for (const sender of await db.selectDistinct({ id: connectionId }).from(inboundEvents)) {
    const isOld = and(eq(connectionId, sender.id), lt(receivedAt, before))
    const batch = db.select({ id }).from(inboundEvents).where(isOld).orderBy(asc(receivedAt)).limit(batchSize)
    let deleted: number
    do {
      deleted = (await db.delete(inboundEvents).where(inArray(id, batch)).returning({ id })).length
    } while (deleted === batchSize)
  }
}
