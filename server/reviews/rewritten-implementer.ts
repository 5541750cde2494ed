import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/access.ts'

export const replacedOwnName = 'You replaced your own name as the implementer of the change.'

/**
 * Whether a person has replaced their own name as the implementer of a change, by a write or an import: then they count
 * as its implementer all the same.
 */
export async function hasReplacedOwnName(tx: Transaction, actor: Actor, changeNumber: string): Promise<boolean> {
  if (actor.kind !== 'account') return false
  const [found] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.entityType, 'change'), eq(auditEvents.entityId, changeNumber)],
        ...[
          eq(auditEvents.actorId, actor.id),
          sql`lower(${auditEvents.changes} #>> '{assigned_to,from}') = ${actor.email}`,
        ],
      ),
    )
    .limit(1)
  return found !== undefined
}
