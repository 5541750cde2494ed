import { type SQL, sql } from 'drizzle-orm'
import type { listMetricValues as contract, MetricValue } from '#lib/contracts/app/flat-metrics.ts'
import { type MetricName, metricNames } from '#lib/contracts/app/metric-values.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { overdueReviewsHref, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { type BucketSpan, splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { endOfBucket, readStates } from './as-known.ts'
import {
  type CountLine,
  closedCounts,
  medianHours,
  noMedian,
  pickMeasures,
  selectCounts,
  sumRecords,
} from './counts.ts'
import { type CountedPopulation, metricParts } from './metric-parts.ts'
import { computeMetricValue } from './metric-value.ts'
import {
  type Grouping,
  openReviewsAt,
  type PopulationName,
  selectDueActionsOfChanges,
  selectPopulation,
  ungrouped,
} from './populations.ts'
import { type MetricScope, readScope } from './scope.ts'

type ValuesQuery = QueryOf<typeof contract>
type Dimension = ValuesQuery['by']

/** Maximum groups of all months and populations that one request counts. */
const maxLines = 20_000

/** Counts of a population in one bucket and, with a dimension, of one group. */
type ValueLine = Pick<CountLine, 'counts' | 'median'> & {
  readonly part: PopulationName
  readonly bucket: string
  readonly key: string | null
}

const getLineKey = ({ part, bucket }: Pick<ValueLine, 'part' | 'bucket'>) => `${part} ${bucket}`

/** The counts from which a row is made. */
type MetricCell = { readonly name: MetricName; readonly span: BucketSpan; readonly line: ValueLine | undefined }

/** Counts of a request by its context, so that the pages of a whole list are parts of the same count. */
const countsByContext = new WeakMap<Context, { readonly key: string; readonly cells: Promise<readonly MetricCell[]> }>()

/**
 * Lists metrics by bucket and, with a dimension, by group, with the same counts as `getInsights`. `origin` is the
 * origin of the links. Throws `invalid_parameter` for a period that is too long or has too many groups.
 */
export async function listMetricValues(
  ctx: Context,
  { metric, by, bucket, page, limit, ...query }: ValuesQuery,
  origin: string,
): Promise<Page<MetricValue>> {
  const scope = readScope(ctx, query)
  const key = JSON.stringify([scope, metric, by, bucket])
  const cached = countsByContext.get(ctx)
  const counting = cached?.key === key ? cached.cells : countCells(ctx, scope, { metric, by, bucket })
  countsByContext.set(ctx, { key, cells: counting })
  const cells = await counting
  const rows = cells.slice((page - 1) * limit, page * limit).map((cell) => toValueRow(cell, scope, by))
  return {
    rows: rows.map((row) => ({ ...row, records: row.records === null ? null : `${origin}${row.records}` })),
    total: cells.length,
  }
}

async function countCells(
  { db }: Context,
  scope: MetricScope,
  { metric, by, bucket }: Pick<ValuesQuery, 'metric' | 'by' | 'bucket'>,
): Promise<readonly MetricCell[]> {
  const names = metric ? [metric] : metricNames
  const lines = await readStates(db, `values ${JSON.stringify([scope, bucket, by, metric])}`, (tx) =>
    countValues(tx, scope, { names, bucket, by }),
  )
  if (lines.length > maxLines) throw invalidField('by', 'query', 'has too many groups: choose a shorter period')
  const linesByPlace = Map.groupBy(lines, getLineKey)
  const spans = splitIntoBuckets(scope.period, bucket, scope.today)
  return names.flatMap((name) =>
    spans.flatMap((span): MetricCell[] => {
      const { population: part } = metricParts[name]
      if (part === 'open_reviews' && span.from > scope.today) return []
      const found = linesByPlace.get(getLineKey({ part, bucket: span.start })) ?? []
      return by === 'all' ? [{ name, span, line: found[0] }] : found.map((line) => ({ name, span, line }))
    }),
  )
}

