import { hostname } from 'node:os'
import { eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { isAlive } from '#server/platform/db/embedded/processes.ts'
import { holdOffRestores } from '#server/platform/db/migrate/migrate.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { getBuildName } from '#server/platform/project-dir.ts'
import { serviceProcesses } from '#server/schema/settings.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds between two reports of a process. */
const reportMs = 30_000

/** Lists this process among the running ones until it stops; at first so that no restore overlaps. */
export async function reportProcess({ db, env }: Pick<Runtime, 'db' | 'env'>): Promise<{ stop(): Promise<void> }> {
  const id = newId('proc', new Date())
  const startedAt = new Date().toISOString()
  const report = async (on: Queryable) => {
    const now = new Date()
    const row = {
      id,
      host: hostname(),
      pid: process.pid,
      version: getBuildName(),
      areJobsOn: env.areJobsOn,
      startedAt,
      seenAt: now.toISOString(),
    }
    await on
      .insert(serviceProcesses)
      .values(row)
      .onConflictDoUpdate({ target: serviceProcesses.id, set: { seenAt: row.seenAt } })
    const oldest = new Date(now.getTime() - silentMs).toISOString()
    await on.delete(serviceProcesses).where(lt(serviceProcesses.seenAt, oldest))
  }
  await transact(db, async (tx) => {
    await holdOffRestores(tx)
    await report(tx)
  })
  let latest = Promise.resolve()
  const timer = setInterval(() => {
    latest = report(db).catch((error) => log.debug({ err: error }, 'process not reported'))
  }, reportMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await latest
      await db
        .delete(serviceProcesses)
        .where(eq(serviceProcesses.id, id))
        .catch(() => {})
    },
  }
}

/** Milliseconds after which a silent process is no longer listed; each reports every 30 seconds. */
const silentMs = 90_000

type RunningProcess = typeof serviceProcesses.$inferSelect

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
