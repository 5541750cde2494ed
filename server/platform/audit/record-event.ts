import type { Action } from '#lib/actions/action.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/** The members of an action that the history stores. */
type RecordedAction = Pick<Action, 'entity' | 'name' | 'writes'>

/** Appends an action to the history, in the same transaction. */
export async function recordEvent(
  ctx: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: RecordedAction,
  entityId: string,
  changes: FieldChanges,
): Promise<void> {
  const event = toEventRow(ctx, action, { entityId, changes })
  await runPrepared(ctx.db, 'record event', event, (db) =>
    db.insert(auditEvents).values(createPlaceholders(auditEvents, event)),
  )
}

const toEventRow = (
  { actor, now, requestId }: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: RecordedAction,
  entry: { readonly entityId: string; readonly changes: FieldChanges },
) => ({
  id: newId('evt', now),
  at: now.toISOString(),
  actorKind: actor.kind,
  actorId: actor.id,
  actorName: actor.name,
  action: action.writes,
  actionName: action.name,
  entityType: action.entity,
  ...entry,
  changedFields: Object.keys(entry.changes),
  requestId,
})

/** Appends writes of the same kind to the history, in one statement. */
export async function recordEvents(
  ctx: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: RecordedAction,
  entries: readonly { readonly entityId: string; readonly changes: FieldChanges }[],
): Promise<void> {
  if (entries.length === 0) return
  await ctx.db.insert(auditEvents).values(entries.map((entry) => toEventRow(ctx, action, entry)))
}

/** The fields with different values, with both values; empty if nothing changes. */
export function listDifferences(before: Record<string, unknown>, after: Record<string, unknown>): FieldChanges {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]))
}

/** Every field of a removed record with its last value. */
export function listRemovedFields(record: Record<string, unknown>): FieldChanges {
  return listDifferences(record, Object.fromEntries(Object.keys(record).map((field) => [field, null])))
}
