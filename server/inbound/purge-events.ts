import { lt } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Days for which events are stored as they came. */
const storedDays = 30

/** Deletes old events; the deployments and incidents that they reported stay. */
export async function purgeEvents({ db, now }: Context): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  await db.delete(inboundEvents).where(lt(inboundEvents.receivedAt, before))
}
