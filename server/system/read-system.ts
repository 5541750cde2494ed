import { CronExpressionParser } from 'cron-parser'
import { sql } from 'drizzle-orm'
import type { System } from '#lib/contracts/app/system.ts'
import { shorten } from '#lib/text/shorten.ts'
import { describeDatabase } from '#server/platform/db/describe-database.ts'
import { isMissingTable } from '#server/platform/db/error-code.ts'
import { listMigrations } from '#server/platform/db/migrate/read-migrations.ts'
import { getBuildName } from '#server/platform/project-dir.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listRunning } from '#server/platform/runtime/report-process.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { readMail } from './failing-mail.ts'
import { runChecks } from './run-checks.ts'

/** Reads the state of the service for an admin. */
export async function readSystem(ctx: Context): Promise<System> {
  const [database] = (
    await ctx.db.execute<{ version: string; bytes: number }>(sql`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`)
  ).rows
  const [processes, jobs, mail, tables] = await Promise.all([
    listProcesses(ctx),
    readJobs(ctx),
    readMail(ctx),
    listTables(ctx),
  ])
  return {
    version: getBuildName(),
    node: process.versions.node,
    database: describeDatabase(getRuntime().env),
    database_version: database?.version ?? '',
    database_bytes: database?.bytes ?? 0,
    migration: listMigrations().at(-1)?.tag ?? '',
    checks: await runChecks(ctx, { processes, jobs, mail }),
    processes,
    jobs,
    mail,
    tables,
  }
}

async function listProcesses({ db }: Context): Promise<System['processes']> {
  return (await listRunning(db)).map(({ areJobsOn, startedAt, seenAt, ...rest }) => ({
    ...rest,
    are_jobs_on: areJobsOn,
    started_at: startedAt,
    seen_at: seenAt,
  }))
}

async function listTables({ db }: Context): Promise<System['tables']> {
  const { rows } = await db.execute<{ name: string; bytes: number; rows: number }>(sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes,
      greatest(reltuples, pg_stat_get_live_tuples(oid), 0)::float8 as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 2 desc, 1 limit 20`)
  return rows
}

type JobRow = {
  readonly name: string
  readonly cron: string
  readonly timezone: string
  readonly success: string | null
  readonly failure: string | null
  readonly fault: string | null
}

/** Lists the scheduled jobs with their last runs; empty until a process has run jobs. pg-boss stores runs for a day. */
async function readJobs({ db, now }: Pick<Context, 'db' | 'now'>): Promise<System['jobs']> {
  try {
    const { rows } = await db.execute<JobRow>(sql`
      select schedule.name, schedule.cron, schedule.timezone,
        to_char(runs.success at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as success,
        to_char(failed.completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as failure,
        coalesce(failed.output ->> 'message', failed.output #>> '{}') as fault
      from pgboss.schedule
      left join lateral (
        select max(completed_on) as success from pgboss.job where name = schedule.name and state = 'completed'
      ) as runs on true
      left join lateral (
        select completed_on, output from pgboss.job
        where name = schedule.name and state = 'failed' order by completed_on desc limit 1
      ) as failed on true
      order by schedule.name`)
    return rows.map(({ name, cron, timezone, success, failure, fault }) => ({
      name,
      last_success: success,
      last_failure: failure,
      fault: fault === null ? null : shorten(fault, 500),
      next_run: CronExpressionParser.parse(cron, { tz: timezone, currentDate: now }).next().toDate().toISOString(),
    }))
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}
