import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { System } from '#lib/contracts/app/system.ts'
import { isMigrated } from '#server/platform/db/migrate/migrate.ts'
import { isReadOnly } from '#server/platform/db/read-only.ts'
import { findCopy } from '#server/platform/installation.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { connections, connectionWrites } from '#server/schema/connections.ts'

type SystemCheck = System['checks'][number]
type SystemState = Pick<System, 'processes' | 'jobs' | 'mail'>

const check = (name: string, isOk: boolean, message: string, remedy: string): SystemCheck => ({
  name,
  is_ok: isOk,
  message,
  remedy: isOk ? null : remedy,
})

/** Checks the conditions for the service to work, with advice for each that is not met. */
export async function runChecks(ctx: Context, state: SystemState): Promise<SystemCheck[]> {
  const { pool, previousSecret } = getRuntime()
  const [copy, isCurrent, isStandby, hasCounts, connected] = await Promise.all([
    findCopy(ctx.db),
    isMigrated(ctx.db),
    isReadOnly(pool),
    hasRecordCounts(ctx),
    checkConnections(ctx),
  ])
  return [
    check(
      'Migrations',
      isCurrent,
      isCurrent ? 'The schema is that of this version.' : 'The schema is older than this version.',
      'Run npm run db:migrate, or restart a process of this version.',
    ),
    check(
      'Database',
      !isStandby,
      isStandby ? 'The database is read-only.' : 'Writable.',
      'Set DATABASE_URL to the primary, or switch default_transaction_read_only off.',
    ),
    check(
      'Original',
      copy === null,
      copy === null ? 'This is the real one, so it sends.' : 'This is a copy: it sends nothing.',
      'Say at the top of the page that this is the real one, if it is.',
    ),
    checkJobs(state),
    checkMail(state.mail),
    connected,
    check(
      'Public URL',
      getSettings().public_url !== null,
      getSettings().public_url ?? 'It is not set, so mail has no links and single sign-on is off.',
      'Set it under Settings, at the address that people use.',
    ),
    check(
      'Totals of lists',
      hasCounts,
      hasCounts ? 'Triggers keep them.' : 'The database has no statement triggers, so lists count their rows.',
      'Nothing, or use a PostgreSQL with statement triggers: long lists are faster there.',
    ),
    check(
      'Rotation of the secret',
      previousSecret === undefined,
      previousSecret === undefined ? 'No rotation is in progress.' : 'HINDSIGHT_SECRET_PREVIOUS is set.',
      'Remove HINDSIGHT_SECRET_PREVIOUS a day after every process has the new secret.',
    ),
  ]
}

function checkJobs({ processes, jobs }: SystemState): SystemCheck {
  const worker = processes.some(({ are_jobs_on }) => are_jobs_on)
  const failing = jobs.filter(({ last_failure: failed, last_success: done }) => failed && (!done || done < failed))
  if (!worker) return check('Jobs', false, 'No process runs jobs.', 'Start one with HINDSIGHT_JOBS=on.')
  const message =
    failing.length === 0 ? 'Running.' : `The last run of ${failing.map(({ name }) => name).join(', ')} failed.`
  return check(
    'Jobs',
    failing.length === 0,
    message,
    'See the fault below and the log. A failed job is retried by itself.',
  )
}

function checkMail({ waiting, failing }: System['mail']): SystemCheck {
  const stuck = failing.filter(({ next_attempt }) => next_attempt !== null).length
  if (!findMailSettings()) {
    return check('Mail', false, 'Mail is off.', 'Set mail server, sender and public URL under Settings.')
  }
  const message = stuck === 0 ? `${waiting} waiting, none failing.` : `${stuck} of ${waiting} waiting mails failed.`
  return check('Mail', stuck === 0, message, 'See the reasons below. Send a test mail under Settings, then retry.')
}

async function checkConnections({ db }: Context): Promise<SystemCheck> {
  const failing = await db
    .select({ name: connections.name })
    .from(connections)
    .where(and(eq(connections.isEnabled, true), gt(connections.failures, 0)))
    .orderBy(asc(connections.name))
  const toDecide = await db.$count(connectionWrites, inArray(connectionWrites.status, ['failed', 'conflict']))
  const faults = [
    ...(failing.length > 0 ? [`The last run of ${failing.map(({ name }) => name).join(', ')} failed.`] : []),
    ...(toDecide > 0 ? [`Writes that failed or found a conflict: ${toDecide}.`] : []),
  ]
  const remedy = 'Open the connection under Connections: it shows the reason, and both versions of a conflict.'
  return check('Connections', faults.length === 0, faults.join(' ') || 'None is failing.', remedy)
}

async function hasRecordCounts({ db }: Context): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = 'count_records' limit 1`)
  return rows.length > 0
}
