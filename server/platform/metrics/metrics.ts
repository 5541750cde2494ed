import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Reasons for rejecting a request before any work is done. */
const refusals = ['overload', 'rate_limit', 'sign_in_limit'] as const

const metrics = () =>
  processWide('metrics', () => {
    const registry = new Registry()
    const registers = [registry]
    // Includes the delay of the event loop, memory, and garbage collection.
    collectDefaultMetrics({ register: registry })
    const refused = new Counter({
      name: 'hindsight_refused_requests_total',
      help: 'Requests rejected before any work was done, by reason',
      labelNames: ['reason'],
      registers,
    })
    for (const reason of refusals) refused.inc({ reason }, 0)
    new Gauge({
      name: 'hindsight_database_connections',
      help: 'Connections of the database pool by state, and requests that wait for one',
      labelNames: ['state'],
      registers,
      collect() {
        const sumPools = (count: (pool: Pool) => number) => poolsInUse().reduce((sum, pool) => sum + count(pool), 0)
        this.set(
          { state: 'total' },
          sumPools((pool) => pool.totalCount),
        )
        this.set(
          { state: 'idle' },
          sumPools((pool) => pool.idleCount),
        )
        this.set(
          { state: 'waiting' },
          sumPools((pool) => pool.waitingCount),
        )
      },
    })
    new Gauge({
      name: 'hindsight_database_connections_max',
      help: 'Maximum connections of the database pool',
      registers,
      collect() {
        this.set(poolsInUse().reduce((sum, { options }) => sum + options.max, 0))
      },
    })
    return {
      registry,
      refused,
      databaseResponds: new Gauge({
        name: 'hindsight_database_answers',
        help: '1 when the database responded in time, 0 when it did not',
        registers,
      }),
      outboxMails: new Gauge({
        name: 'hindsight_outbox_mails',
        help: 'Mails waiting to be sent',
        registers,
      }),
      outboxOldest: new Gauge({
        name: 'hindsight_outbox_oldest_seconds',
        help: 'Age of the oldest waiting mail, 0 if there is none',
        registers,
      }),
      jobQueue: new Gauge({
        name: 'hindsight_job_queue_size',
        help: 'Jobs waiting to run or to be retried, and running jobs',
        labelNames: ['job_name', 'state'],
        registers,
      }),
      jobSuccess: new Gauge({
        name: 'hindsight_job_last_success_timestamp_seconds',
        help: 'When a job last succeeded, in any process that shares the database',
        labelNames: ['job_name'],
        registers,
      }),
      requests: new Histogram({
        name: 'hindsight_http_request_duration_seconds',
        help: 'Duration of requests by method, route and status',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
        registers,
      }),
      outgoing: new Histogram({
        name: 'hindsight_outgoing_request_duration_seconds',
        help: 'Duration of requests to connected systems by kind of system and class of the status',
        labelNames: ['kind', 'status'],
        buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
        registers,
      }),
      jobs: new Histogram({
        name: 'hindsight_job_duration_seconds',
        help: 'Duration of the runs of a job in this service, by result',
        labelNames: ['job_name', 'result'],
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
        registers,
      }),
    }
  })

/** A request's method, or `_OTHER` for unknown ones, so that callers cannot create series. */
export const getMethodLabel = (method: string): string => (methods.includes(method) ? method : '_OTHER')

type RequestLabels = { readonly method: string; readonly route: string; readonly status: number }

/**
 * Counts a finished request. The labels come from closed lists: `getMethodLabel`, and a path of the contract or of a
 * page.
 */
export function observeRequest(labels: RequestLabels, milliseconds: number): void {
  metrics().requests.observe(labels, milliseconds / 1000)
}

/** Counts a request to another system; `status` is `2xx` to `5xx`, or `failed` without a response. */
export function observeOutgoing(
  labels: { readonly kind: string; readonly status: string },
  milliseconds: number,
): void {
  metrics().outgoing.observe(labels, milliseconds / 1000)
}

export function countRefusal(reason: (typeof refusals)[number]): void {
  metrics().refused.inc({ reason })
}

/** Initializes the series of a job with zero, so that its first failure shows as an increase. */
export function announceJob(name: string): void {
  for (const result of ['done', 'failed']) metrics().jobs.zero({ job_name: name, result })
}

/** Counts a finished run of a job. */
export function observeJob(name: string, result: 'done' | 'failed', milliseconds: number): void {
  metrics().jobs.observe({ job_name: name, result }, milliseconds / 1000)
  if (result === 'done') metrics().jobSuccess.setToCurrentTime({ job_name: name })
}

/** Every service metric, including those shared in the database, in Prometheus's text format. */
export async function renderMetrics(): Promise<string> {
  const [outbox, queues] = await Promise.all([countOutbox(), readQueues()])
  const { registry, databaseResponds, outboxMails, outboxOldest, jobQueue, jobSuccess } = metrics()
  databaseResponds.set(outbox ? 1 : 0)
  // Removes the values of the previous scrape.
  outboxMails.remove()
  outboxOldest.remove()
  jobQueue.reset()
  if (outbox) {
    outboxMails.set(outbox.waiting)
    outboxOldest.set(outbox.oldestSeconds)
  }
  for (const { name, queued, active, lastSuccess } of queues ?? []) {
    jobQueue.set({ job_name: name, state: 'queued' }, queued)
    jobQueue.set({ job_name: name, state: 'active' }, active)
    if (lastSuccess !== null) jobSuccess.set({ job_name: name }, lastSuccess)
  }
  return registry.metrics()
}

/** The pools of API, pages and jobs. */
function poolsInUse(): Pool[] {
  const { pool, pages, jobs } = getRuntime()
  return [pool, ...[pages?.pool, jobs?.pool].flatMap((own) => own ?? [])]
}

type OutboxCounts = { readonly waiting: number; readonly oldestSeconds: number }
type Queue = {
  readonly name: string
  readonly queued: number
  readonly active: number
  /** Time of the last successful run in seconds since 1970; null if there was none in the last day. */
  readonly lastSuccess: number | null
}

const outbox = `
  select count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
  from (
    select created_at from mails where send_after is not null
    union all select created_at from notifications where is_mail_due
  ) as waiting`

/** Excludes pg-boss's own queues, whose names start with two underscores. */
const queues = `
  select name,
    (count(*) filter (where state in ('created', 'retry')))::int as queued,
    (count(*) filter (where state = 'active'))::int as active,
    extract(epoch from max(completed_on) filter (where state = 'completed'))::float8 as "lastSuccess"
  from pgboss.job where name not like '\\_\\_%' group by name order by name`

/** The waiting mail in the shared outbox; undefined if the database does not respond. */
const countOutbox = async (): Promise<OutboxCounts | undefined> => (await read<OutboxCounts>(outbox))?.[0]

/** The shared queues; undefined if the database does not respond or no process has run a job yet. */
const readQueues = (): Promise<Queue[] | undefined> => read<Queue>(queues)

/** Time limit of these queries in milliseconds. */
const timeoutMs = 2_000

/** Runs a query; undefined if it fails, so that the other metrics are unaffected. */
async function read<Row>(text: string): Promise<Row[] | undefined> {
  try {
    return (await inTime(getRuntime().pool.query(text), timeoutMs)).rows
  } catch (error) {
    if (findDatabaseErrorCode(error) !== '42P01') log.warn({ err: error }, 'metrics of the database not read')
    return undefined
  }
}
