import { and, asc, eq, inArray } from 'drizzle-orm'
import { countedLevel } from '#lib/domain/counted-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { findLinkedIncidents, type LinkedIncident } from '#server/policy/judged-changes.ts'
import { auditEvents } from '#server/schema/access.ts'
import { incidents } from '#server/schema/changes.ts'

/**
 * The incidents that count for what a change requires: those that name it or that its review confirmed, with the most
 * urgent priority that they have had since. So do incidents that `formerly` did.
 */
export async function listCountedIncidents(
  db: Queryable,
  change: string,
  formerly: readonly string[] = [],
): Promise<LinkedIncident[]> {
  const linked = (await findLinkedIncidents(db, [change])).get(change) ?? []
  const numbers = [...new Set([...linked.map(({ number }) => number), ...formerly])]
  if (numbers.length === 0) return []
  const [stored, events] = await Promise.all([
    db
      .select({
        number: incidents.number,
        related_change: incidents.relatedChange,
        caused_by_change: incidents.causedByChange,
        priority_level: incidents.priorityLevel,
        updated_at: incidents.updatedAt,
      })
      .from(incidents)
      .where(inArray(incidents.number, numbers)),
    db
      .select({ number: auditEvents.entityId, changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.entityType, 'incident'), inArray(auditEvents.entityId, numbers)))
      .orderBy(asc(auditEvents.at), asc(auditEvents.id)),
  ])
  const [current, histories] = [
    new Map(stored.map((row) => [row.number, row])),
    Map.groupBy(events, ({ number }) => number),
  ]
  return numbers.map((number) => {
    const row = current.get(number)
    const history = (histories.get(number) ?? []).map(({ changes }) => changes)
    const priority_level = countedLevel(change, row ?? null, history)
    return { number, priority_level, updated_at: row?.updated_at ?? '' }
  })
}
