import { lt } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { connectionRuns } from '#server/schema/connections.ts'

/** Days for which runs are listed. */
const storedDays = 30

/** Deletes the records of old runs. */
export async function purgeRuns({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  await db.delete(connectionRuns).where(lt(connectionRuns.startedAt, before))
}
