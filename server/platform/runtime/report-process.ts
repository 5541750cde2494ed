import { hostname } from 'node:os'
import { eq, lt } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { holdOffRestores } from '#server/platform/db/migrate/migrate.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { getBuildName } from '#server/platform/process/service-version.ts'
import { serviceProcesses } from '#server/schema/settings.ts'
import { silentMs } from './running-processes.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds between two reports of a process. */
const reportMs = 30_000

/**
 * Lists this process among the running ones, until it stops: first in a transaction that no restore overlaps, so that
 * one finds it. Later failures are only logged.
 */
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
