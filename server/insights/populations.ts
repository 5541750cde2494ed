import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import type { MetricFilters } from '#lib/domain/metrics/metric-lists.ts'
import type { BucketSpan } from '#lib/domain/metrics/metric-period.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { changes, durationClass, incidents } from '#server/schema/changes.ts'
import { changeStates, mayHaveFailed } from '#server/schema/former-states.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { endOfDay, endOfPeriod, isKnownAt, joinFormerAction, type KnownBy } from './as-known.ts'
import type { MetricScope } from './scope.ts'

/** True if a change, cancelled or not, matches the filters. */
const matchesFilters = ({ team, type, service }: MetricFilters): SQL =>
  and(
    team === undefined ? undefined : eq(changeStates.assignmentGroup, team),
    type === undefined ? undefined : sql`${changeStates.type} = ${type}`,
    service === undefined ? undefined : sql`${changeStates.affectedServices} && array[${service}]::text[]`,
  ) ?? sql`true`

const isInEither = (moment: PgColumn | SQL, { period, previous, zone }: MetricScope): SQL =>
  sql`(${moment} >= ${getStartOfDayIn(previous.from, zone)} and ${moment} < ${getStartOfDayIn(addDaysTo(period.to, 1), zone)})`

/** True if a timestamp of either period is in the current one. */
const isCurrent = (moment: PgColumn | SQL, { period, zone }: MetricScope): SQL =>
  sql`(${moment} >= ${getStartOfDayIn(period.from, zone)})`

/** Converts a timestamp to its calendar day. */
export const selectDay = (moment: PgColumn | SQL, { zone }: Pick<MetricScope, 'zone'>): SQL =>
  sql`(${moment} at time zone ${zone})::date`

const ofThisChange = eq(reviews.changeNumber, changeStates.changeNumber)

/** Selects ended changes by number. What counts is known at the start of the period or later. */
function endedChanges(scope: MetricScope, knownBy = endOfPeriod(scope), where = sql`true`): SQL {
  const { outcome, status, causedFrom, causedUntil, rolledBackAt, actualEnd } = changeStates
  const known = knownBy(actualEnd)
  const wasRolledBack = sql`coalesce(${rolledBackAt} < ${known}, false)`
  return sql`
    select ${changeStates.changeNumber} as id, ${isCurrent(actualEnd, scope)} as is_current,
      ${selectDay(actualEnd, scope)} as day, ${dimensions}, ${outcome} as outcome,
      ${changeStates.isCompleted} and ${status} is distinct from 'awaiting_sign_off' as is_completed,
      ${changeStates.isOwed} and ${status} is distinct from 'waived' as is_owed,
      ${causedFrom} is not null as has_caused, ${isRework} as is_rework,
      ${outcome} is null and ${changeStates.isClosedFailed} as is_closed_failed,
      coalesce(${outcome} = 'failed', false) or ${changeStates.isClosedFailed} or ${causedFrom} is not null or ${wasRolledBack} as has_failed,
      least(${causedFrom}, ${actualEnd}) as failed_at,
      nullif(greatest(case when ${causedUntil} < ${known} then ${causedUntil}
          when ${causedFrom} is not null then 'infinity' end,
        case when ${wasRolledBack} then ${rolledBackAt} end), 'infinity') as recovered_at
    from ${changeStates}
    where ${isInEither(actualEnd, scope)} and ${changeStates.until} > ${getStartOfDayIn(scope.period.from, scope.zone)}
      and ${isKnownAt(known)} and not ${changeStates.isCancelled} and ${where}
      and ${matchesFilters(scope.filters)}`
}

/** Selects ended changes that failed, with the hours from the failure until its incidents were resolved and it was rolled back. */
const failedChanges = (scope: MetricScope, knownBy?: KnownBy): SQL => sql`
  select ended.*, case when recovered_at is not null
    then extract(epoch from greatest(recovered_at - failed_at, interval '0'))::float8 / 3600 end as hours
  from (${endedChanges(scope, knownBy, mayHaveFailed)}) as ended where has_failed`

