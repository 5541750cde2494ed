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
  await insertEvents(ctx, [buildEvent(ctx, action, { entityId, changes })])
}

export type EventRow = ReturnType<typeof buildEvent>

/** Builds the entry of an action for the history, to be appended together with others of the transaction. */
export const buildEvent = (
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

/** Appends entries that are built already, in one statement. */
export async function insertEvents({ db }: Pick<Context, 'db'>, events: readonly EventRow[]): Promise<void> {
  const [event, ...others] = events
  if (!event) return
  if (others.length > 0) await db.insert(auditEvents).values([event, ...others])
  else
    await runPrepared(db, 'record event', event, (query) =>
      query.insert(auditEvents).values(createPlaceholders(auditEvents, event)),
    )
}

/** Appends writes of the same kind to the history, in one statement. */
export async function recordEvents(
  ctx: Omit<Context, 'actor'> & { readonly actor: ActorName },
  action: RecordedAction,
  entries: readonly { readonly entityId: string; readonly changes: FieldChanges }[],
): Promise<void> {
  await insertEvents(
    ctx,
    entries.map((entry) => buildEvent(ctx, action, entry)),
  )
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
