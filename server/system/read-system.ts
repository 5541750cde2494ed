import { sql } from 'drizzle-orm'
import type { System } from '#lib/contracts/app/system.ts'
import { describeDatabase } from '#server/platform/db/describe-database.ts'
import { listMigrations } from '#server/platform/db/migrate/read-migrations.ts'
import { getBuildName } from '#server/platform/process/service-version.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listRunning } from '#server/platform/runtime/running-processes.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { readMail } from './failing-mail.ts'
import { readJobs } from './read-jobs.ts'
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

async function listProcesses({ db, now }: Context): Promise<System['processes']> {
  return (await listRunning(db, now)).map(({ areJobsOn, startedAt, seenAt, ...rest }) => ({
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