/** True if an incident was open when a change began, for at most 7 days. */
const wasOpen = (start: SQL): SQL => sql`${incidents.openedAt} between ${start} - interval '7 days' and ${start}
  and (${incidents.resolvedAt} is null or ${incidents.resolvedAt} >= ${start})`

/**
 * True for an emergency change that began during an incident. SQL evaluates `and` in order here, so only emergencies
 * search for incidents: for each service and class of duration, the one that opened last, the likeliest to have been open.
 */
const isRework = sql`(${changeStates.type} = 'emergency' and exists (
  select from unnest(${changeStates.affectedServices}) as service
  cross join (values (0, interval '2 hours'), (1, interval '1 day'), (2, interval '7 days')) as class (duration, longest)
  where (
    select true from ${incidents} where ${incidents.affectedService} = service and ${durationClass(incidents)} = class.duration
      and ${incidents.openedAt} >= ${changeStates.startedAt} - class.longest and ${wasOpen(sql`${changeStates.startedAt}`)}
    order by ${incidents.openedAt} desc limit 1)))`

/** Numbers of the first five incidents that were open when an emergency change began. */
export const incidentsAtStart = sql`array(
  select ${incidents.number} from ${incidents}
  where ${changes.type} = 'emergency' and ${incidents.affectedService} = any(${changes.affectedServices})
    and ${wasOpen(sql`coalesce(${changes.actualStart}, ${changes.plannedStart}, ${changes.actualEnd})`)}
  order by ${incidents.openedAt}, ${incidents.number} limit 5)`

const dimensions = sql`${changeStates.assignmentGroup} as team, ${changeStates.type} as type, ${changeStates.affectedServices} as services`

/** Selects reviews that were first completed, or waived by a person, by the number of their change. */
function closedReviews(scope: MetricScope): SQL {
  const { changeNumber, firstCompletedAt, closedAt, actualEnd } = changeStates
  const endOfClosing = (at: PgColumn | SQL) => endOfDay(selectDay(at, scope), scope)
  const selectClosed = (at: PgColumn | SQL, isWaived: SQL) => sql`
    select ${changeNumber} as id, ${isCurrent(at, scope)} as is_current, ${selectDay(at, scope)} as day, ${dimensions},
      ${actualEnd} as ended, ${isWaived} as is_waived, ${changeStates.proposed} as proposed, ${changeStates.outcome} as outcome,
      ${changeStates.causedFrom} is not null as has_caused,
      case when ${at} >= ${actualEnd} then extract(epoch from ${at} - ${actualEnd})::float8 / 86400 end as days`
  const isClosed = sql`not ${changeStates.isCancelled} and ${matchesFilters(scope.filters)}`
  return sql`
    ${selectClosed(firstCompletedAt, sql`false`)} from ${changeStates}
    where ${isInEither(firstCompletedAt, scope)} and ${changeStates.until} > ${firstCompletedAt}
      and ${isKnownAt(endOfClosing(firstCompletedAt))} and ${isClosed}
    union all ${selectClosed(sql`waiver.at`, sql`true`)} from (
      select distinct ${changeNumber}, ${closedAt} as at from ${changeStates}
      where ${changeStates.status} = 'waived' and ${isInEither(closedAt, scope)} and ${changeStates.reviewedFrom} is not null
    ) as waiver join ${changeStates} on ${changeNumber} = waiver.change_number
    where ${isKnownAt(endOfClosing(sql`waiver.at`))} and ${isClosed}`
}

/** Selects changes that ended before the period and whose review was first completed in it. */
const reviewedLater = (scope: MetricScope): SQL => sql`
  select * from (${closedReviews({ ...scope, previous: scope.period })}) as closed_reviews
  where not is_waived and ended < ${getStartOfDayIn(scope.period.from, scope.zone)}`

