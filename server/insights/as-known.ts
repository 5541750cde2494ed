import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { changeStates, formerActions, writtenChanges } from '#server/schema/former-states.ts'
import { improvements } from '#server/schema/improvements.ts'
import type { MetricScope } from './scope.ts'

// Figures of the past count what was known then: the state that a record had at the end of the period or of the day.

/** Returns the moment up to which something counts as known for a record of this moment. */
export type KnownBy = (moment: PgColumn | SQL) => SQL

type Zoned = Pick<MetricScope, 'zone'>

/** The end of the period of the record, the current or the previous one. */
export const endOfPeriod =
  ({ period, zone }: MetricScope): KnownBy =>
  (moment) =>
    sql`case when ${moment} >= ${getStartOfDayIn(period.from, zone)}::timestamptz
      then ${getStartOfDayIn(addDaysTo(period.to, 1), zone)}::timestamptz
      else ${getStartOfDayIn(period.from, zone)}::timestamptz end`

/** The end of the bucket of a record of the period, within the period. */
export function endOfBucket({ period, today, zone }: MetricScope, bucket: MetricBucket): KnownBy {
  const spans = splitIntoBuckets(period, bucket, today)
  const listStarts = (days: readonly string[]) =>
    sql`${`{${days.map((day) => getStartOfDayIn(day, zone)).join()}}`}::timestamptz[]`
  const starts = listStarts(spans.map(({ from }) => from))
  return (moment) => sql`(${listStarts(spans.map(({ to }) => addDaysTo(to, 1)))})[width_bucket(${moment}, ${starts})]`
}

export const endOfDay = (day: SQL, { zone }: Zoned): SQL => sql`((${day} + 1)::timestamp at time zone ${zone})`

/** True for the state that a change had at a moment. Most states ended before it, so that is compared first. */
export const isKnownAt = (moment: SQL): SQL =>
  sql`(${changeStates.until} > ${moment} and ${changeStates.since} <= ${moment})`

/** Joins the state that each action had at a moment, if it has another one by now, as `former`. */
export const joinFormerAction = (moment: SQL): SQL => sql`
  left join (
    select *, lag(until, 1, '-infinity') over (partition by id order by until) as since from ${formerActions}
  ) as former on former.id = ${improvements.id} and former.since <= ${moment} and former.until > ${moment}`

/** Written changes whose states are made in one statement, in less than a second. */
const most = 5_000

/** Makes the states of the changes that were written since. A database that is read often has few. */
export async function refreshChangeStates(db: Queryable): Promise<void> {
  for (let taken = most; taken === most; ) {
    const { rows } = await db.execute<{ taken: number }>(sql`
      select case when exists (select from ${writtenChanges}) then refresh_change_states(${most}) else 0 end as taken`)
    taken = rows[0]?.taken ?? 0
  }
}

/**
 * The result of `read`, which counts states of changes, cached under `key` while nothing is committed. It may use more
 * memory than other statements, so that PostgreSQL sorts nothing on the disk.
 */
export async function readStates<Read>(
  db: Queryable,
  key: string,
  read: (tx: Transaction) => Promise<Read>,
): Promise<Read> {
  await refreshChangeStates(db)
  return getCached(db, key, () =>
    transact(db, async (tx) => {
      await tx.execute(sql`set local work_mem = '32MB'`)
      return read(tx)
    }),
  )
}
