import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import type { PolicyRecord } from '#lib/domain/policy/counted-records.ts'
import type { PolicyInput } from '#lib/domain/policy/review-policy.ts'
import { selectIncidentsOfChanges } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'

/** Changes that are no stubs and were not reviewed elsewhere. */
const isUnreviewed = and(eq(changes.isStub, false), eq(changes.pirCompleted, false))

export const isInReview = and(eq(changes.state, 'review'), isUnreviewed)

/** Changes that were implemented and closed, and that the policy has not decided on, or not on what was written since. */
export const isPastReview = and(
  changes.awaitsDecision,
  eq(changes.state, 'closed'),
  isNotNull(changes.actualEnd),
  isUnreviewed,
)

/**
 * Changes that are due for a decision. To list them, run one query for each condition: for both in one, PostgreSQL
 * reads all changes.
 */
export const isReviewable = or(isInReview, isPastReview)

/** Fields of a change that the policy and its review read. */
export const policyInputColumns = {
  number: changes.number,
  title: changes.title,
  type: changes.type,
  risk: changes.risk,
  model: changes.model,
  close_code: changes.closeCode,
  is_unauthorized: changes.isUnauthorized,
  planned_start: changes.plannedStart,
  planned_end: changes.plannedEnd,
  actual_start: changes.actualStart,
  actual_end: changes.actualEnd,
  affected_services: changes.affectedServices,
  assigned_to: changes.assignedTo,
  pir_reference: changes.pirReference,
}

export type PolicyInputRow = Omit<PolicyRecord, 'incidents' | 'state'> & {
  readonly title: string
  readonly affected_services: string[]
  readonly assigned_to: string | null
  readonly pir_reference: string | null
}

export type LinkedIncident = PolicyInput['incidents'][number] & { readonly updated_at: string }

/** Finds the linked or confirmed incidents with a priority, by the number of the change. */
export async function findLinkedIncidents(
  db: Queryable,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly LinkedIncident[]>> {
  if (numbers.length === 0) return new Map()
  const linked = selectIncidentsOfChanges(db, numbers)
  const rows = await db
    .select({
      change: linked.change,
      number: linked.number,
      priority_level: linked.priorityLevel,
      updated_at: linked.updatedAt,
    })
    .from(linked)
    .where(isNotNull(linked.priorityLevel))
    .orderBy(asc(linked.number))
  return Map.groupBy(rows, ({ change }) => change)
}
