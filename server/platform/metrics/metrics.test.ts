import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { getMetrics } from '#lib/contracts/operations.ts'
import { getUser, listUsers } from '#lib/contracts/users.ts'
import { respondWithoutRoute } from '#server/platform/api/fallback.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { withWaiting } from '#server/platform/db/testing-waiting.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import { countSignIn } from '#server/platform/limits/sign-in-limit.ts'
import { getRuntime, type Runtime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { readDashboard, readSamples } from './testing-samples.ts'

const database = provideTestRuntime()
let authorization: Record<string, string>
beforeAll(async () => {
  const input = { name: 'Tests', system: 'itsm', scope: 'read', expiresAt: null, origin: 'entry' } as const
  authorization = { Authorization: `Bearer ${(await createToken(testContext(database.db), input)).secret}` }
})

/** The current response of /api/metrics. */
async function scrape() {
  const response = await callRoute(getMetrics, { headers: authorization })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return readSamples(await response.text())
}

/** The change of a series during `work`. */
async function countIncrease(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await scrape()).get(series) ?? 0
  await work()
  return ((await scrape()).get(series) ?? 0) - before
}

function changeRuntime(change: (runtime: Runtime) => Runtime): void {
  const whole = getRuntime()
  setRuntime(change(whole))
  onTestFinished(() => setRuntime(whole))
}

const pretendWaiting = (waitingCount: number) =>
  changeRuntime((runtime) => ({ ...runtime, pool: withWaiting(runtime.pool, waitingCount) }))

const requests = (labels: string) => `hindsight_http_request_duration_seconds_count{${labels}}`

test('counts requests by method, route and status, never by the requested URL', async () => {
  const refused = requests('method="GET",route="/api/v1/users/{id}",status="401"')
  const readUser = () => callRoute(getUser, { params: { id: 'usr_sent-by-a-caller' } })
  expect(await countIncrease(refused, readUser)).toBe(1)

  const unknown = requests('method="_OTHER",route="none",status="404"')
  const call = (method: string, path: string) =>
    respondWithoutRoute(fromWebRequest(new Request(`http://127.0.0.1${path}`, { method })))
  const callAll = async () => {
    for (const method of ['PURGE', 'LOCK', 'made-up']) await call(method, `/api/sent-by-a-caller/${method}`)
  }
  expect(await countIncrease(unknown, callAll)).toBe(3)
  expect([...(await scrape()).keys()].filter((series) => /sent-by-a-caller|PURGE|LOCK|made-up/.test(series))).toEqual(
    [],
  )
})

test('reports the connections of the pool and the requests that wait for one', async () => {
  const idle = 'hindsight_database_connections{state="idle"}'
  // Several at once, to open more than one connection.
  await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select 1')))
  const inUse = async () => {
    const now = await scrape()
    return (now.get('hindsight_database_connections{state="total"}') ?? 0) - (now.get(idle) ?? 0)
  }
  const clients = [await database.pool.connect(), await database.pool.connect()]
  await expect.poll(inUse).toBe(2)
  for (const client of clients) client.release()
  await expect.poll(inUse).toBe(0)
  const free = await scrape()
  expect(free.get('hindsight_database_connections{state="total"}')).toBe(database.pool.totalCount)
  expect(free.get('hindsight_database_connections_max')).toBe(5)
  expect(free.get('hindsight_database_connections{state="waiting"}')).toBe(0)
  pretendWaiting(7)
  expect((await scrape()).get('hindsight_database_connections{state="waiting"}')).toBe(7)
})

test('counts rejected requests by reason', async () => {
  const refused = (reason: string) => `hindsight_refused_requests_total{reason="${reason}"}`
  const calm = await scrape()
  for (const reason of ['overload', 'rate_limit', 'sign_in_limit']) expect(calm.get(refused(reason))).toBe(0)

  pretendWaiting(getRuntime().env.poolSize * 50)
  expect((await callRoute(listUsers)).status).toBe(503)
  changeRuntime(() => ({ ...calmRuntime(), env: { ...calmRuntime().env, rateLimit: 0 } }))
  expect((await callRoute(listUsers)).status).toBe(429)
  changeRuntime(calmRuntime)
  const attempts = Array.from({ length: getRuntime().env.signInLimit + 2 }, () =>
    countSignIn('nobody@hindsight.example', '203.0.113.9').then(
      () => 0,
      () => 1,
    ),
  )
  const stopped = (await Promise.all(attempts)).filter(Boolean).length
  expect(stopped).toBe(2)

  const after = await scrape()
  expect(after.get(refused('overload'))).toBe(1)
  expect(after.get(refused('rate_limit'))).toBe(1)
  expect(after.get(refused('sign_in_limit'))).toBe(2)
})

const calmRuntime = (): Runtime => ({
  ...getRuntime(),
  ...database,
  env: { ...getRuntime().env, rateLimit: 1_000_000 },
})

test('counts and times the runs of jobs, and reports the last success and the queue', async () => {
  let isBroken = true
  const run = async () => {
    if (isBroken) throw new Error('broken for now')
  }
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  const jobs = [
    { name: 'stumble', cron: '0 0 1 1 *', run },
    { name: 'hold', cron: '0 0 1 1 *', run: () => held },
  ]
  const running = await runJobs(database, { jobs, settings: { cronWorkerIntervalSeconds: 1 } })
  const value = async (series: string) => (await scrape()).get(series)
  const runs = (name: string, result: string) =>
    `hindsight_job_duration_seconds_count{job_name="${name}",result="${result}"}`
  const lastSuccess = (name: string) => `hindsight_job_last_success_timestamp_seconds{job_name="${name}"}`
  const queue = (name: string, state: string) => `hindsight_job_queue_size{job_name="${name}",state="${state}"}`

  const fresh = await scrape()
  expect(fresh.get(runs('stumble', 'failed'))).toBe(0)
  expect(fresh.get(lastSuccess('stumble'))).toBeUndefined()

  await running.boss.send('stumble')
  await expect.poll(() => value(runs('stumble', 'failed'))).toBe(1)
  await expect.poll(() => value(queue('stumble', 'queued'))).toBe(1)
  isBroken = false
  await database.pool.query(`update pgboss.job set start_after = now() where name = 'stumble'`)
  await expect.poll(() => value(runs('stumble', 'done'))).toBe(1)
  expect(await value(lastSuccess('stumble'))).toBeGreaterThan(Date.now() / 1000 - 120)
  await expect.poll(() => value(queue('stumble', 'queued'))).toBe(0)

  await running.boss.send('hold')
  await expect.poll(() => value(queue('hold', 'active'))).toBe(1)
  letGo()
  await expect.poll(() => value(queue('hold', 'active'))).toBe(0)
  expect(await value('hindsight_job_duration_seconds_sum{job_name="hold",result="done"}')).toBeGreaterThan(0)
  await running.stop()
})

test.each(['deploy/grafana/hindsight.json', 'deploy/prometheus/alerts.yml'])(
  '%s queries only existing metrics',
  async (file) => {
    const scraped = await scrape()
    const queried = readDashboard(file)
    expect(queried.length).toBeGreaterThan(5)
    const listLabels = (name: string) =>
      [...scraped.keys()]
        .filter((series) => series.split('{', 1)[0] === name)
        .map((series) => series.slice(name.length))
    for (const { name, labels } of queried) {
      const series = listLabels(name)
      expect(series, `${file} queries ${name}`).not.toEqual([])
      for (const label of labels)
        expect(series.join(), `${file} queries the label ${label} of ${name}`).toContain(`${label}="`)
    }
  },
)
