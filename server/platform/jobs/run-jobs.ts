import { LRUCache } from 'lru-cache'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Queryable } from '#server/platform/db/client.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { newId } from '#server/platform/ids.ts'
import { findCopy } from '#server/platform/installation.ts'
import { log } from '#server/platform/log/log.ts'
import { announceJob, observeJob } from '#server/platform/metrics/metrics.ts'
import { noticeOutage } from '#server/platform/outage.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import type { Runtime } from '#server/platform/runtime/runtime.ts'
import { inTrace } from '#server/platform/tracing/trace.ts'
import type { Job } from './job.ts'

export type RunningJobs = {
  readonly boss: PgBoss
  /** Waits up to a second for running jobs; unfinished ones are retried later or in another process. */
  stop(): Promise<void>
}

type JobOptions = {
  readonly jobs: readonly Job[]
  readonly now?: () => Date
  /** The time zone in which jobs determine the current day. */
  readonly zone?: () => string
  /** Settings of pg-boss for tests. */
  readonly settings?: ConstructorOptions
}

/** Milliseconds between two checks whether a job is due before its time. */
const dueCheckMs = 1_000
/** Seconds between two polls of a queue, and between two looks for jobs of killed processes. */
const pollSeconds = 10

/** Another process takes over a job without a sign of life for ten seconds, the shortest time of pg-boss. */
const queueOptions = {
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 15 * 60,
  heartbeatSeconds: 10,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 86_400,
} as const

/**
 * Runs the jobs in this process, sharing them with every other process of the database: pg-boss stores schedules and
 * queues in its own schema `pgboss`, and a job is queued or running at most once. A job that was due while no process
 * ran runs once. Throws if the database does not respond.
 */
export async function runJobs({ db, pool }: Pick<Runtime, 'db' | 'pool'>, options: JobOptions): Promise<RunningJobs> {
  const { jobs, now = () => new Date(), zone = () => 'UTC', settings } = options
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    cronWorkerIntervalSeconds: pollSeconds,
    flowIntervalSeconds: 60,
    superviseIntervalSeconds: pollSeconds,
    monitorIntervalSeconds: pollSeconds,
    ...settings,
  })
  const complain = createQuietLog()
  boss.on('error', complain)
  boss.on('warning', ({ message }) => complain(new Error(message)))
  const watches: NodeJS.Timeout[] = []
  const stop = () => {
    for (const watch of watches) clearInterval(watch)
    return boss.stop({ timeout: 1_000 }).catch(complain)
  }
  try {
    await boss.start()
    await setSchedules(boss, jobs)
    for (const job of jobs) {
      const { name, isDue } = job
      const performAs = (requestId: string) =>
        perform(job, { db, now: now(), zone: zone(), requestId, actor: createSystemActor(name) })
      announceJob(name)
      await boss.work(name, { pollingIntervalSeconds: settings?.cronWorkerIntervalSeconds ?? pollSeconds }, ([job]) =>
        performAs(`${name}-${job?.id}`),
      )
      if (!isDue) continue
      const isFree = async () => (await isDue({ db })) && !(await isHeld(job, db))
      // Not by the queue: it waits for the job of a killed process.
      watches.push(startWhenDue(isFree, () => performAs(newId(name, now())), complain))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { boss, stop }
}

/** Starts a job that is due before its time. */
function startWhenDue(isDue: () => Promise<boolean>, start: () => Promise<void>, complain: (error: Error) => void) {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      if (await isDue()) await start()
    } catch (error) {
      complain(error as Error)
    } finally {
      isChecking = false
    }
  }
  return setInterval(check, dueCheckMs).unref()
}

/** True if a job waits until an admin says that this installation is no copy. */
const isHeld = async ({ isOutgoing }: Job, db: Queryable): Promise<boolean> =>
  isOutgoing === true && (await findCopy(db)) !== null

/** Runs a job in its own trace, unless it is held; counts and logs its result. */
export async function perform(job: Job, ctx: Context): Promise<void> {
  const { name, run } = job
  if (await isHeld(job, ctx.db)) return
  const { requestId } = ctx
  const attributes = { 'hindsight.job.name': name, 'hindsight.request_id': requestId }
  return inTrace({ requestId, name: `job ${name}`, kind: 'internal', attributes }, async () => {
    const started = performance.now()
    try {
      await run(ctx)
      observeJob(name, 'done', performance.now() - started)
      log.debug({ job: name }, 'job done')
    } catch (error) {
      observeJob(name, 'failed', performance.now() - started)
      if (!noticeOutage(error)) log.warn({ err: error, job: name }, 'job failed')
      // pg-boss stores the error as JSON, in which PostgreSQL refuses NUL: no statement with its parameters.
      throw new Error(describeError(error).replaceAll('\0', '\ufffd').toWellFormed())
    }
  })
}

async function setSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const { heartbeatSeconds } = queueOptions
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue.heartbeatSeconds]))
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { name, cron } of jobs) {
    if (!queues.has(name)) await boss.createQueue(name, queueOptions)
    else if (queues.get(name) !== heartbeatSeconds) await boss.updateQueue(name, { heartbeatSeconds })
    if (schedules.get(name) !== cron) await boss.schedule(name, cron, null, { tz: 'UTC', missed: 'once' })
    schedules.delete(name)
  }
  for (const name of schedules.keys()) await boss.unschedule(name)
}

/** Returns a log that repeats a message once a minute, so that an unreachable database does not fill it. */
function createQuietLog() {
  const logged = new LRUCache<string, true>({ max: 100, ttl: 60_000 })
  return (error: Error): void => {
    // pg-boss appends queue and worker in brackets.
    const reason = error.message.replace(/ \(Queue: .*$/, '')
    if (noticeOutage(error) || logged.has(reason)) return
    logged.set(reason, true)
    log.warn({ err: error }, 'jobs are held up')
  }
}
