import { hostname } from 'node:os'
import { eq, lt } from 'drizzle-orm'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { serviceVersion } from '#server/platform/service-version.ts'
import { serviceProcesses } from '#server/schema/settings.ts'
import { silentMs } from './running-processes.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds between two reports of a process. */
const reportMs = 30_000
/** Lists this process among the running ones, until it stops. A failure is only logged. */
export function reportProcess({ db, env }: Pick<Runtime, 'db' | 'env'>): { stop(): Promise<void> } {
  const id = newId('proc', new Date())
  const startedAt = new Date().toISOString()
  const report = async () => {
    const now = new Date()
    const row = {
      id,
      host: hostname(),
      pid: process.pid,
      version: serviceVersion(),
      areJobsOn: env.areJobsOn,
      startedAt,
      seenAt: now.toISOString(),
    }
    await db
      .insert(serviceProcesses)
      .values(row)
      .onConflictDoUpdate({ target: serviceProcesses.id, set: { seenAt: row.seenAt } })
    const oldest = new Date(now.getTime() - silentMs).toISOString()
    await db.delete(serviceProcesses).where(lt(serviceProcesses.seenAt, oldest))
  }
  const tryReport = () => report().catch((error) => log.debug({ err: error }, 'process not reported'))
  const first = tryReport()
  const timer = setInterval(tryReport, reportMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await first
      await db
        .delete(serviceProcesses)
        .where(eq(serviceProcesses.id, id))
        .catch(() => {})
    },
  }
}
