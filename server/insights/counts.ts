import { type SQL, sql } from 'drizzle-orm'
import { type MetricName, metricNames } from '#lib/contracts/app/metric-values.ts'
import { metricParts } from './metric-parts.ts'
import type { PopulationName } from './populations.ts'

/** Maximum groups in a breakdown, the largest first. */
export const maxGroups = 10

/** Counts for a population or, with a key, for one group in it. */
export type CountLine = {
  readonly part:
    | PopulationName
    | 'bucket'
    | 'team'
    | 'type'
    | 'service'
    | 'days_bucket'
    | `${PopulationName}_span`
    | 'all_open'
    | 'reviewer'
  readonly key: string | null
  readonly is_current: boolean
  /** Number of groups, including those not returned. */
  readonly parts: number
  readonly counts: Readonly<Record<string, number>>
  /** Median days to review; null elsewhere. */
  readonly median: number | null
}

/** Builds an SQL count of the records for which a condition holds. */
export type CountBuilder = (condition: SQL) => SQL
const countRows: CountBuilder = (condition) => sql`count(*) filter (where ${condition})`

/** Counts over rows that stand for several records each. */
export const sumRecords: CountBuilder = (condition) => sql`coalesce(sum(records) filter (where ${condition}), 0)`

export type Measures = Readonly<Record<string, SQL>>

export const selectCounts = (measures: Measures, count = countRows): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(measures).map(([name, condition]) => sql`${sql.raw(`'${name}'`)}, ${count(condition)}`),
    sql`, `,
  )})`

/** Keys of a metric in `CountLine.counts`. */
export const countNames = (name: string) => ({ numerator: `${name}.numerator`, denominator: `${name}.denominator` })

export const pickMeasures = (population: PopulationName, names: readonly MetricName[] = metricNames): Measures =>
  Object.fromEntries(
    names
      .filter((name) => metricParts[name].population === population)
      .flatMap((name) => [
        [countNames(name).numerator, metricParts[name].numerator],
        [countNames(name).denominator, metricParts[name].denominator],
      ]),
  )

export const noMedian = sql`null::float8`
export const medianHours = sql`percentile_cont(0.5) within group (order by hours)`

/** Counts of closed reviews, and of completed reviews with their median. */
export const closedCounts: SQL = sql`${selectCounts(pickMeasures('closed_reviews'))} as closed_reviews,
  ${selectCounts(pickMeasures('completed'), (condition) => countRows(sql`not is_waived and ${condition}`))} as completed,
  percentile_cont(0.5) within group (order by days) filter (where not is_waived) as median`
