import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { JudgedChange } from '#lib/domain/review-policy.ts'
import type { Queryable } from '#server/db/client.ts'
import { changes, incidents } from '#server/db/schema/changes.ts'

/** Known by more than its number, and not reviewed elsewhere. */
const isUnreviewed = and(eq(changes.isStub, false), eq(changes.pirCompleted, false))

export const isInReview = and(eq(changes.state, 'review'), isUnreviewed)

/** Went past its review between two imports, having been carried out. */
export const isPastReview = and(
  changes.awaitsDecision,
  eq(changes.state, 'closed'),
  isNotNull(changes.actualEnd),
  isUnreviewed,
)

/** Up for a decision. To list such changes ask for one and the other: for both in one PostgreSQL reads all changes. */
export const isReviewable = or(isInReview, isPastReview)

/** What the policy looks at of a change, and what its review needs. */
export const judgedColumns = {
  number: changes.number,
  title: changes.title,
  type: changes.type,
  risk: changes.risk,
  close_code: changes.closeCode,
  is_unauthorized: changes.isUnauthorized,
  planned_end: changes.plannedEnd,
  actual_end: changes.actualEnd,
  affected_services: changes.affectedServices,
  assigned_to: changes.assignedTo,
  pir_reference: changes.pirReference,
}

export type JudgedRow = Omit<JudgedChange, 'incidents'> & {
  readonly title: string
  readonly affected_services: string[]
  readonly assigned_to: string | null
  readonly pir_reference: string | null
}

type LinkedIncident = JudgedChange['incidents'][number] & { readonly updated_at: string }

/** The incidents that name these changes and tell how urgent they are, by the number of the change. */
export async function findLinkedIncidents(
  db: Queryable,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly LinkedIncident[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .select({
      change: incidents.relatedChange,
      number: incidents.number,
      priority_level: incidents.priorityLevel,
      updated_at: incidents.updatedAt,
    })
    .from(incidents)
    .where(and(inArray(incidents.relatedChange, [...numbers]), isNotNull(incidents.priorityLevel)))
    .orderBy(asc(incidents.number))
  return Map.groupBy(rows, ({ change }) => change ?? '')
}