/** Selects completed reviews, by the number of their change. */
const completedReviews = (scope: MetricScope): SQL =>
  sql`select * from (${closedReviews(scope)}) as closed_reviews where not is_waived`

/** True for the current state of a change with an open review. */
const isOpenNow = sql`${changeStates.openUntil} = 'infinity'`

/** Selects open reviews with a due date by the number of their change, independent of the period. */
function openReviews(scope: MetricScope): SQL {
  const { changeNumber, dueOn } = changeStates
  return sql`
    select ${changeNumber} as id, true as is_current, ${dueOn} as day, ${dimensions}, ${dueOn} < ${scope.today} as is_overdue
    from ${changeStates} where ${isOpenNow} and ${dueOn} is not null and ${matchesFilters(scope.filters)}`
}

/** Selects open reviews, with and without a due date. */
export const selectAllOpenReviews = ({ filters, today }: MetricScope): SQL => sql`
    select ${reviews.reviewer} as reviewer, ${today}::date - ${reviews.dueOn} as days
    from ${changeStates} join ${reviews} on ${ofThisChange} where ${isOpenNow} and ${matchesFilters(filters)}`

/** Dimension of counts: a text, and the join that adds it to the rows. */
export type Grouping = { readonly key: SQL; readonly from: SQL }
export const ungrouped: Grouping = { key: sql`null::text`, from: sql`` }

/**
 * Counts the reviews that were open with a due date at the end of each bucket, by group and by whether they were
 * overdue, as it was then. A review only counts as a step in the buckets where it starts and stops to
 * be open or overdue, and sums of the steps give the state, because joining every review with every bucket takes
 * seconds. Most reviews ended before the first bucket does.
 */
export function openReviewsAt(
  scope: MetricScope,
  ends: readonly BucketSpan[],
  { key, from }: Grouping = ungrouped,
): SQL {
  const starts = sql.join(
    ends.map(({ start }) => sql`${start}`),
    sql`, `,
  )
  const days = sql.join(
    ends.map(({ to }) => sql`least(${to}::date, ${scope.today}::date)`),
    sql`, `,
  )
  // Number of the first bucket whose end the day does not pass; one more than there are buckets if there is none.
  const selectBucket = (day: SQL) => sql`width_bucket(${day} - 1, array[${days}]) + 1`
  return sql`
    select (array[${starts}]::text[])[bucket] as bucket, key, is_overdue, records
    from (
      select key, is_overdue, bucket as since, sum(step) over later as records,
        lead(bucket, 1, ${ends.length + 1}) over later as until
      from (
        select key, is_overdue, bucket, sum(step * reviews) as step
        from (
          select ${key} as key, ${selectBucket(sql`created`)} as opening, ${selectBucket(sql`closed`)} as closing,
            ${selectBucket(sql`least(closed, greatest(created, due + 1))`)} as passing, count(*) as reviews
          from (
            select ${dimensions}, ${changeStates.dueOn} as due,
              ${selectDay(sql`greatest(${changeStates.reviewedFrom}, ${changeStates.since})`, scope)} as created,
              ${selectDay(changeStates.openUntil, scope)} as closed
            from ${changeStates}
            where ${changeStates.openUntil} >= ${getStartOfDayIn(ends[0]?.to ?? scope.today, scope.zone)}
              and ${changeStates.dueOn} is not null and ${matchesFilters(scope.filters)} offset 0
          ) spans ${from}
          where closed > created group by 1, 2, 3, 4
        ) spans
        cross join lateral (values (false, opening, passing), (true, passing, closing)) parts (is_overdue, since, until)
        cross join lateral (values (since, 1), (until, -1)) steps (bucket, step)
        where since < until and bucket <= ${ends.length}
        group by 1, 2, 3
      ) steps
      window later as (partition by key, is_overdue order by bucket)
    ) levels cross join generate_series(since, until - 1) as bucket
    where records > 0`
}

