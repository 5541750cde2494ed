import { and, between, eq, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'

// The only definition of the incidents of a change, for its page, the queue, the policy and the metrics.

/** True for incidents that a review confirmed as caused by a change. */
const isConfirmedFor = (change: SQLWrapper | string): SQL => eq(incidents.causedByChange, change)

/** True for incidents that name a change as their cause, or that its review confirmed. */
export const isOfChange = (change: SQLWrapper | string): SQL | undefined =>
  or(eq(incidents.relatedChange, change), isConfirmedFor(change))

/** The least urgent priority that counts as urgent: high. */
const urgentPriority = 2

/**
 * True for urgent incidents on the services of a joined change, from its start to 7 days after its end, that name no
 * change and that no review has confirmed. The review must decide on them, as link fields are nearly always empty.
 */
const isUrgentNear = and(
  lte(incidents.priorityLevel, urgentPriority),
  isNull(incidents.relatedChange),
  isNull(incidents.causedByChange),
  sql`${incidents.affectedService} = any(${changes.affectedServices})`,
  between(
    incidents.openedAt,
    sql`coalesce(${changes.actualStart}, ${changes.plannedStart})`,
    sql`coalesce(${changes.actualEnd}, ${changes.plannedEnd}) + interval '168 hours'`,
  ),
)

/** The numbers of some incidents, in their order, as an SQL array. */
const selectNumbers = (where: SQL | undefined): SQL<string[]> => sql<string[]>`array(
  select ${incidents.number} from ${incidents} where ${where} order by ${incidents.number}
)`

/** Numbers of the incidents that reviews confirmed as caused by a change. */
export const selectConfirmedNumbers = (change: SQLWrapper) => selectNumbers(isConfirmedFor(change))
/** Numbers of the incidents that name a change as their cause. */
export const selectRelatedNumbers = (change: SQLWrapper) => selectNumbers(eq(incidents.relatedChange, change))
/** Numbers of both. */
export const selectNumbersOfChange = (change: SQLWrapper) => selectNumbers(isOfChange(change))
/** Numbers of the urgent incidents near the change of the row in `changes`. */
export const urgentNumbers = selectNumbers(isUrgentNear)

/**
 * Selects the incidents of changes, with one row for each pair of change and incident, even if an incident both names a
 * change and was confirmed for it. `union` joins two index searches and drops duplicates.
 */
export function selectIncidentsOfChanges(db: Queryable, changes: readonly string[]) {
  const columns = {
    number: incidents.number,
    priorityLevel: incidents.priorityLevel,
    updatedAt: incidents.updatedAt,
  }
  const isOfChanges = (column: SQLWrapper) => sql`${column} = any(${sql.param([...changes])}::text[])`
  const relatedIncidents = db
    .select({ change: sql<string>`${incidents.relatedChange}`.as('change'), ...columns })
    .from(incidents)
    .where(isOfChanges(incidents.relatedChange))
  const confirmed = db
    .select({ change: sql<string>`${incidents.causedByChange}`.as('change'), ...columns })
    .from(incidents)
    .where(isOfChanges(incidents.causedByChange))
  return relatedIncidents.union(confirmed).as('of_changes')
}
