import { sql } from 'drizzle-orm'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { listMetricRecords as contract, MetricRecord } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { confirmedNumbers } from '#server/incidents/caused-incidents.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { metricParts } from './metric-parts.ts'
import { population as selectPopulation } from './populations.ts'
import { type RecordRow, whyCounted } from './record-labels.ts'
import { readScope } from './scope.ts'

/**
 * A page of the records behind a metric, latest day first, and their total. Throws `invalid_parameter` for a period that
 * is too long.
 */
export async function listMetricRecords(
  ctx: Context,
  name: MetricName,
  { part, page, limit, ...query }: QueryOf<typeof contract>,
): Promise<Page<MetricRecord>> {
  const scope = readScope(ctx, query)
  const { population, denominator, numerator } = metricParts[name]
  const source = sql.raw(population)
  const { rows } = await ctx.db.execute<{ total: number } & (RecordRow | { id: null })>(sql`
    with ${source} as materialized (${selectPopulation(population, scope)}), chosen as (
      select id, day, coalesce(${numerator}, false) as is_counted from ${source}
      where is_current and (${part === 'numerator' ? numerator : denominator})
    ), cut as (
      select * from chosen order by day desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*)::int from chosen) as total, cut.id, cut.day::text as day, cut.is_counted,
      ${population === 'due_actions' ? actionColumns : changeColumns}
    order by cut.day desc, cut.id desc`)
  const records = rows.flatMap((row) => (row.id === null ? [] : [recordOf(name, row, scope.today)]))
  return { rows: records, total: rows[0]?.total ?? 0 }
}

const changeColumns = sql`
    ${changes.title} as title, ${changes.assignmentGroup} as team, ${changes.affectedServices} as services,
    ${changes.pirOutcome} as outcome, ${changes.closeCode} as close_code, ${changes.pirCompleted} as is_completed,
    ${changes.pirDate}::text as completed_on, extract(epoch from ${reviews.completedAt} - ${changes.actualEnd})::float8 / 86400 as days, ${reviews.status} as review_status,
    ${reviews.waivedBy} as waived_by, ${reviews.waiveReason} as waive_reason,
    ${reviews.dueOn}::text as due_on, ${reviews.proposedOutcome} as proposed,
    ${confirmedNumbers(changes.number)} as caused, null as done_on
  from (select 1) as always left join cut on true
  left join ${changes} on ${changes.number} = cut.id left join ${reviews} on ${reviews.changeNumber} = cut.id`

const actionColumns = sql`
    ${improvements.title} as title, null as team, '{}'::text[] as services,
    (coalesce(${improvements.doneAt}, ${improvements.verifiedAt}) at time zone 'UTC')::date::text as done_on,
    ${improvements.status} as status
  from (select 1) as always left join cut on true left join ${improvements} on ${improvements.id} = cut.id`

const recordOf = (name: MetricName, row: RecordRow, today: string): MetricRecord => ({
  kind: name === 'actions_in_time' ? 'improvement' : 'change',
  id: row.id,
  title: row.title,
  team: row.team,
  services: row.services,
  day: row.day,
  is_counted: row.is_counted,
  why: whyCounted(name, row, today),
})
