import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Changes, the newest, that values are taken from, and values of each kind at most: both bound the time. */
const [changesRead, most] = [5_000, 200]

/** Teams and services that metrics can be filtered by, in alphabetical order. */
export async function listMetricFilterValues(ctx: Context): Promise<{ teams: string[]; services: string[] }> {
  const { rows } = await ctx.db.execute<{ teams: string[]; services: string[] }>(sql`
    with recent as (
      select ${changes.assignmentGroup} as team, ${changes.affectedServices} as services from ${changes}
      order by ${changes.createdAt} desc, ${changes.number} desc limit ${changesRead}
    )
    select
      array(select distinct team::text collate "und-x-icu" as value from recent
        where team is not null order by value limit ${most}) as teams,
      array(select distinct unnest(services)::text collate "und-x-icu" as value from recent
        order by value limit ${most}) as services`)
  return rows[0] ?? { teams: [], services: [] }
}
