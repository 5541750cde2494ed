import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { drawTraps, noTraps, type Traps } from '#e2e/lab/servicenow/traps.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { provideTestDatabase, waitForUses } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { checkWritten } from './testing-check-written.ts'
import { prepareStage } from './testing-stage.ts'
import { countWrites, delayMs, openWriter, resolveConflicts } from './testing-writer.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
})

/** Completed reviews after which the instance behaves differently. */
const completionsPerSetting = 25
const perMinute = 2000

/** Draws the traps of a setting, without waits of minutes and with all rows readable. */
function drawSetting(index: number): Traps {
  const traps = drawTraps(`write back ${index}`)
  const storm = { ...traps.storm, every: traps.storm.every * 10 }
  return { ...traps, hiddenShare: 0, clockSkewMs: 0, maxPageBytes: Number.POSITIVE_INFINITY, storm }
}

/**
 * A process that performs the due writes and, when it is killed, loses its request and all its database connections.
 * `doomed` resolves after `uses` uses of the database.
 */
function startWriter(connectionId: string, number: number, uses: number) {
  const url = new URL(database.url)
  url.searchParams.set('application_name', `writer ${number}`)
  const { db, pool } = createDatabase(url.href, { poolSize: 2 })
  const killed = new AbortController()
  const now = new Date(Date.now() + number * delayMs)
  const run = async () => (await openWriter(db, connectionId)).run({ now, signal: killed.signal })
  const work = run().catch((error) => {
    if (!(killed.signal.aborted || error instanceof OutgoingError)) throw error
  })
  return {
    doomed: waitForUses(pool, uses),
    work,
    async kill() {
      killed.abort()
      const isOwn = sql`application_name = ${`writer ${number}`}`
      await database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isOwn}`)
      await Promise.all([work, pool.end()])
    },
  }
}

test(
  'whatever the instance does and wherever a writer is killed, nothing is doubled, lost or overwritten silently',
  async () => {
    const lives = fc.sample(fc.integer({ min: 10, max: 200 }), { numRuns: 1_000, seed: 3 })
    const completions = runs(4)
    const instance = await startServiceNow(drawSetting(0), 'small')
    onTestFinished(instance.stop)
    const { db } = database
    const stage = await prepareStage(db, instance, { seed: 'small', perMinute })
    const isWaiting = async (most = 0) => (await countWrites(db, stage.connectionId, 'waiting')) > most
    let isCompleting = true
    let kills = 0
    const writeAll = async () => {
      for (; isCompleting || (await isWaiting()); kills += 1) {
        const writer = startWriter(stage.connectionId, kills, lives[kills % lives.length] ?? 1)
        await Promise.race([writer.work, writer.doomed])
        await writer.kill()
      }
    }
    const completeAll = async () => {
      for (let index = 0; index < completions; index += 1) {
        if (index % completionsPerSetting === 0) instance.traps = drawSetting(index)
        await stage.complete(index)
        // The writer follows closely, so that others write before, between and after its requests.
        await vi.waitFor(async () => expect(await isWaiting(200)).toBe(false), { timeout: runs(120_000) })
      }
      isCompleting = false
    }
    await Promise.all([writeAll(), completeAll()])
    const first = await checkWritten(db, instance, stage)
    expect(first.faults).toEqual([])
    expect(first.counts.done).toBeGreaterThan(completions)

    instance.traps = noTraps
    const resolvedChanges = await resolveConflicts(db, stage.connectionId)
    await writeAll()
    const last = await checkWritten(db, instance, stage, resolvedChanges)
    expect(last).toMatchObject({ faults: [], counts: { waiting: 0, conflict: 0 } })
    expect(kills).toBeGreaterThan(completions / 10)
    expect(instance.requests.mostWithin(60_000)).toBeLessThanOrEqual(perMinute)
  },
  runs(120_000),
)
