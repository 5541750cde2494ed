import { sql } from 'drizzle-orm'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { listMetricRecords as contract, MetricRecord } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { selectConfirmedNumbers } from '#server/incidents/caused-incidents.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { readStates } from './as-known.ts'
import { type MetricParts, metricParts } from './metric-parts.ts'
import { incidentsAtStart, type PopulationName, selectDay, selectPopulation } from './populations.ts'
import { describeCounting, type RecordRow } from './record-labels.ts'
import { type MetricScope, readScope } from './scope.ts'

type RecordsQuery = QueryOf<typeof contract>

/** Records of a page, latest day first, and how many records each part of the metric has. */
type MetricRecords = {
  readonly rows: MetricRecord[]
  readonly totals: Readonly<Record<RecordsQuery['part'], number>>
}

/** Lists a page of the records behind a metric. Throws as `readMetricRecords`. */
export async function listMetricRecords(
  ctx: Context,
  name: MetricName,
  query: RecordsQuery,
): Promise<Page<MetricRecord>> {
  const { rows, totals } = await readMetricRecords(ctx, name, query)
  return { rows, total: totals[query.part] }
}

/**
 * Reads a page of the records behind a metric, or behind another population that it would count. Throws
 * `invalid_parameter` for a period that is too long.
 */
export async function readMetricRecords(
  ctx: Context,
  name: MetricName,
  query: RecordsQuery,
  population: PopulationName = metricParts[name].population,
): Promise<MetricRecords> {
  const { part, page, limit } = query
  const scope = readScope(ctx, query)
  const rows = await readStates(
    ctx.db,
    `records ${JSON.stringify([scope, name, population, part, page, limit])}`,
    (db) => selectRecords({ ...ctx, db }, { ...metricParts[name], population }, query, scope),
  )
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [presentRecord(name, row, scope.today)])),
    totals: { numerator: rows[0]?.numerator ?? 0, denominator: rows[0]?.denominator ?? 0 },
  }
}

type SelectedRow = { numerator: number; denominator: number } & (RecordRow | { id: null })

type ListedParts = Omit<MetricParts, 'population'> & { readonly population: PopulationName }

/** Reads the period once, for the page and the totals. The previous period is not listed. */
async function selectRecords(
  { db }: Context,
  parts: ListedParts,
  { part, page, limit }: RecordsQuery,
  scope: MetricScope,
) {
  const { population, denominator, numerator } = parts
  const { rows } = await db.execute<SelectedRow>(sql`
    with records as materialized (
      select id, day, coalesce(${numerator}, false) as is_counted, coalesce(${denominator}, false) as is_of
      from (${selectPopulation(population, { ...scope, previous: scope.period })}) as ${sql.raw(population)}
      where is_current
    ), cut as (
      select * from records where ${part === 'numerator' ? sql`is_counted` : sql`is_of`}
      order by day desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*)::int from records where is_counted) as numerator,
      (select count(*)::int from records where is_of) as denominator, cut.id, cut.day::text as day, cut.is_counted,
      ${population === 'due_actions' ? actionColumns(scope) : changeColumns(scope)}
    order by cut.day desc, cut.id desc`)
  return rows
}

const changeColumns = (scope: MetricScope) => sql`
    ${changes.title} as title, ${changes.assignmentGroup} as team, ${changes.affectedServices} as services,
    ${changes.pirOutcome} as outcome, ${changes.pirCompleted} as is_completed,
    ${changes.pirDate}::text as completed_on,
    ${selectDay(sql`${reviewVersions.completedAt}`, scope)}::text as first_completed_on,
    extract(epoch from ${reviews.completedAt} - ${changes.actualEnd})::float8 / 86400 as days, ${reviews.status} as review_status,
    ${reviews.waivedBy} as waived_by, ${reviews.waiveReason} as waive_reason,
    ${reviews.dueOn}::text as due_on, ${reviews.proposedOutcome} as proposed,
    ${selectConfirmedNumbers(changes.number)} as caused, ${changes.type} as type, ${changes.closeCode} as close_code, ${changes.rolledBackAt} is not null as is_rolled_back, ${incidentsAtStart} as during, null as done_on
  from (select 1) as always left join cut on true
  left join ${changes} on ${changes.number} = cut.id left join ${reviews} on ${reviews.changeNumber} = cut.id
  left join ${reviewVersions} on ${reviewVersions.reference} = ${reviews.reference} and ${reviewVersions.number} = 1`

const actionColumns = (scope: MetricScope) => sql`
    ${improvements.title} as title, null as team, '{}'::text[] as services,
    ${selectDay(sql`coalesce(${improvements.doneAt}, ${improvements.verifiedAt})`, scope)}::text as done_on,
    ${improvements.status} as status
  from (select 1) as always left join cut on true left join ${improvements} on ${improvements.id} = cut.id`

const presentRecord = (name: MetricName, row: RecordRow, today: string): MetricRecord => ({
  kind: name === 'actions_in_time' ? 'improvement' : 'change',
  id: row.id,
  title: row.title,
  team: row.team,
  services: row.services,
  day: row.day,
  is_counted: row.is_counted,
  why: describeCounting(name, row, today),
})
