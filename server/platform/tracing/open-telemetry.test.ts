import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createImprovement } from '#lib/contracts/improvements.ts'

import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { traceDatabase } from '#server/platform/db/trace-database.ts'
import { readEnv } from '#server/platform/env.ts'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { startTracing } from './start-tracing.ts'
import { type Collector, readAttributes, startCollector } from './testing-collector.ts'
import { inTrace } from './trace.ts'

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

/** Records spans until the test ends or `stop` exports the rest. */
async function recordTo(endpoint: string, extra: Record<string, string> = {}) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const stop = await startTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...extra }))
  traceDatabase(database.pool)
  onTestFinished(stop)
  return stop
}

async function collect(work: () => Promise<unknown>, extra: Record<string, string> = {}): Promise<Collector> {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  const stop = await recordTo(collector.endpoint, extra)
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
  expect(statements.length).toBeGreaterThan(1)
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
  expect(collector.text()).not.toContain('a reason with a secret')
  // Statements of pg-boss itself belong to no trace.
  expect(collector.spans.filter(({ traceId: trace }) => trace !== job?.traceId)).toEqual([])
})

test('each statement is described by verb and table, also in transactions', async () => {
  const collector = await collect(async () => {
    const newTrace = { requestId: 'a-transaction', name: 'test', kind: 'internal', attributes: {} } as const
    await inTrace(newTrace, () =>
      database.db.transaction((tx) => tx.execute(sql`select ${'a secret'} || number from incidents`)),
    )
  })
  const parent = collector.spans.find(({ name }) => name === 'test')
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
  expect(statements.map(({ name }) => name)).toEqual(['BEGIN', 'SELECT incidents', 'COMMIT'])
  expect(statements.map(readAttributes)[1]).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'incidents',
    'db.query.summary': 'SELECT incidents',
  })
  expect(collector.text()).not.toContain('a secret')
})

test('an unreachable collector delays neither requests nor the exit', async () => {
  const stop = await recordTo('http://127.0.0.1:1')
  for (let time = 0; time < 20; time += 1) {
    const response = await callRoute(listUsers, { headers: { Authorization: 'Bearer nothing' } })
    expect(response.status).toBe(401)
  }
  await stop()
})
