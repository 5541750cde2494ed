import { type SQL, sql } from 'drizzle-orm'
import { countedOutcomes, type MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import {
  type CountBuilder,
  type CountLine,
  closedCounts,
  type Measures,
  maxGroups,
  medianHours,
  noMedian,
  pickMeasures,
  selectCounts,
  sumRecords,
} from './counts.ts'
import { buildFigureLines, chooseSpans } from './key-figures.ts'
import { buildOpenReviewLines } from './open-reviews.ts'
import { type PopulationName, selectPopulation } from './populations.ts'
import type { MetricScope } from './scope.ts'

/**
 * Counts everything in one statement, with one snapshot and one timeout. Ended changes are read once and grouped by the
 * keys of the lines, because a group for each combination of all keys would be sorted instead of hashed. Closed reviews
 * are also read once, and what was due in either period or in one of the last twelve buckets.
 */
export async function countMetrics(db: Queryable, scope: MetricScope, bucket: MetricBucket): Promise<CountLine[]> {
  const bucketOfDay = sql`date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp) as bucket`
  const keyOfBucket = sql`to_char(bucket, 'YYYY-MM-DD')`
  const lines = [
    selectTotals('ended', selectEnded('ended'), sumRecords),
    ...(['completed', 'closed_reviews'] as const).map(
      (part) =>
        sql`select ${sql.raw(`'${part}'`)}, null, is_current, 1, ${sql.raw(part)}, median from closed where is_total`,
    ),
    selectTotals('failed', sql`(${selectPopulation('failed', scope)}) as failed`, undefined, medianHours),
    selectTotals('open_reviews', sql`(${selectPopulation('open_reviews', scope)}) as open_reviews`),
    ...dueParts.map(
      (part) =>
        sql`select ${sql.raw(`'${part}'`)}, null, is_current, 1, counts, null::float8 from ${sql.raw(part)} where is_total`,
    ),
    ...dueParts.map(
      (part) =>
        sql`select ${sql.raw(`'${part}_span'`)}, ${keyOfBucket}, true, 1, counts, null::float8 from ${sql.raw(part)} where not is_total`,
    ),
    countOutcomesBy('bucket', keyOfBucket, selectEnded('ended')),
    countOutcomesBy('team', sql`team collate "C"`, selectEnded('team'), maxGroups),
    countOutcomesBy('type', sql`type`, selectEnded('ended')),
    countOutcomesBy('service', sql`service collate "C"`, endedByService, maxGroups),
    sql`select 'days_bucket', ${keyOfBucket}, true, 1, completed, median from closed where is_current and not is_total`,
    ...buildFigureLines(scope, bucket),
    buildOpenReviewLines(scope),
  ]
  const [first = scope.previous.from] = [
    scope.previous.from,
    chooseSpans(scope, bucket)[0]?.from ?? scope.period.from,
  ].toSorted()
  const countDue = (part: (typeof dueParts)[number]) => sql`${sql.raw(part)} as materialized (
      select is_current, bucket, grouping(bucket) = 1 as is_total, ${selectCounts(pickMeasures(part))} as counts
      from (select case when day >= ${scope.previous.from} then is_current end as is_current, is_in_time, ${bucketOfDay}
        from (${selectPopulation(part, { ...scope, previous: { ...scope.previous, from: first } })}) as due) as due
      group by grouping sets ((is_current), (bucket)))`
  const { rows } = await db.execute<CountLine>(sql`
    with ${sql.join(dueParts.map(countDue), sql`, `)}, grouped as materialized (
      select case ${sql.join(
        Object.entries(endedKeys).map(([part, keys]) => sql`when grouping(${keys}) = 0 then ${sql.raw(`'${part}'`)} `),
      )} end as part, is_current, outcome, ${sql.join(Object.values(endedKeys), sql`, `)}, count(*) as records
      from (select *, ${bucketOfDay} from (${selectPopulation('ended', scope)}) as changes) as changes
      group by grouping sets (${sql.join(
        Object.values(endedKeys).map((keys) => sql`(is_current, outcome, ${keys})`),
        sql`, `,
      )})),
    closed as materialized (
      select is_current, bucket, grouping(bucket) = 1 as is_total,
        ${closedCounts}
      from (select *, ${bucketOfDay} from (${selectPopulation('closed_reviews', scope)}) as reviews) as reviews
      group by grouping sets ((is_current), (is_current, bucket)))
    ${sql.join(
      lines.map((line) => sql`(${line})`),
      sql` union all `,
    )}`)
  return rows
}

const dueParts = ['due_reviews', 'due_actions'] as const

/** Keys of the lines about ended changes, besides period and outcome: few combinations together, many, and most. */
const endedKeys = {
  ended: sql`is_completed, is_owed, has_caused, is_rework, is_closed_failed, has_failed, bucket, type`,
  team: sql`team`,
  service: sql`services`,
}
const selectEnded = (part: keyof typeof endedKeys) =>
  sql`(select * from grouped where part = ${sql.raw(`'${part}'`)}) as grouped`

const selectTotals = (part: PopulationName, from: SQL, count?: CountBuilder, median = noMedian): SQL =>
  sql`select ${sql.raw(`'${part}'`)} as part, null::text as key, is_current, 1 as parts,
    ${selectCounts(part === 'ended' ? { ...pickMeasures(part), ...leftOut } : pickMeasures(part), count)} as counts, ${median} as median
  from ${from} group by is_current`

/** Changes that a rate over reviewed changes leaves out. */
const leftOut: Measures = {
  not_reviewed: sql`outcome is null`,
  not_reviewed_owed: sql`outcome is null and is_owed`,
  not_reviewed_failed: sql`is_closed_failed`,
}

/** Counts a change once, even if it names a service twice. */
const endedByService = sql`(select grouped.is_current, grouped.outcome, grouped.records, touched.service
  from ${selectEnded('service')} cross join lateral unnest(services) with ordinality as touched(service, place)
  where place = array_position(services, service)) as touched`

/** Counts changes of the period by a key and by outcome. With `limit`, only the groups with the most changes. */
function countOutcomesBy(part: 'bucket' | 'team' | 'type' | 'service', key: SQL, from: SQL, limit?: number): SQL {
  const top = limit === undefined ? sql`` : sql`order by sum(records) desc, key nulls last limit ${limit}`
  return sql`select ${sql.raw(`'${part}'`)}, ${key} as key, true, (count(*) over ())::int,
      ${selectCounts(outcomeMeasures, sumRecords)}, null::float8
    from ${from} where is_current group by key ${top}`
}

const outcomeMeasures: Measures = {
  changes: sql`true`,
  ...Object.fromEntries(
    countedOutcomes.map((outcome) => [
      outcome,
      outcome === 'none' ? sql`outcome is null` : sql`outcome = ${sql.raw(`'${outcome}'`)}`,
    ]),
  ),
}
