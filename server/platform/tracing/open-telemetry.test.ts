import { expect, onTestFinished, test, vi } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { traceDatabase } from '#server/platform/db/trace-database.ts'
import { readEnv } from '#server/platform/env.ts'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { startTracing } from './start-tracing.ts'
import { type Collector, readAttributes, startCollector } from './testing-collector.ts'

const database = provideTestRuntime()

/** Returns what was exported while `work` ran. */
async function collect(work: () => Promise<unknown>): Promise<Collector> {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.endpoint)
  const stop = await startTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }))
  traceDatabase(database.pool)
  onTestFinished(stop)
  await work()
  await stop()
  return collector
}

test('a job is a separate trace and shows a failure', async () => {
  let runs = 0
  const run = async ({ db }: Context) => {
    await db.execute('select count(*) from incidents')
    runs += 1
    throw new Error('a reason with a secret')
  }
  const collector = await collect(async () => {
    const jobs = [{ name: 'stumble', cron: '0 0 1 1 *', run }]
    const running = await runJobs(database, { jobs, settings: { cronWorkerIntervalSeconds: 1 } })
    await running.boss.send('stumble')
    await expect.poll(() => runs).toBeGreaterThan(0)
    await running.stop()
  })
  const job = collector.spans.find(({ name }) => name === 'job stumble')
  expect(job).toMatchObject({ kind: 1, status: { code: 2 } })
  expect(job?.parentSpanId).toBeUndefined()
  const statement = collector.spans.find(({ name }) => name === 'SELECT incidents')
  expect(statement).toMatchObject({ kind: 3, traceId: job?.traceId, parentSpanId: job?.spanId })
  expect(statement && readAttributes(statement)).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'incidents',
    'db.query.summary': 'SELECT incidents',
  })
  expect(collector.text()).not.toContain('a reason with a secret')
  // Statements of pg-boss itself belong to no trace.
  expect(collector.spans.filter(({ traceId: trace }) => trace !== job?.traceId)).toEqual([])
})
