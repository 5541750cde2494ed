import { and, eq, isNotNull, lt, ne, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FigureFilters } from '#lib/domain/figure-lists.ts'
import { changes, incidents } from '#server/db/schema/changes.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { policyDecisions } from '#server/db/schema/policy.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { isConfirmedFor } from '#server/incidents/caused-incidents.ts'

/** Which records of the populations are read: those of two periods, or those of some keys, whatever their day. */
export type Cut = {
  readonly filters: FigureFilters
  /** Reviews and actions that were due before this day are overdue. */
  readonly today: string
  /** Holds for the records that are read, by the moment or the day that they are counted under and by their key. */
  readonly ofMoment: (moment: PgColumn, key: PgColumn) => SQL | undefined
  readonly ofDay: (day: PgColumn, key: PgColumn) => SQL | undefined
  /** The same where the period does not matter. */
  readonly ofAnyDay: (key: PgColumn) => SQL | undefined
  /** The same of a record that is joined to those, where many are read and it spares looking up one by one. */
  readonly ofJoined: (key: PgColumn) => SQL | undefined
  /** Whether a record belongs to the period itself, not to the one before it. */
  readonly isCurrent: (at: PgColumn) => SQL
}

/** Changes that count at all, and that the filters let through. */
export const countsChange = ({ team, type, service }: FigureFilters): SQL | undefined =>
  and(
    not(changes.isStub),
    ne(changes.state, 'canceled'),
    team === undefined ? undefined : eq(changes.assignmentGroup, team),
    type === undefined ? undefined : sql`${changes.type} = ${type}`,
    service === undefined ? undefined : sql`${changes.affectedServices} && array[${service}]::text[]`,
  )

/** The calendar day of a moment, by UTC. */
const dayOf = (moment: PgColumn) => sql`(${moment} at time zone 'UTC')::date`

/** Whether a review confirmed that a change caused an incident. */
const hasCaused = sql`exists (select from ${incidents} where ${isConfirmedFor(changes.number)})`

/** Changes that ended: by number, with all that figures count them for. */
function endedChanges(cut: Cut): SQL {
  const { changeNumber } = policyDecisions
  return sql`
    select ${changes.number} as id, ${cut.isCurrent(changes.actualEnd)} as is_current,
      ${dayOf(changes.actualEnd)} as day, ${dimensions}, ${changes.pirOutcome} as outcome,
      ${changes.pirCompleted} as is_completed, coalesce(${policyDecisions.isOwed}, false) as is_owed,
      ${hasCaused} as has_caused,
      coalesce(${changes.pirOutcome} = 'failed', ${changes.closeCode} in ('failed', 'backed_out'), false) as was_told_failed
    from ${changes}
    left join ${policyDecisions} on ${and(eq(changeNumber, changes.number), cut.ofJoined(changeNumber))}
    where ${and(cut.ofMoment(changes.actualEnd, changes.number), countsChange(cut.filters))}`
}

const ofThisChange = eq(reviews.changeNumber, changes.number)

/** What changes are filtered and grouped by. */
const dimensions = sql`${changes.assignmentGroup} as team, ${changes.type} as type, ${changes.affectedServices} as services`

/** Reviews that were completed, by the number of their change. */
function completedReviews(cut: Cut): SQL {
  return sql`
    select ${changes.number} as id, ${cut.isCurrent(reviews.completedAt)} as is_current,
      ${dayOf(reviews.completedAt)} as day, ${dimensions}, ${reviews.proposedOutcome} as proposed,
      ${changes.pirOutcome} as outcome,
      case when ${reviews.completedAt} >= ${changes.actualEnd}
        then extract(epoch from ${reviews.completedAt} - ${changes.actualEnd})::float8 / 86400 end as days
    from ${reviews} join ${changes} on ${and(ofThisChange, cut.ofJoined(changes.number))}
    where ${and(eq(reviews.status, 'completed'), cut.ofMoment(reviews.completedAt, reviews.changeNumber), countsChange(cut.filters))}`
}

/** Open reviews with a due date, whatever the period, by the number of their change. */
function openReviews(cut: Cut): SQL {
  return sql`
    select ${changes.number} as id, true as is_current, ${reviews.dueOn} as day, ${dimensions},
      ${lt(reviews.dueOn, cut.today)} as is_overdue
    from ${reviews} join ${changes} on ${and(ofThisChange, cut.ofJoined(changes.number))}
    where ${and(ne(reviews.status, 'completed'), isNotNull(reviews.dueOn), eq(changes.pirCompleted, false), cut.ofAnyDay(reviews.changeNumber), countsChange(cut.filters))}`
}

/** Actions whose day is past. */
function dueActions(cut: Cut): SQL {
  const isFiltered = Object.values(cut.filters).some((value) => value !== undefined)
  const ofSuchAChange = sql`${improvements.sourceRef} in (
    select ${reviews.reference} from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
    where ${countsChange(cut.filters)})`
  return sql`
    select ${improvements.id} as id, ${cut.isCurrent(improvements.targetDate)} as is_current,
      ${improvements.targetDate} as day, ${improvements.sourceRef} as source_ref,
      coalesce(${improvements.status} in ('done', 'verified') and
        (coalesce(${improvements.doneAt}, ${improvements.verifiedAt}) at time zone 'UTC')::date
          <= ${improvements.targetDate}, false) as is_in_time
    from ${improvements}
    where ${and(
      cut.ofDay(improvements.targetDate, improvements.id),
      lt(improvements.targetDate, cut.today),
      ne(improvements.status, 'cancelled'),
      isFiltered ? ofSuchAChange : undefined,
    )}`
}

/** What figures are counted over: each gives rows with id, is_current, day, and what tells how they count. */
const populations = {
  ended: endedChanges,
  completed: completedReviews,
  open_reviews: openReviews,
  due_actions: dueActions,
} as const
export type PopulationName = keyof typeof populations

/** `name as materialized (…)`, so that a population is read once however often it is used. */
export const populationCte = (name: PopulationName, cut: Cut): SQL =>
  sql`${sql.raw(name)} as materialized (${populations[name](cut)})`
