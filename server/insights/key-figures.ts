import { type SQL, sql } from 'drizzle-orm'
import { type KeyFigureName, keyFigureNames, keyFigures, type MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { type BucketSpan, lastBuckets } from '#lib/domain/metrics/metric-period.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { type CountLine, countsOf, metricsOf } from './count-metrics.ts'
import { metricParts } from './metric-parts.ts'
import type { MetricTargets } from './metric-targets.ts'
import { measure } from './metric-value.ts'
import { openReviewsAt, type PopulationName, population } from './populations.ts'
import type { Scope } from './scope.ts'

/** The counts of a population in one bucket, by the first day of the bucket. */
export type FigureLine = Pick<CountLine, 'key' | 'counts'> & { readonly part: PopulationName }

/** Counts what the key figures show of their last twelve buckets. */
export async function countFigures(db: Queryable, scope: Scope, bucket: MetricBucket): Promise<FigureLine[]> {
  const [first, ...spans] = spansOf('changes_with_outcome', scope, bucket)
  const period = { from: first?.from ?? scope.period.from, to: spans.at(-1)?.to ?? scope.period.to }
  const within: Scope = { ...scope, period, previous: period }
  const key = sql`to_char(date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp), 'YYYY-MM-DD')`
  const byBucket = (name: PopulationName): SQL =>
    sql`select ${sql.raw(`'${name}'`)} as part, ${key} as key, ${countsOf(metricsOf(name))} as counts
      from (${population(name, within)}) as ${sql.raw(name)} group by 2`
  const ends = spansOf('overdue_reviews', scope, bucket).map(({ start, to: end }) => sql`(${start}, ${end}::date)`)
  const { rows } = await db.execute<FigureLine>(sql`
    ${byBucket('ended')} union all ${byBucket('due_reviews')} union all ${byBucket('due_actions')} union all
    select 'open_reviews', key, ${countsOf(metricsOf('open_reviews'))}
    from (${openReviewsAt(scope, sql`(values ${sql.join(ends, sql`, `)}) as ends (key, day)`)}) as open_reviews group by key`)
  return rows
}

/** The last twelve buckets of a figure; what is overdue is known until today only. */
function spansOf(name: KeyFigureName, { period, today }: Scope, bucket: MetricBucket): BucketSpan[] {
  return lastBuckets(name === 'overdue_reviews' ? today : period.to, bucket, today)
}

/** The key figures of a period. `valueIn` is the value of a metric in it. */
export function keyFiguresOf(
  lines: readonly FigureLine[],
  scope: Scope,
  bucket: MetricBucket,
  targets: MetricTargets,
  valueIn: (name: KeyFigureName) => number | null,
): KeyFigure[] {
  return keyFigureNames.map((name) => {
    const { population: part } = metricParts[name]
    const { limit } = keyFigures[name]
    const [target, value] = [targets[name] ?? null, valueIn(name)]
    const isKnown = target !== null && value !== null
    return {
      name,
      limit,
      target,
      is_met: isKnown ? (limit === 'at_least' ? value >= target : value <= target) : null,
      spans: spansOf(name, scope, bucket).map(({ start, from, to, isWhole }) => ({
        from,
        to,
        is_whole: isWhole,
        ...measure(
          name,
          lines.find((line) => line.part === part && line.key === start),
        ),
      })),
    }
  })
}