function toValueRow(
  { name, span: { from, to, isWhole }, line }: MetricCell,
  { filters, today }: MetricScope,
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
    ...computeMetricValue(name, line, { from, to }, today),
    definition,
    numerator_means: numeratorMeans,
    denominator_means: denominatorMeans,
    // No list shows only the records without a team, or the reviews that were overdue in the past.
    records: (by !== 'all' && group === null) || records === false ? null : records,
  }
}

type Counting = Pick<ValuesQuery, 'bucket' | 'by'> & { readonly names: readonly MetricName[] }

/** Counts all lines of some metrics in one statement, from one snapshot. */
async function countValues(db: Queryable, scope: MetricScope, { names, bucket, by }: Counting): Promise<ValueLine[]> {
  const currentScope: MetricScope = { ...scope, previous: scope.period }
  const grouping = groupings[by]
  const spans = splitIntoBuckets(scope.period, bucket, scope.today)
  const ends = spans.filter((span) => span.from <= scope.today)
  const starts = sql.join(
    spans.map(({ start }) => sql`(${start}, ${start}::timestamp)`),
    sql`, `,
  )
  // Groups by the few rows of a list are hashed; by a function of the day, they would be sorted.
  const known = endOfBucket(currentScope, bucket)
  const selectRows = (part: PopulationName, rows = selectPopulation(part, currentScope, known)) => sql`
    (${rows}) as ${sql.raw(part)} ${grouping.from} join (values ${starts}) as buckets (bucket, start)
      on buckets.start = date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp)`
  const selectLine = (part: PopulationName, from = selectRows(part), median = noMedian) => sql`
    select ${sql.raw(`'${part}'`)} as part, bucket, ${grouping.key} as key, ${selectCounts(pickMeasures(part, names))} as counts,
      ${median} as median
    from ${from} group by 2, 3`
  const lines: Readonly<Record<CountedPopulation, SQL>> = {
    ended: selectLine('ended'),
    failed: selectLine('failed', undefined, medianHours),
    due_reviews: selectLine('due_reviews'),
    due_actions: selectLine(
      'due_actions',
      selectRows('due_actions', by === 'all' ? undefined : selectDueActionsOfChanges(currentScope)),
    ),
    closed_reviews: sql`select 'closed_reviews' as part, bucket, key, closed_reviews as counts, null::float8 as median from closed`,
    completed: sql`select 'completed' as part, bucket, key, completed as counts, median from closed where has_completed`,
    open_reviews: sql`select 'open_reviews' as part, bucket, key,
        ${selectCounts(pickMeasures('open_reviews', names), sumRecords)} as counts, null::float8 as median
      from (${openReviewsAt(currentScope, ends, grouping)}) as open_reviews group by 2, 3`,
  }
  const parts = [...new Set(names.map((name) => metricParts[name].population))]
  const countedLines = parts.filter((part) => part !== 'open_reviews' || ends.length > 0).map((part) => lines[part])
  if (countedLines.length === 0) return []
  // PostgreSQL does not run a part of `with` that nothing reads, so only the wanted lines are counted. Without `offset
  // 0` it would sort all rows for the order of the few lines.
  const { rows } = await db.execute<ValueLine>(sql`
    with closed as materialized (
      select bucket, ${grouping.key} as key, bool_or(not is_waived) as has_completed, ${closedCounts}
      from ${selectRows('closed_reviews')} group by 1, 2)
    select * from (${sql.join(countedLines, sql` union all `)} offset 0) as lines
    order by bucket, key collate "C" limit ${maxLines + 1}`)
  return rows
}

/** Counts a change once, even if it names a service twice. A change without services counts in none. */
const eachService = sql`cross join lateral (select distinct unnest(services) as service) as touched`

const groupings: Readonly<Record<Dimension, Grouping>> = {
  all: ungrouped,
  team: { key: sql`team::text`, from: sql`` },
  type: { key: sql`type::text`, from: sql`` },
  service: { key: sql`touched.service`, from: eachService },
}
