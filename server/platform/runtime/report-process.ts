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
/** Milliseconds after which a silent process is no longer listed; each reports every 30 seconds. */
const silentMs = 90_000

/** Of the database, since the clocks of machines differ. */
const databaseTime = sql`now()`
const oldestSeen = sql`now() - ${silentMs} * interval '1 millisecond'`

/** Lists this process among the running ones until it stops; at first so that no restore overlaps. */
export async function reportProcess({ db, env }: Pick<Runtime, 'db' | 'env'>): Promise<{ stop(): Promise<void> }> {
  const id = newId('proc', new Date())
  const report = async (on: Queryable) => {
    const row = {
      id,
      host: hostname(),
      pid: process.pid,
      version: getBuildName(),
      areJobsOn: env.areJobsOn,
      startedAt: databaseTime,
      seenAt: databaseTime,
    }
    await on
      .insert(serviceProcesses)
      .values(row)
      .onConflictDoUpdate({ target: serviceProcesses.id, set: { seenAt: databaseTime } })
    await on.delete(serviceProcesses).where(lt(serviceProcesses.seenAt, oldestSeen))
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

type RunningProcess = typeof serviceProcesses.$inferSelect

/** The processes that serve from this database, oldest first; a killed one for another 90 seconds. */
export const listRunning = (db: Queryable): Promise<RunningProcess[]> =>
  db.select().from(serviceProcesses).where(gte(serviceProcesses.seenAt, oldestSeen)).orderBy(serviceProcesses.startedAt)

/** The other processes that serve from this database, which may be empty; without killed ones of this machine. */
export async function listOthersRunning(db: Queryable): Promise<RunningProcess[]> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('public.service_processes') is not null`)
  if (rows.length === 0) return []
  const isOther = ({ host, pid }: RunningProcess) => host !== hostname() || (pid !== process.pid && isAlive(pid))
  return (await listRunning(db)).filter(isOther)
}
