import { and, eq, gte, isNotNull, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import type { MetricFilters } from '#lib/domain/metrics/metric-lists.ts'
import type { BucketSpan } from '#lib/domain/metrics/metric-period.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { confirmedCauses } from '#server/incidents/caused-incidents.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { countsAsOpen, isOpenReview, isOverdueOn, reviews, reviewVersions } from '#server/schema/reviews.ts'
import type { MetricScope } from './scope.ts'

/** True if a change counts and matches the filters. */
const countsChange = ({ team, type, service }: MetricFilters): SQL | undefined =>
  and(
    not(changes.isStub),
    ne(changes.state, 'canceled'),
    team === undefined ? undefined : eq(changes.assignmentGroup, team),
    type === undefined ? undefined : sql`${changes.type} = ${type}`,
    service === undefined ? undefined : sql`${changes.affectedServices} && array[${service}]::text[]`,
  )

/** True if a timestamp is in the period or the previous one. */
const isInEither = (moment: PgColumn, { period, previous, zone }: MetricScope): SQL =>
  sql`(${gte(moment, getStartOfDayIn(previous.from, zone))} and ${lt(moment, getStartOfDayIn(addDaysTo(period.to, 1), zone))})`

/** True if a timestamp of either period is in the current one. */
const isCurrent = (moment: PgColumn | SQL, { period, zone }: MetricScope): SQL =>
  sql`(${moment} >= ${getStartOfDayIn(period.from, zone)})`

/** Converts a timestamp to its calendar day. */
export const selectDay = (moment: PgColumn | SQL, { zone }: Pick<MetricScope, 'zone'>): SQL =>
  sql`(${moment} at time zone ${zone})::date`

const ofThisChange = eq(reviews.changeNumber, changes.number)

const hasStatus = (status: (typeof reviewStatuses)[number]) =>
  sql`(${reviews.status} is not distinct from ${sql.raw(`'${status}'`)})`

const startOfWork = sql`coalesce(${changes.actualStart}, ${changes.plannedStart}, ${changes.actualEnd})`

/**
 * Selects ended changes by number. It joins, because a subquery for each of a hundred thousand changes takes seconds.
 */
function endedChanges(scope: MetricScope): SQL {
  return sql`
    select ${changes.number} as id, ${isCurrent(changes.actualEnd, scope)} as is_current,
      ${selectDay(changes.actualEnd, scope)} as day, ${dimensions}, ${changes.pirOutcome} as outcome,
      ${changes.pirCompleted} and not ${hasStatus('awaiting_sign_off')} as is_completed,
      coalesce(${policyDecisions.isOwed}, false) and not ${hasStatus('waived')} as is_owed,
      cause.change is not null as has_caused, ${isRework} as is_rework,
      ${changes.pirOutcome} is null and coalesce(${changes.closeCode} in ('failed', 'backed_out'), false) as is_closed_failed
    from ${changes}
    left join ${policyDecisions} on ${eq(policyDecisions.changeNumber, changes.number)}
    left join ${reviews} on ${ofThisChange}
    left join (${confirmedCauses}) as cause on cause.change = ${changes.number}
    where ${and(isInEither(changes.actualEnd, scope), countsChange(scope.filters))}`
}

/** True if an incident was open when a change began, for at most 7 days. */
const wasOpen = sql`${incidents.openedAt} between ${startOfWork} - interval '7 days' and ${startOfWork}
  and (${incidents.resolvedAt} is null or ${incidents.resolvedAt} >= ${startOfWork})`

const isEmergency = sql`${changes.type} = 'emergency'`

/**
 * True for an emergency change that began during an incident. SQL evaluates `and` in order here, so only emergencies
 * search for incidents. The search starts with the incident that opened last, the likeliest to have been open.
 */
const isRework = sql`(${isEmergency} and exists (
  select from unnest(${changes.affectedServices}) as service where (
    select true from ${incidents} where ${incidents.affectedService} = service and ${wasOpen}
    order by ${incidents.openedAt} desc limit 1)))`

/** Numbers of the first five incidents that were open when an emergency change began. */
export const incidentsAtStart = sql`array(
  select ${incidents.number} from ${incidents}
  where ${isEmergency} and ${incidents.affectedService} = any(${changes.affectedServices}) and ${wasOpen}
  order by ${incidents.openedAt}, ${incidents.number} limit 5)`

/** Columns that changes are grouped by. */
const dimensions = sql`${changes.assignmentGroup} as team, ${changes.type} as type, ${changes.affectedServices} as services`

/** Selects reviews that were completed, or waived by a person, by the number of their change. */
function closedReviews(scope: MetricScope): SQL {
  const hasWaiver = eq(reviews.status, 'waived')
  const closedAt = sql`case when ${hasWaiver} then ${reviews.waivedAt} else ${reviews.completedAt} end`
  const isClosed = or(
    and(eq(reviews.status, 'completed'), isInEither(reviews.completedAt, scope)),
    and(hasWaiver, isNotNull(reviews.waivedBy), isInEither(reviews.waivedAt, scope)),
  )
  return sql`
    select ${changes.number} as id, ${isCurrent(closedAt, scope)} as is_current, ${selectDay(closedAt, scope)} as day,
      ${dimensions}, ${hasWaiver} as is_waived, ${reviews.proposedOutcome} as proposed, ${changes.pirOutcome} as outcome,
      case when ${reviews.completedAt} >= ${changes.actualEnd}
        then extract(epoch from ${reviews.completedAt} - ${changes.actualEnd})::float8 / 86400 end as days
    from ${reviews} join ${changes} on ${ofThisChange}
    where ${and(isClosed, countsChange(scope.filters))}`
}

/** Selects changes that ended before the period and whose review was completed in it. */
function reviewedLater(scope: MetricScope): SQL {
  const { from, to } = scope.period
  return sql`
    select ${changes.number} as id, true as is_current, ${selectDay(changes.actualEnd, scope)} as day, ${dimensions},
      ${changes.pirOutcome} as outcome, cause.change is not null as has_caused
    from ${reviews} join ${changes} on ${ofThisChange}
    left join (${confirmedCauses}) as cause on cause.change = ${changes.number}
    where ${and(
      eq(reviews.status, 'completed'),
      gte(reviews.completedAt, getStartOfDayIn(from, scope.zone)),
      lt(reviews.completedAt, getStartOfDayIn(addDaysTo(to, 1), scope.zone)),
      lt(changes.actualEnd, getStartOfDayIn(from, scope.zone)),
      countsChange(scope.filters),
    )}`
}

/** Selects completed reviews, by the number of their change. */
const completedReviews = (scope: MetricScope): SQL =>
  sql`select * from (${closedReviews(scope)}) as closed_reviews where not is_waived`

/** Selects open reviews with a due date by the number of their change, independent of the period. */
function openReviews(scope: MetricScope): SQL {
  return sql`
    select ${changes.number} as id, true as is_current, ${reviews.dueOn} as day, ${dimensions},
      ${isOverdueOn(scope.today)} as is_overdue
    from ${reviews} join ${changes} on ${ofThisChange}
    where ${and(countsAsOpen, isNotNull(reviews.dueOn), countsChange(scope.filters))}`
}

/** Selects open reviews, with and without a due date. */
export const selectAllOpenReviews = ({ filters, today }: MetricScope): SQL => sql`
    select ${reviews.reviewer} as reviewer, ${today}::date - ${reviews.dueOn} as days
    from ${reviews} join ${changes} on ${ofThisChange}
    where ${and(countsAsOpen, countsChange(filters))}`

/** Dimension of counts: a text, and the join that adds it to the rows. */
export type Grouping = { readonly key: SQL; readonly from: SQL }
export const ungrouped: Grouping = { key: sql`null::text`, from: sql`` }

/**
 * Counts the reviews that were open with a due date at the end of each bucket, by group and by whether they were
 * overdue. Due dates are the current ones. A review only counts as a step in the buckets where it starts and stops to
 * be open or overdue, and sums of the steps give the state, because joining every review with every bucket takes
 * seconds.
 */
export function openReviewsAt(
  scope: MetricScope,
  ends: readonly BucketSpan[],
  { key, from }: Grouping = ungrouped,
): SQL {
  const closedAt = sql`case ${reviews.status} when 'completed' then ${reviews.completedAt} when 'waived' then ${reviews.waivedAt} end`
  const isOpenNow = and(isOpenReview, not(changes.pirCompleted))
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
        select key, is_overdue, bucket, sum(step) as step
        from (
          select ${key} as key, ${selectBucket(sql`created`)} as opening, ${selectBucket(sql`closed`)} as closing,
            ${selectBucket(sql`least(closed, greatest(created, due + 1))`)} as passing
          from (
            select ${dimensions}, ${reviews.dueOn} as due, ${selectDay(reviews.createdAt, scope)} as created,
              case when ${isOpenNow} then 'infinity'::date else ${selectDay(closedAt, scope)} end as closed
            from ${reviews} join ${changes} on ${ofThisChange}
            where ${and(isNotNull(reviews.dueOn), countsChange(scope.filters))} offset 0
          ) spans ${from}
          where closed > created offset 0
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

/** Selects reviews whose first due date has passed, by the number of their change. Only the first completion counts. */
function dueReviews(scope: MetricScope): SQL {
  const due = sql`coalesce(${reviews.firstDueOn}, ${reviews.dueOn})`
  const completedAt = sql`coalesce(${reviewVersions.completedAt}, ${reviews.completedAt})`
  return sql`
    select ${changes.number} as id, ${due} >= ${scope.period.from} as is_current, ${due} as day, ${dimensions},
      coalesce(${selectDay(completedAt, scope)} <= ${due}, false) as is_in_time
    from ${reviews} join ${changes} on ${ofThisChange}
    left join ${reviewVersions} on ${and(eq(reviewVersions.reference, reviews.reference), eq(reviewVersions.number, 1))}
    where ${and(
      sql`${due} between ${scope.previous.from} and ${scope.period.to}`,
      sql`${due} < ${scope.today}`,
      ne(reviews.status, 'waived'),
      or(sql`${completedAt} is not null`, not(changes.pirCompleted)),
      countsChange(scope.filters),
    )}`
}

/** Selects actions whose target date has passed. */
function dueActions(scope: MetricScope): SQL {
  const isFiltered = Object.values(scope.filters).some((value) => value !== undefined)
  const ofMatchingChange = sql`${improvements.sourceRef} in (
    select ${reviews.reference} from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
    where ${countsChange(scope.filters)})`
  return sql`
    select ${improvements.id} as id, ${gte(improvements.targetDate, scope.period.from)} as is_current,
      ${improvements.targetDate} as day, ${improvements.sourceRef} as source_ref,
      coalesce(${improvements.status} in ('done', 'verified') and
        ${selectDay(sql`coalesce(${improvements.doneAt}, ${improvements.verifiedAt})`, scope)}
          <= ${improvements.targetDate}, false) as is_in_time
    from ${improvements}
    where ${and(
      gte(improvements.targetDate, scope.previous.from),
      lte(improvements.targetDate, scope.period.to),
      lt(improvements.targetDate, scope.today),
      ne(improvements.status, 'cancelled'),
      isFiltered ? ofMatchingChange : undefined,
    )}`
}

/** Selects due actions with the dimensions of the change whose review each action comes from. */
export const selectDueActionsOfChanges = (scope: MetricScope): SQL => sql`
    select due_actions.*, ${dimensions} from (${dueActions(scope)}) as due_actions
    join ${reviews} on ${reviews.reference} = due_actions.source_ref
    join ${changes} on ${ofThisChange} where ${countsChange({})}`

/** Row sets that metrics count. Each has id, is_current, day, and the columns that `metricParts` uses. */
const populations = {
  ended: endedChanges,
  completed: completedReviews,
  closed_reviews: closedReviews,
  reviewed_later: reviewedLater,
  open_reviews: openReviews,
  due_reviews: dueReviews,
  due_actions: dueActions,
} as const
export type PopulationName = keyof typeof populations

/** Builds the statement that selects a population. */
export const selectPopulation = (name: PopulationName, scope: MetricScope): SQL => populations[name](scope)
