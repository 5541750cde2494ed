import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { changes } from '#server/schema/changes.ts'
import { formerActions, formerStates } from '#server/schema/former-states.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
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

/** The end of the bucket of the record, within the period. */
export const endOfBucket =
  (scope: MetricScope, bucket: MetricBucket): KnownBy =>
  (moment) =>
    sql`least(${endOfPeriod(scope)(moment)}, (date_trunc(${sql.raw(`'${bucket}'`)}, ${moment} at time zone ${scope.zone})
      + interval ${sql.raw(bucket === 'month' ? "'1 month'" : "'3 months'")}) at time zone ${scope.zone})`

/** The end of a day. */
export const endOfDay = (day: SQL, { zone }: Zoned): SQL => sql`((${day} + 1)::timestamp at time zone ${zone})`

/** Joins the state of each change of `rows` at its moment, if it has another one by now, as `former`. */
export const joinFormer = (rows: SQL, number: SQL | PgColumn, knownBy: SQL): SQL => sql`
  left join (
    select distinct on (state.change_number) state.* from ${formerStates} as state
    join ${rows} on ${number} = state.change_number and state.until > ${knownBy}
    order by state.change_number, state.until
  ) as former on former.change_number = ${changes.number}`

/** The value that was known, of the column of `former` that corresponds to the current value. */
export const asKnown = (current: SQL | PgColumn, column: string): SQL =>
  sql`case when former.change_number is null then ${current} else former.${sql.raw(column)} end`

export const wasCancelled = asKnown(sql`${changes.state} = 'canceled'`, 'is_cancelled')
export const statusThen = asKnown(reviews.status, 'status')

/** The same for actions, with the end of the day on which each was first due. */
export const joinFormerAction = (actions: SQL, id: PgColumn, knownBy: SQL): SQL => sql`
  left join (
    select distinct on (state.id) state.* from ${formerActions} as state
    join ${actions} on ${id} = state.id and state.until > ${knownBy}
    order by state.id, state.until
  ) as former on former.id = ${id}`

/** The first completion of each review that ever was completed, by the number of its change. */
export const firstCompletions: SQL = sql`(
  select change_number, min(at) as at from (
    select ${reviews.changeNumber}, ${reviewVersions.completedAt} as at from ${reviewVersions}
    join ${reviews} on ${reviews.reference} = ${reviewVersions.reference} where ${reviewVersions.number} = 1
    union all select ${reviews.changeNumber}, ${reviews.completedAt} from ${reviews} where ${reviews.completedAt} is not null
    union all select ${formerStates.changeNumber}, ${formerStates.closedAt} from ${formerStates}
    where ${formerStates.status} = 'completed' and ${formerStates.closedAt} is not null
  ) as completions group by change_number)`

/**
 * The time during which each review was open with one due date. A review that was closed before states were kept was
 * open until then.
 */
export const openSpans: SQL = sql`(
  select state.change_number, state.due_on as due,
    lag(state.until, 1, '-infinity') over (partition by state.change_number order by state.until) as since, state.until,
    state.status not in ('completed', 'waived') and not state.is_cancelled as is_open
  from ${formerStates} as state
  union all
  select ${reviews.changeNumber}, ${reviews.dueOn}, coalesce(last.until, '-infinity'),
    case when ${reviews.status} = 'completed' then ${reviews.completedAt}
      when ${reviews.status} = 'waived' then ${reviews.waivedAt} else 'infinity' end,
    (last.until is null or ${reviews.status} not in ('completed', 'waived')) and ${changes.state} <> 'canceled'
  from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
  left join (select ${formerStates.changeNumber}, max(${formerStates.until}) as until from ${formerStates} group by 1) as last
    on last.change_number = ${reviews.changeNumber}
)`
