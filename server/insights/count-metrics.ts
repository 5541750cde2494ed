import { type SQL, sql } from 'drizzle-orm'
import { countedOutcomes, type MetricBucket, metricNames } from '#lib/contracts/app/metric-values.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { metricParts } from './metric-parts.ts'
import { type PopulationName, population } from './populations.ts'
import type { Scope } from './scope.ts'

/** Groups of a breakdown: those with the most changes. */
const maxGroups = 10

/** Counts of a population or, with a key, of one of its groups. */
export type CountLine = {
  readonly part: PopulationName | 'bucket' | 'team' | 'type' | 'service' | 'days_bucket'
  readonly key: string | null
  readonly is_current: boolean
  /** Number of groups, including those not returned. */
  readonly parts: number
  readonly counts: Readonly<Record<string, number>>
  /** Median days to review; null elsewhere. */
  readonly median: number | null
}

/**
 * Counts everything in one statement: one snapshot, one statement timeout. Changes that ended are read once and counted by
 * what any line distinguishes; the lines add up these groups, which are far fewer than changes. Closed reviews are read
 * once too.
 */
export async function countMetrics(db: Queryable, scope: Scope, bucket: MetricBucket): Promise<CountLine[]> {
  const bucketOfDay = sql`to_char(date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp), 'YYYY-MM-DD')`
  const median = sql`percentile_cont(0.5) within group (order by days)`
  const completed = sql`closed_reviews where not is_waived`
  const lines = [
    totalsOf('ended', sql`ended`, { count: sumOfRecords }),
    totalsOf('completed', completed, { median }),
    totalsOf('closed_reviews', sql`closed_reviews`),
    totalsOf('open_reviews', sql`(${population('open_reviews', scope)}) as open_reviews`),
    totalsOf('due_actions', sql`(${population('due_actions', scope)}) as due_actions`),
    outcomesBy('bucket', sql`bucket`, sql`ended`),
    outcomesBy('team', sql`team collate "C"`, sql`ended`, maxGroups),
    outcomesBy('type', sql`type`, sql`ended`),
    outcomesBy('service', sql`service collate "C"`, servicesOfEnded, maxGroups),
    sql`select 'days_bucket', bucket as key, true, 1, ${countsOf(metricsOf('completed'))}, ${median}
      from ${completed} and is_current group by key`,
  ]
  const { rows } = await db.execute<CountLine>(sql`
    with grouped as materialized (
      select is_current, bucket, ${endedKeys}, services, outcome, count(*) as records, grouping(services) = 0 as is_by_service
      from (select *, ${bucketOfDay} as bucket from (${population('ended', scope)}) as changes) as changes
      group by grouping sets ((is_current, bucket, ${endedKeys}, outcome), (is_current, services, outcome))),
    ended as (select * from grouped where not is_by_service),
    closed_reviews as materialized (
      select is_current, ${bucketOfDay} as bucket, is_waived, proposed, outcome, days
      from (${population('closed_reviews', scope)}) as reviews)
    ${sql.join(
      lines.map((line) => sql`(${line})`),
      sql` union all `,
    )}`)
  return rows
}

/** What the lines about changes that ended distinguish, besides period, outcome and services. */
const endedKeys = sql`team, type, is_completed, is_owed, has_caused, is_recorded_failed`

/** How many records a condition holds for. */
type Count = (holds: SQL) => SQL
const countOfRows: Count = (holds) => sql`count(*) filter (where ${holds})`
const sumOfRecords: Count = (holds) => sql`coalesce(sum(records) filter (where ${holds}), 0)`

type Totals = { readonly count?: Count; readonly median?: SQL }

const totalsOf = (part: PopulationName, from: SQL, { count, median = sql`null::float8` }: Totals = {}): SQL =>
  sql`select ${sql.raw(`'${part}'`)} as part, null::text as key, is_current, 1 as parts,
    ${countsOf(metricsOf(part), count)} as counts, ${median} as median
  from ${from} group by is_current`

/** A change that names a service twice counts once. */
const servicesOfEnded = sql`(select grouped.is_current, grouped.outcome, grouped.records, touched.service
  from grouped cross join lateral unnest(services) with ordinality as touched(service, place)
  where is_by_service and place = array_position(services, service)) as touched`

/** Changes of the period by a key with counts by outcome; with `limit`, the groups with the most changes. */
function outcomesBy(part: 'bucket' | 'team' | 'type' | 'service', key: SQL, from: SQL, limit?: number): SQL {
  const top = limit === undefined ? sql`` : sql`order by sum(records) desc, key nulls last limit ${limit}`
  return sql`select ${sql.raw(`'${part}'`)}, ${key} as key, true, (count(*) over ())::int,
      ${countsOf(outcomeMeasures, sumOfRecords)}, null::float8
    from ${from} where is_current group by key ${top}`
}

type Measures = Readonly<Record<string, SQL>>

const countsOf = (measures: Measures, count = countOfRows): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(measures).map(([name, holds]) => sql`${sql.raw(`'${name}'`)}, ${count(holds)}`),
    sql`, `,
  )})`

const outcomeMeasures: Measures = {
  changes: sql`true`,
  ...Object.fromEntries(
    countedOutcomes.map((outcome) => [
      outcome,
      outcome === 'none' ? sql`outcome is null` : sql`outcome = ${sql.raw(`'${outcome}'`)}`,
    ]),
  ),
}

/** Keys of a metric in `CountLine.counts`. */
export const countNames = (name: string) => ({ numerator: `${name}.numerator`, denominator: `${name}.denominator` })

const metricsOf = (population: PopulationName): Measures =>
  Object.fromEntries(
    metricNames
      .filter((name) => metricParts[name].population === population)
      .flatMap((name) => [
        [countNames(name).numerator, metricParts[name].numerator],
        [countNames(name).denominator, metricParts[name].denominator],
      ]),
  )
