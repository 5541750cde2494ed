import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createImprovement } from '#lib/contracts/improvements.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { traceDatabase } from '#server/platform/db/trace-database.ts'
import { readEnv } from '#server/platform/env.ts'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { startTracing } from './start-tracing.ts'
import { type Collector, readAttributes, startCollector } from './testing-collector.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${callerSpan}-01`

const database = provideTestDatabase()
let token: string
beforeAll(async () => {
  setTestRuntime(database)
  const input = { name: 'Tests', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
  token = (await createToken(testContext(database.db), input)).secret
})

/** Returns what was exported while `work` ran. */
async function collect(work: () => Promise<unknown>): Promise<Collector> {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.endpoint)
  onTestFinished(() => void vi.unstubAllEnvs())
  const stop = await startTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }))
  traceDatabase(database.pool)
  onTestFinished(stop)
  await work()
  await stop()
  return collector
}

const improvement = {
  title: 'A confidential title',
  source_type: 'pir',
  source_ref: 'PIR-2026-0042',
  owner: 'somebody-private@hindsight.example',
  target_date: '2026-12-18',
}

test("a request is a child span of the caller's, its statements are children, and none contains a value", async () => {
  const headers = { Authorization: `Bearer ${token}`, traceparent, 'X-Request-Id': 'request-of-the-test' }
  let response: Response | undefined
  const collector = await collect(async () => {
    response = await callRoute(createImprovement, { body: improvement, headers })
  })
  expect(response?.status).toBe(201)

  const request = collector.spans.find(({ kind }) => kind === 2)
  expect(request).toMatchObject({ name: 'POST /api/itsm/v1/improvements', traceId, parentSpanId: callerSpan })
  expect(response?.headers.get('traceresponse')).toBe(`00-${traceId}-${request?.spanId}-01`)
  expect(request && readAttributes(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/itsm/v1/improvements',
    'http.response.status_code': 201,
    'hindsight.request_id': 'request-of-the-test',
  })

  const statements = collector.spans.filter(({ kind }) => kind === 3)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']))
  for (const statement of statements) expect(statement).toMatchObject({ traceId, parentSpanId: request?.spanId })

  for (const value of [token, improvement.title, improvement.owner, improvement.source_ref]) {
    expect(collector.text()).not.toContain(value)
  }
  expect(collector.text()).toContain('"service.name"')
})

test('a job is a separate trace and shows a failure', async () => {
  let runs = 0
  const run = async (ctx: { db: TestDatabase['db'] | Parameters<typeof testContext>[0] }) => {
    await ctx.db.execute('select count(*) from incidents')
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
