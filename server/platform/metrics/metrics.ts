import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isMissingTable } from '#server/platform/db/error-code.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { findOutage, noticeOutage } from '#server/platform/outage.ts'
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
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `hindsight_${name}`, help, labelNames, registers })
    const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
      new Histogram({ name: `hindsight_${name}_duration_seconds`, help, labelNames, buckets, registers })
    const refused = new Counter({
      name: 'hindsight_refused_requests_total',
      help: 'Requests rejected before any work was done, by reason',
      labelNames: ['reason'],
      registers,
    })
    for (const reason of refusals) refused.inc({ reason }, 0)
    const webhooks = new Counter({
      name: 'hindsight_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook, by result',
      labelNames: ['result'],
      registers,
    })
    for (const result of ['delivered', 'failed']) webhooks.inc({ result }, 0)
    return {
      registry,
      refused,
      connections: gauge(
        'database_connections',
        'Connections of the database pool by state, and requests that wait for one',
        ['state'],
      ),
      maxConnections: gauge('database_connections_max', 'Maximum connections of the database pool'),
      databaseResponds: gauge('database_answers', '1 when the database responded in time, 0 when it did not'),
      diskFull: gauge('database_disk_full', '1 while the disk of the database is full, so that writes fail, else 0'),
      webhooks,
      outboxMails: gauge('outbox_mails', 'Mails waiting to be sent'),
      outboxOldest: gauge('outbox_oldest_seconds', 'Age of the oldest waiting mail, 0 if there is none'),
      jobQueue: gauge('job_queue_size', 'Jobs waiting to run or to be retried, and running jobs', [
        'job_name',
        'state',
      ]),
      jobSuccess: gauge(
        'job_last_success_timestamp_seconds',
        'When a job last succeeded, in any process that shares the database',
        ['job_name'],
      ),
      requests: histogram(
        'http_request',
        'Duration of requests by method, route and status',
        ['method', 'route', 'status'],
        [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      ),
      outgoing: histogram(
        'outgoing_request',
        'Duration of requests to connected systems by kind of system and class of the status',
        ['kind', 'status'],
        [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      ),
      jobs: histogram(
        'job',
        'Duration of the runs of a job in this service, by result',
        ['job_name', 'result'],
        [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
      ),
    }
  })

/** A request's method, or `_OTHER` for unknown ones, so that callers cannot create series. */
export const getMethodLabel = (method: string): string => (methods.includes(method) ? method : '_OTHER')

/** The labels come from closed lists: `getMethodLabel`, and a path of the contract or of a page. */
export function observeRequest(
  labels: { readonly method: string; readonly route: string; readonly status: number },
  milliseconds: number,
): void {
  metrics().requests.observe(labels, milliseconds / 1000)
}

/** Counts a request to another system; `status` is `2xx` to `5xx`, or `failed` without a response. */
export function observeOutgoing(labels: { readonly kind: string; readonly status: string }, milliseconds: number) {
  metrics().outgoing.observe(labels, milliseconds / 1000)
}

export function countRefusal(reason: (typeof refusals)[number]): void {
  metrics().refused.inc({ reason })
}

export function countWebhookAttempt(result: 'delivered' | 'failed'): void {
  metrics().webhooks.inc({ result })
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
  const [outboxRows, queues] = await Promise.all([read<OutboxCounts>(outboxQuery), read<Queue>(queuesQuery)])
  const shown = metrics()
  const { pool, pages, jobs } = getRuntime()
  const pools = [pool, pages?.pool, jobs?.pool].filter((one) => one !== undefined)
  const sumPools = (count: (pool: Pool) => number) => pools.reduce((sum, one) => sum + count(one), 0)
  for (const state of ['total', 'idle', 'waiting'] as const)
    shown.connections.set(
      { state },
      sumPools((one) => one[`${state}Count`]),
    )
  shown.maxConnections.set(sumPools(({ options }) => options.max))
  const [outbox] = outboxRows ?? []
  shown.databaseResponds.set(outbox ? 1 : 0)
  shown.diskFull.set(findOutage() === 'disk_full' ? 1 : 0)
  // Removes the values of the previous scrape.
  shown.outboxMails.remove()
  shown.outboxOldest.remove()
  shown.jobQueue.reset()
  if (outbox) {
    shown.outboxMails.set(outbox.waiting)
    shown.outboxOldest.set(outbox.oldestSeconds)
  }
  for (const { name, queued, active, lastSuccess } of queues ?? []) {
    shown.jobQueue.set({ job_name: name, state: 'queued' }, queued)
    shown.jobQueue.set({ job_name: name, state: 'active' }, active)
    if (lastSuccess !== null) shown.jobSuccess.set({ job_name: name }, lastSuccess)
  }
  return shown.registry.metrics()
}

type OutboxCounts = { readonly waiting: number; readonly oldestSeconds: number }

/** The waiting mail in the shared outbox. */
const outboxQuery = `
  select count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
  from (
    select created_at from mails where send_after is not null
    union all select created_at from notifications where is_mail_due
  ) as waiting`

type Queue = {
  readonly name: string
  readonly queued: number
  readonly active: number
  /** Time of the last successful run in seconds since 1970; null if there was none in the last day. */
  readonly lastSuccess: number | null
}

/** The shared queues, without pg-boss's own, whose names start with two underscores. */
const queuesQuery = `
  select name,
    (count(*) filter (where state in ('created', 'retry')))::int as queued,
    (count(*) filter (where state = 'active'))::int as active,
    extract(epoch from max(completed_on) filter (where state = 'completed'))::float8 as "lastSuccess"
  from pgboss.job where name not like '\\_\\_%' group by name order by name`

/** Time limit of these queries in milliseconds. */
const timeoutMs = 2_000

/** Runs a query; undefined if it fails, so that the other metrics are unaffected, or before the first job. */
async function read<Row>(text: string): Promise<Row[] | undefined> {
  try {
    return (await inTime(getRuntime().pool.query(text), timeoutMs)).rows
  } catch (error) {
    if (!isMissingTable(error) && !noticeOutage(error)) log.warn({ err: error }, 'metrics of the database not read')
    return undefined
  }
}
