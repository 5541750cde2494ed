import { hostname } from 'node:os'
import { gte, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { isAlive } from '#server/platform/db/embedded/processes.ts'
import { serviceProcesses } from '#server/schema/settings.ts'

/** Milliseconds after which a silent process is no longer listed; each reports every 30 seconds. */
export const silentMs = 90_000

export type RunningProcess = typeof serviceProcesses.$inferSelect

/** The processes that serve from this database, oldest first; a killed one for another 90 seconds. */
export function listRunning(db: Queryable, now: Date): Promise<RunningProcess[]> {
  const recent = new Date(now.getTime() - silentMs).toISOString()
  return db
    .select()
    .from(serviceProcesses)
    .where(gte(serviceProcesses.seenAt, recent))
    .orderBy(serviceProcesses.startedAt)
}

/** The other processes that serve from this database, which may be empty; without killed ones of this machine. */
export async function listOthersRunning(db: Queryable, now: Date): Promise<RunningProcess[]> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('public.service_processes') is not null`)
  if (rows.length === 0) return []
  const isOther = ({ host, pid }: RunningProcess) => host !== hostname() || (pid !== process.pid && isAlive(pid))
  return (await listRunning(db, now)).filter(isOther)
}
