import { type SQL, sql } from 'drizzle-orm'
import { countedOutcomes, type MetricBucket, metricNames } from '#lib/contracts/app/metric-values.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { metricParts } from './metric-parts.ts'
import { type PopulationName, populationCte } from './populations.ts'
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
 * Counts everything in one statement: one snapshot, one statement timeout. Each population is read once, through the
 * indexes on end and completion.
 */
export async function countMetrics(db: Queryable, scope: Scope, bucket: MetricBucket): Promise<CountLine[]> {
  const names: PopulationName[] = ['ended', 'completed', 'closed_reviews', 'open_reviews', 'due_actions']
  const bucketOfDay = sql`to_char(date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp), 'YYYY-MM-DD')`
  const median = sql`percentile_cont(0.5) within group (order by days)`
  const lines = [
    ...names.map(
      (name) => sql`select ${sql.raw(`'${name}'`)} as part, null::text as key, is_current, 1 as parts,
        ${countsOf(metricsOf(name))} as counts, ${name === 'completed' ? median : sql`null::float8`} as median
      from ${sql.raw(name)} group by is_current`,
    ),
    outcomesBy('bucket', bucketOfDay, sql`ended`),
    outcomesBy('team', sql`team collate "C"`, sql`ended`, maxGroups),
    outcomesBy('type', sql`type`, sql`ended`),
    outcomesBy('service', sql`service collate "C"`, servicesOfEnded, maxGroups),
    sql`select 'days_bucket', ${bucketOfDay} as key, true, 1, ${countsOf(metricsOf('completed'))}, ${median}
      from completed where is_current group by key`,
  ]
  const { rows } = await db.execute<CountLine>(sql`
    with ${sql.join(
      names.map((name) => populationCte(name, scope)),
      sql`, `,
    )}
    ${sql.join(
      lines.map((line) => sql`(${line})`),
      sql` union all `,
    )}`)
  return rows
}

/** A change that names a service twice counts once. */
const servicesOfEnded = sql`ended cross join lateral (select distinct unnest(services) as service) as touched`

/** Changes of the period by a key with counts by outcome; with `limit`, the groups with the most changes. */
function outcomesBy(part: 'bucket' | 'team' | 'type' | 'service', key: SQL, from: SQL, limit?: number): SQL {
  const top = limit === undefined ? sql`` : sql`order by count(*) desc, key nulls last limit ${limit}`
  return sql`select ${sql.raw(`'${part}'`)}, ${key} as key, true, (count(*) over ())::int, ${countsOf(outcomeMeasures)},
      null::float8
    from ${from} where is_current group by key ${top}`
}

type Measures = Readonly<Record<string, SQL>>

const countsOf = (measures: Measures): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(measures).map(([name, holds]) => sql`${sql.raw(`'${name}'`)}, count(*) filter (where ${holds})`),
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
