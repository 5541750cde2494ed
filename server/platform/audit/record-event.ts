import { placeholdersOf, runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/access.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

type Action = 'create' | 'update' | 'delete'

/** Appends a write to the history, in the same transaction. */
export async function recordEvent(
  ctx: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: Action,
  entityType: string,
  entityId: string,
  changes: FieldChanges,
): Promise<void> {
  const event = {
    id: newId('evt', ctx.now),
    at: ctx.now.toISOString(),
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    action,
    entityType,
    entityId,
    changes,
    requestId: ctx.requestId,
  }
  await runPrepared(ctx.db, 'record event', event, (db) =>
    db.insert(auditEvents).values(placeholdersOf(auditEvents, event)),
  )
}

/** The fields with different values, with both values; empty if nothing changes. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): FieldChanges {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]))
}

/** Every field of a removed record with its last value. */
export function removal(record: Record<string, unknown>): FieldChanges {
  return differences(record, Object.fromEntries(Object.keys(record).map((field) => [field, null])))
}
