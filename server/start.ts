import { orderRestoredEvents } from './change-feed/feed-order.ts'
import { purgeIdempotencyKeys } from './platform/api/idempotency.ts'
import { resolveSecrets, type Secrets } from './platform/auth/secret.ts'
import { purgeSessions } from './platform/auth/sessions.ts'
import { describeDatabase } from './platform/db/describe-database.ts'
import { hasEmbeddedDatabase, resolveDataDir } from './platform/db/embedded/data-dir.ts'
import { migrateDatabase } from './platform/db/migrate/migrate.ts'
import { type OpenDatabase, openDatabase } from './platform/db/open.ts'
import { traceDatabase } from './platform/db/trace-database.ts'
import { type Env, findUnknownVariables } from './platform/env.ts'
import { identifyInstallation } from './platform/installation.ts'
import { startJobsSoon } from './platform/jobs/start-jobs-soon.ts'
import { log } from './platform/log/log.ts'
import { processWide } from './platform/process/process-wide.ts'
import { resealSecrets } from './platform/reseal-secrets.ts'
import { createSystemActor } from './platform/runtime/context.ts'
import { reportProcess } from './platform/runtime/report-process.ts'
import { setRuntime } from './platform/runtime/runtime.ts'
import { followSettings } from './platform/settings/current-settings.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { createDefaultRules } from './policy/create-default-rules.ts'
import { decideReviews } from './reviews/policy/decide-reviews.ts'
import { recordFormerParts } from './reviews/policy/record-former-parts.ts'
import { offerSetup } from './system/setup/offer-setup.ts'

const policyActor = createSystemActor('decide-reviews')
const warnUndecided = (error: unknown) => log.warn({ err: error }, 'reviews not decided, the next run tries again')

const loadJobs = async () => (await import('./all-jobs.ts')).allJobs

type Started = { stop(): Promise<void> }

const getStartSlot = () =>
  processWide<{ started: Promise<Started> | undefined }>('started', () => ({ started: undefined }))

/** Milliseconds between two purges of expired idempotency keys and sessions. */
const purgeEvery = 60 * 60 * 1000

/** Opens and migrates the database and makes the runtime available, once per process, however often it is called. */
export function startRuntime(env: Env): Promise<Started> {
  getStartSlot().started ??= start(env)
  return getStartSlot().started as Promise<Started>
}

async function start(env: Env): Promise<Started> {
  const secrets = resolveSecrets(env, resolveDataDir(env))
  const isNew = env.databaseUrl === undefined && !hasEmbeddedDatabase(env)
  const database = await openDatabase(env, { isServing: true })
  const name = describeDatabase(env)
  if (isNew && env.isProduction && !env.isDemo)
    log.warn({ database: name }, 'new, empty database made: no DATABASE_URL')
  else log.info({ database: name }, 'database opened')
  try {
    return await startOn(database, env, secrets)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

async function startOn(database: OpenDatabase, env: Env, secrets: Secrets): Promise<Started> {
  const stopTracing = await startTracing(env)
  const { pages, jobs: ofJobs = database } = database
  if (env.tracing) for (const pool of new Set([database.pool, pages?.pool, ofJobs.pool])) if (pool) traceDatabase(pool)
  await migrateDatabase(database.pool)
  await recordFormerParts(database.db)
  const runtime = { env, db: database.db, pool: database.pool, pages, jobs: database.jobs, ...secrets }
  const report = await reportProcess(runtime)
  try {
    const ctx = { db: ofJobs.db, actor: policyActor, now: new Date(), requestId: 'start' }
    const copy = await identifyInstallation(database.db)
    if (copy)
      log.warn(copy, 'this is a copy: it sends nothing until an admin says on the page System that it is the real one')
    await createDefaultRules(ctx)
    await orderRestoredEvents(database.db)
    await resealSecrets(database.db, secrets)
    setRuntime(runtime)
    // The demo has its own accounts.
    const offer = env.isDemo ? undefined : await offerSetup(database.db, new Date())
    if (offer !== undefined) process.stderr.write(offer)
    for (const name of findUnknownVariables(process.env)) log.warn({ variable: name }, 'unknown variable, not read')
    const settings = await followSettings(runtime)
    const jobs = env.areJobsOn ? startJobsSoon({ ...runtime, ...ofJobs }, loadJobs) : undefined
    const decisions = env.areJobsOn ? decideReviews(ctx).catch(warnUndecided) : undefined
    const purge = setInterval(() => {
      purgeIdempotencyKeys(database.db, new Date()).catch((error) => log.warn({ err: error }, 'keys not purged'))
      purgeSessions(database.db, new Date()).catch((error) => log.warn({ err: error }, 'sessions not purged'))
    }, purgeEvery)
    purge.unref()
    return {
      async stop() {
        clearInterval(purge)
        settings.stop()
        await Promise.all([jobs?.stop(), decisions, report.stop()])
        setRuntime(undefined)
        await Promise.all([database.close(), stopTracing()])
      },
    }
  } catch (error) {
    // A process that stays listed prevents restores.
    await report.stop()
    throw error
  }
}
