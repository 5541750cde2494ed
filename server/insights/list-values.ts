import { type SQL, sql } from 'drizzle-orm'
import type { listMetricValues as contract, MetricValue } from '#lib/contracts/app/flat-metrics.ts'
import { type MetricBucket, type MetricName, metricNames } from '#lib/contracts/app/metric-values.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { overdueReviewsHref, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { type BucketSpan, bucketsOf } from '#lib/domain/metrics/metric-period.ts'
import { cached } from '#server/platform/db/cache.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { type CountLine, countsOf, metricsOf } from './counts.ts'
import { metricParts } from './metric-parts.ts'
import { measure } from './metric-value.ts'
import { dueActionsOfChanges, openReviewsAt, type PopulationName, population } from './populations.ts'
import { readScope, type Scope } from './scope.ts'

type Query = QueryOf<typeof contract>
type Dimension = Query['by']

/** Groups of all months and populations that one request counts. */
const maxLines = 20_000

/** The counts of a population in one bucket, of one group with a dimension. */
type ValueLine = Pick<CountLine, 'counts' | 'median'> & {
  readonly part: PopulationName
  readonly bucket: string
  readonly key: string | null
}

const placeOf = ({ part, bucket }: Pick<ValueLine, 'part' | 'bucket'>) => `${part} ${bucket}`

/** Where the counts of a row are. */
type Cell = { readonly name: MetricName; readonly span: BucketSpan; readonly line: ValueLine | undefined }

/** The rows of a request by its context: the pages of a whole list are parts of the same count. */
const cellsOf = new WeakMap<Context, { readonly key: string; readonly cells: Promise<readonly Cell[]> }>()

/**
 * Metrics by bucket and, with a dimension, by group: the same counts as `getInsights`. `origin` is that of the links. Throws
 * `invalid_parameter` for a period that is too long or has too many groups.
 */
export async function listMetricValues(
  ctx: Context,
  { metric, by, bucket, page, limit, ...query }: Query,
  origin: string,
): Promise<Page<MetricValue>> {
  const scope = readScope(ctx, query)
  const key = JSON.stringify([scope, metric, by, bucket])
  const known = cellsOf.get(ctx)
  const counting = known?.key === key ? known.cells : countCells(ctx, scope, { metric, by, bucket })
  cellsOf.set(ctx, { key, cells: counting })
  const cells = await counting
  const rows = cells.slice((page - 1) * limit, page * limit).map((cell) => rowOf(cell, scope, by))
  return {
    rows: rows.map((row) => ({ ...row, records: row.records === null ? null : `${origin}${row.records}` })),
    total: cells.length,
  }
}

async function countCells(
  { db }: Context,
  scope: Scope,
  { metric, by, bucket }: Pick<Query, 'metric' | 'by' | 'bucket'>,
): Promise<readonly Cell[]> {
  const lines = await cached(db, `values ${JSON.stringify([scope, bucket, by])}`, () =>
    countValues(db, scope, bucket, by),
  )
  if (lines.length > maxLines) throw invalidField('by', 'query', 'has too many groups: choose a shorter period')
  const counted = Map.groupBy(lines, placeOf)
  const spans = bucketsOf(scope.period, bucket, scope.today)
  return (metric ? [metric] : metricNames).flatMap((name) =>
    spans.flatMap((span): Cell[] => {
      const { population: part } = metricParts[name]
      if (part === 'open_reviews' && span.from > scope.today) return []
      const found = counted.get(placeOf({ part, bucket: span.start })) ?? []
      return by === 'all' ? [{ name, span, line: found[0] }] : found.map((line) => ({ name, span, line }))
    }),
  )
}

function rowOf(
  { name, span: { from, to, isWhole }, line }: Cell,
  { filters, today }: Scope,
  by: Dimension,
): MetricValue {
  const { title, unit, definition, numeratorMeans, denominatorMeans } = metricDefinitions[name]
  const group = line?.key ?? null
  const narrowed = group === null ? filters : { ...filters, [by]: group }
  const isNow = from <= today && today <= to
  const records =
    name === 'overdue_reviews' ? isNow && overdueReviewsHref(narrowed) : recordsHref(name, { from, to }, narrowed)
  return {
    metric: name,
    title,
    unit,
    from,
    to,
    is_whole: isWhole,
    dimension: by,
    group,
    ...measure(name, line),
    definition,
    numerator_means: numeratorMeans,
    denominator_means: denominatorMeans,
    // No list shows the records without a team alone, nor what was overdue in the past.
    records: (by !== 'all' && group === null) || records === false ? null : records,
  }
}

/** All lines in one statement, from one snapshot. */
async function countValues(db: Queryable, scope: Scope, bucket: MetricBucket, by: Dimension): Promise<ValueLine[]> {
  const within: Scope = { ...scope, previous: scope.period }
  const ends = bucketsOf(scope.period, bucket, scope.today)
    .filter(({ from }) => from <= scope.today)
    .map(({ start, to }) => sql`(${start}, least(${to}::date, ${scope.today}::date))`)
  const openAt = openReviewsAt(within, sql`(values ${sql.join(ends, sql`, `)}) as ends (key, day)`)
  const parts = [...new Set(metricNames.map((name) => metricParts[name].population))]
  const lineOf = (part: PopulationName): SQL[] => {
    const [rows, start] =
      part === 'open_reviews'
        ? [openAt, sql`key`]
        : [
            part === 'due_actions' && by !== 'all' ? dueActionsOfChanges(within) : population(part, within),
            sql`to_char(date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp), 'YYYY-MM-DD')`,
          ]
    if (part === 'open_reviews' && ends.length === 0) return []
    const median = part === 'completed' ? sql`percentile_cont(0.5) within group (order by days)` : sql`null::float8`
    return [
      sql`(select ${sql.raw(`'${part}'`)} as part, ${start} as bucket, ${keys[by]} as key,
        ${countsOf(metricsOf(part))} as counts, ${median} as median
      from (${rows}) as ${sql.raw(part)} ${by === 'service' ? eachService : sql``} group by 2, 3)`,
    ]
  }
  const { rows } = await db.execute<ValueLine>(sql`
    select * from (${sql.join(parts.flatMap(lineOf), sql` union all `)}) as lines
    order by bucket, key collate "C" limit ${maxLines + 1}`)
  return rows
}

const keys: Readonly<Record<Dimension, SQL>> = {
  all: sql`null::text`,
  team: sql`team::text`,
  type: sql`type::text`,
  service: sql`touched.service`,
}

/** A change that names a service twice counts once; one without services counts in none. */
const eachService = sql`cross join lateral (select distinct unnest(services) as service) as touched`
