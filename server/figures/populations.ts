import { and, eq, gte, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { changes } from '#server/db/schema/changes.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { policyDecisions } from '#server/db/schema/policy.ts'
import { confirmsIncident, reviewSteps, reviews } from '#server/db/schema/reviews.ts'
import { countsChange, inBothPeriods, isInPeriod, type Scope } from './scope.ts'

/** The calendar day of a moment, by UTC. */
const dayOf = (moment: PgColumn) => sql`(${moment} at time zone 'UTC')::date`

/** Those of the changes that ended in either period that caused an incident, by a completed review. */
const changesThatCaused = (scope: Scope) => sql`
  select ${reviews.changeNumber} from ${changes}
  join ${reviews} on ${reviews.changeNumber} = ${changes.number} and ${reviews.status} = 'completed'
  join ${reviewSteps} on ${reviewSteps.reference} = ${reviews.reference}
    and ${confirmsIncident(reviewSteps.step, reviewSteps.form)}
  where ${and(inBothPeriods(changes.actualEnd, scope), countsChange(scope))} and exists (
    select from json_array_elements(${reviewSteps.form} -> 'decisions') as decision
    where decision ->> 'decision' = 'confirmed'
  )`

/** Changes that ended in the period or in the one before: by number, with all that figures count them for. */
function endedChanges(scope: Scope): SQL {
  const hasCaused = sql`(caused.change_number is not null)`
  return sql`
    select ${changes.number} as id, ${isInPeriod(changes.actualEnd, scope)} as is_current,
      ${dayOf(changes.actualEnd)} as day, ${changes.assignmentGroup} as team, ${changes.type} as type,
      ${changes.affectedServices} as services, ${changes.pirOutcome} as outcome, ${changes.pirCompleted} as is_completed,
      coalesce(${policyDecisions.isOwed}, false) as is_owed,
      ${hasCaused} as has_caused,
      ${hasCaused} or coalesce(${changes.pirOutcome} = 'failed', ${changes.closeCode} in ('failed', 'backed_out'), false)
        as is_failed
    from ${changes} left join ${policyDecisions} on ${policyDecisions.changeNumber} = ${changes.number}
    left join (${changesThatCaused(scope)}) as caused on caused.change_number = ${changes.number}
    where ${and(inBothPeriods(changes.actualEnd, scope), countsChange(scope))}`
}

/** Reviews completed in the period or in the one before, by the number of their change. */
function completedReviews(scope: Scope): SQL {
  return sql`
    select ${changes.number} as id, ${isInPeriod(reviews.completedAt, scope)} as is_current,
      ${dayOf(reviews.completedAt)} as day, ${reviews.proposedOutcome} as proposed, ${changes.pirOutcome} as outcome,
      case when ${reviews.completedAt} >= ${changes.actualEnd}
        then extract(epoch from ${reviews.completedAt} - ${changes.actualEnd})::float8 / 86400 end as days
    from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
    where ${and(eq(reviews.status, 'completed'), inBothPeriods(reviews.completedAt, scope), countsChange(scope))}`
}

/** Open reviews with a due date, whatever the period, by the number of their change. */
function openReviews(scope: Scope): SQL {
  return sql`
    select ${changes.number} as id, true as is_current, ${reviews.dueOn} as day,
      ${lt(reviews.dueOn, scope.today)} as is_overdue
    from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
    where ${and(ne(reviews.status, 'completed'), sql`${reviews.dueOn} is not null`, eq(changes.pirCompleted, false), countsChange(scope))}`
}

/** Actions that were due in the period or in the one before and whose day is past. */
function dueActions(scope: Scope): SQL {
  const { period, previous, filters, today } = scope
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const ofSuchAChange = sql`${improvements.sourceRef} in (
    select ${reviews.reference} from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber}
    where ${countsChange(scope)})`
  return sql`
    select ${improvements.id} as id, ${gte(improvements.targetDate, period.from)} as is_current,
      ${improvements.targetDate} as day,
      coalesce(${improvements.status} in ('done', 'verified') and
        (coalesce(${improvements.doneAt}, ${improvements.verifiedAt}) at time zone 'UTC')::date
          <= ${improvements.targetDate}, false) as is_in_time
    from ${improvements}
    where ${and(
      gte(improvements.targetDate, previous.from),
      lte(improvements.targetDate, period.to),
      lt(improvements.targetDate, today),
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

/** `name as materialized (…)`, so that a population is read once however often it is counted. */
export const populationCte = (name: PopulationName, scope: Scope): SQL =>
  sql`${sql.raw(name)} as materialized (${populations[name](scope)})`
