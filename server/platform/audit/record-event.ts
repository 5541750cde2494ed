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
  const event = rowOf(ctx, action, entityType, { entityId, changes })
  await runPrepared(ctx.db, 'record event', event, (db) =>
    db.insert(auditEvents).values(placeholdersOf(auditEvents, event)),
  )
}

const rowOf = (
  { actor, now, requestId }: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: Action,
  entityType: string,
  entry: { readonly entityId: string; readonly changes: FieldChanges },
) => ({
  id: newId('evt', now),
  at: now.toISOString(),
  actorKind: actor.kind,
  actorId: actor.id,
  actorName: actor.name,
  action,
  entityType,
  ...entry,
  changedFields: Object.keys(entry.changes),
  requestId,
})

/** Appends writes of the same kind to the history, in one statement. */
export async function recordEvents(
  ctx: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: Action,
  entityType: string,
  entries: readonly { readonly entityId: string; readonly changes: FieldChanges }[],
): Promise<void> {
  if (entries.length === 0) return
  await ctx.db.insert(auditEvents).values(entries.map((entry) => rowOf(ctx, action, entityType, entry)))
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
