import { eq, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import { buildEvent, type EventRow, insertEvents, listDifferences } from '#server/platform/audit/record-event.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import type { VersionedChange } from './queries.ts'

type StoredFields = Pick<VersionedChange, 'pir_completed' | 'pir_reference' | 'pir_outcome' | 'pir_date' | 'state'>
/** The PIR fields of a change to write; a field that is left out, or undefined, stays as it is. */
export type PirFields = { readonly [Field in keyof StoredFields]?: StoredFields[Field] | undefined }

/** Writes PIR fields of a locked change with their history, or nothing if no field changes. Returns the change. */
export async function writePirFields(
  ctx: TxContext,
  before: VersionedChange,
  fields: PirFields,
): Promise<VersionedChange> {
  const { change, entries } = await storePirFields(ctx, before, fields)
  await insertEvents(ctx, entries)
  return change
}

/**
 * The only writer of the PIR fields of a change, which must be locked. Returns the change as written, and the entry of
 * the history that the caller must append in the same transaction; none if no field changes.
 */
export async function storePirFields(
  ctx: TxContext,
  before: VersionedChange,
  fields: PirFields,
): Promise<{ readonly change: VersionedChange; readonly entries: readonly EventRow[] }> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const changed = listDifferences(before, given)
  if (Object.keys(changed).length === 0) return { change: before, entries: [] }
  const after: VersionedChange = {
    ...before,
    ...given,
    version: before.version + 1,
    updated_at: ctx.now.toISOString(),
  }
  const values = {
    pirCompleted: after.pir_completed,
    pirReference: after.pir_reference,
    pirOutcome: after.pir_outcome,
    pirDate: after.pir_date,
    state: after.state,
    version: after.version,
    updatedAt: after.updated_at,
  }
  await runPrepared(ctx.db, 'write review fields', { ...values, number: before.number }, (db) =>
    db
      .update(changes)
      .set(createPlaceholders(changes, values))
      .where(eq(changes.number, sql.placeholder('number'))),
  )
  const entry = { entityId: before.number, changes: changed }
  return { change: after, entries: [buildEvent(ctx, chooseAction(before, after), entry)] }
}

function chooseAction(before: VersionedChange, after: VersionedChange): Action {
  if (before.pir_completed === after.pir_completed) return changeActions.update
  return after.pir_completed ? changeActions.reviewed : changeActions.not_reviewed
}
