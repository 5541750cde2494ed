import { eq, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import type { VersionedChange } from './queries.ts'

type StoredFields = Pick<VersionedChange, 'pir_completed' | 'pir_reference' | 'pir_outcome' | 'pir_date' | 'state'>
/** The PIR fields of a change to write; a field that is left out, or undefined, stays as it is. */
export type PirFields = { readonly [Field in keyof StoredFields]?: StoredFields[Field] | undefined }

/**
 * The only writer of the PIR fields of a change, which must be locked. Writes fields, version and history together, or
 * nothing if no field changes.
 */
export async function writePirFields(
  ctx: TxContext,
  before: VersionedChange,
  fields: PirFields,
): Promise<VersionedChange> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const changed = listDifferences(before, given)
  if (Object.keys(changed).length === 0) return before
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
  const writing = runPrepared(ctx.db, 'write review fields', { ...values, number: before.number }, (db) =>
    db
      .update(changes)
      .set(createPlaceholders(changes, values))
      .where(eq(changes.number, sql.placeholder('number'))),
  )
  await Promise.all([writing, recordEvent(ctx, chooseAction(before, after), before.number, changed)])
  return after
}

function chooseAction(before: VersionedChange, after: VersionedChange): Action {
  if (before.pir_completed === after.pir_completed) return changeActions.update
  return after.pir_completed ? changeActions.reviewed : changeActions.not_reviewed
}