/**
 * Selects reviews whose first due date has passed, by the number of their change. Only the first completion counts, and a
 * review that was waived or whose change was cancelled by the end of that day was not due.
 */
function dueReviews(scope: MetricScope): SQL {
  const { firstDueOn, status } = changeStates
  return sql`
    select ${changeStates.changeNumber} as id, ${firstDueOn} >= ${scope.period.from} as is_current, ${firstDueOn} as day, ${dimensions},
      coalesce(${selectDay(changeStates.firstCompletedAt, scope)} <= ${firstDueOn}, false) as is_in_time
    from ${changeStates}
    where ${firstDueOn} between ${scope.previous.from} and ${scope.period.to} and ${firstDueOn} < ${scope.today}
      and ${isKnownAt(endOfDay(sql`${firstDueOn}`, scope))} and ${status} <> 'waived' and not ${changeStates.isCancelled}
      and ${matchesFilters(scope.filters)}`
}

/** The day on which an action was first due; moving its target date does not change it. */
const firstTarget = sql`coalesce(${improvements.firstTargetDate}, ${improvements.targetDate})`

/** Selects actions whose first target date has passed, as they were at the end of that day. */
function dueActions(scope: MetricScope): SQL {
  const isFiltered = Object.values(scope.filters).some((value) => value !== undefined)
  const ofMatchingChange = sql`exists (
    select from ${reviews} join ${changeStates} on ${ofThisChange} where ${reviews.reference} = ${improvements.sourceRef}
    and ${isKnownAt(endOfDay(firstTarget, scope))} and not ${changeStates.isCancelled} and ${matchesFilters(scope.filters)})`
  const known = (current: SQL, column: string) =>
    sql`case when former.id is null then ${current} else former.${sql.raw(column)} end`
  const status = known(sql`${improvements.status}`, 'status')
  const doneAt = known(sql`coalesce(${improvements.doneAt}, ${improvements.verifiedAt})`, 'done_at')
  return sql`
    select ${improvements.id} as id, ${firstTarget} >= ${scope.period.from} as is_current,
      ${firstTarget} as day, ${improvements.sourceRef} as source_ref,
      coalesce((${status}) in ('done', 'verified') and ${selectDay(sql`(${doneAt})`, scope)} <= ${firstTarget}, false) as is_in_time
    from ${improvements}
    ${joinFormerAction(endOfDay(firstTarget, scope))}
    where ${firstTarget} between ${scope.previous.from} and ${scope.period.to} and ${firstTarget} < ${scope.today}
      and (${status}) <> 'cancelled' ${isFiltered ? sql`and ${ofMatchingChange}` : sql``}`
}

/** Selects due actions with the dimensions of the change whose review each action comes from. */
export const selectDueActionsOfChanges = (scope: MetricScope): SQL => sql`
    select due_actions.*, ${dimensions} from (${dueActions(scope)}) as due_actions
    join ${reviews} on ${reviews.reference} = due_actions.source_ref
    join ${changeStates} on ${ofThisChange}
    where ${isKnownAt(endOfDay(sql`due_actions.day`, scope))} and not ${changeStates.isCancelled}`

/** Row sets that metrics count. Each has id, is_current, day, and the columns that `metricParts` uses. */
const populations = {
  ended: endedChanges,
  failed: failedChanges,
  completed: completedReviews,
  closed_reviews: closedReviews,
  reviewed_later: reviewedLater,
  open_reviews: openReviews,
  due_reviews: dueReviews,
  due_actions: dueActions,
} as const
export type PopulationName = keyof typeof populations

/** Builds the statement that selects a population; ended changes as they were known by a moment. */
export const selectPopulation = (name: PopulationName, scope: MetricScope, knownBy?: KnownBy): SQL =>
  populations[name](scope, knownBy)
