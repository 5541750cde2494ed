import { CronExpressionParser } from 'cron-parser'
import { sql } from 'drizzle-orm'
import type { System } from '#lib/contracts/app/system.ts'
import { shorten } from '#lib/text/shorten.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import type { Context } from '#server/platform/runtime/context.ts'

type JobRow = {
  readonly name: string
  readonly cron: string
  readonly timezone: string
  readonly success: string | null
  readonly failure: string | null
  readonly fault: string | null
}

/** Lists the scheduled jobs with their last runs; empty until a process has run jobs. pg-boss stores runs for a day. */
export async function readJobs({ db, now }: Pick<Context, 'db' | 'now'>): Promise<System['jobs']> {
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
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown) => ['42P01', '3F000'].includes(findDatabaseErrorCode(error) ?? '')
