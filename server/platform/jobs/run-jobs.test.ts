import { Pool } from 'pg'
import { TestClock } from 'pg-boss'
import { afterEach, describe, expect, test } from 'vitest'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import type { Job } from './job.ts'
import { runJobs } from './run-jobs.ts'

const database = provideDatabaseForEachTest()
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const jobRows = async (name: string) => {
  const columns = 'state, retry_count as retries'
  return (await database.pool.query(`select ${columns} from pgboss.job where name = $1`, [name])).rows
}

describe('with a test clock', () => {
  const minute = 60_000

  /** The jobs of a process, on one connection with the time of the test clock. */
  async function startInstance(clock: TestClock, jobs: readonly Job[]) {
    const pool = new Pool({ connectionString: database.url, max: 1 })
    const running = await runJobs(database, {
      jobs,
      now: () => new Date(clock.now()),
      settings: {
        clock,
        db: {
          executeSql: (text, values) => pool.query(text, values),
          setSessionStatements: async (statements) => {
            for (const statement of statements) await pool.query(statement)
          },
        },
      },
    })
    let isStopped = false
    const stop = async () => {
      if (isStopped) return
      isStopped = true
      await running.stop()
      await pool.end()
    }
    endings.push(stop)
    return stop
  }

  test('runs a job once for each due time, though two processes check the schedule', async () => {
    const clock = new TestClock('2026-03-10T06:58:00.000Z')
    const runs: string[] = []
    const job: Job = { name: 'record-time', cron: '0 7 * * *', run: async ({ now }) => runs.push(now.toISOString()) }
    const stops = [await startInstance(clock, [job]), await startInstance(clock, [job])]
    await clock.tick(minute)
    expect(runs).toEqual([])
    await clock.tick(3 * minute)
    await Promise.all(stops.map((stop) => stop()))
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatch(/^2026-03-10T07:0[01]/)
  })

  test('runs a job once that was due while no process ran, and removes unknown jobs', async () => {
    const clock = new TestClock('2026-03-10T06:50:00.000Z')
    const runs: string[] = []
    const job: Job = { name: 'record-time', cron: '0 7 * * *', run: async ({ now }) => runs.push(now.toISOString()) }
    const old: Job = { name: 'old', cron: '0 7 * * *', run: async () => runs.push('old') }
    const stop = await startInstance(clock, [job, old])
    await clock.tick(minute)
    await stop()
    await clock.setTime('2026-03-12T10:00:00.000Z')
    const stopAgain = await startInstance(clock, [job])
    await clock.tick(2 * minute)
    await stopAgain()
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatch(/^2026-03-12T10:0/)
  })

  test('retries a failed job', async () => {
    const clock = new TestClock('2026-03-10T06:59:00.000Z')
    const runs: string[] = []
    const run = async ({ now }: { now: Date }) => {
      runs.push(now.toISOString())
      if (runs.length === 1) throw new Error('the database is unreachable')
    }
    const stop = await startInstance(clock, [{ name: 'stumble', cron: '0 7 * * *', run }])
    await clock.tick(2 * minute)
    await clock.tick(3 * minute)
    await stop()
    expect(runs).toHaveLength(2)
  })
})

test('passes a context to the job, and stops cleanly', async () => {
  const contexts: unknown[] = []
  let done = () => {}
  const isDone = new Promise<void>((resolve) => {
    done = resolve
  })
  const run: Job['run'] = async (ctx) => {
    contexts.push({ actor: ctx.actor, zone: ctx.zone })
    await ctx.db.execute('select 1')
    done()
  }
  const jobs = [{ name: 'look-around', cron: '0 0 1 1 *', run }]
  const complaints: unknown[] = []
  const running = await runJobs(database, { jobs, settings: { cronWorkerIntervalSeconds: 1 } })
  running.boss.on('error', (error) => complaints.push(error))
  await running.boss.send('look-around')
  await isDone
  await running.stop()
  expect(contexts).toEqual([{ actor: createSystemActor('look-around'), zone: 'UTC' }])
  expect(complaints).toEqual([])
  expect(await jobRows('look-around')).toMatchObject([{ state: 'completed' }])
})

test('stores why a job failed, whatever its statement contained', async () => {
  const run = async () => {
    const cause = new Error('no \0 space \ud800 left')
    throw Object.assign(new Error('Failed query: insert', { cause }), { params: ['\0', '\udfff'] })
  }
  const running = await runJobs(database, {
    jobs: [{ name: 'stumble', cron: '0 0 1 1 *', run }],
    settings: { cronWorkerIntervalSeconds: 1 },
  })
  endings.push(running.stop)
  await running.boss.send('stumble', null, { retryLimit: 0 })
  const readJob = async () =>
    (await database.pool.query("select state, output ->> 'message' as message from pgboss.job where name = 'stumble'"))
      .rows
  await expect.poll(readJob, { timeout: 20_000 }).toEqual([{ state: 'failed', message: 'no \ufffd space \ufffd left' }])
})
