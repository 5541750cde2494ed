import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Maximum newest changes to read, and values of each kind to return. */
const maxChanges = 5_000
const maxValues = 200

/** Lists the teams and services of recent changes, in alphabetical order. */
export async function listMetricFilterValues(ctx: Context): Promise<{ teams: string[]; services: string[] }> {
  const { rows } = await ctx.db.execute<{ teams: string[]; services: string[] }>(sql`
    with recent as (
      select ${changes.assignmentGroup} as team, ${changes.affectedServices} as services from ${changes}
      order by ${changes.createdAt} desc, ${changes.number} desc limit ${maxChanges}
    )
    select
      array(select distinct team::text collate "und-x-icu" as value from recent
        where team is not null order by value limit ${maxValues}) as teams,
      array(select distinct unnest(services)::text collate "und-x-icu" as value from recent
        order by value limit ${maxValues}) as services`)
  return rows[0] ?? { teams: [], services: [] }
}
