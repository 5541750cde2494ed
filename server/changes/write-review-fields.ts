import { eq, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { placeholdersOf, runPrepared } from '#server/platform/db/prepared.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { changeColumns } from './columns.ts'
import type { VersionedChange } from './queries.ts'

type ReviewFields = Pick<VersionedChange, 'pir_completed' | 'pir_reference' | 'pir_outcome' | 'pir_date' | 'state'>
/** A field that is left out, or undefined, stays as it is. */
export type WantedFields = { readonly [Field in keyof ReviewFields]?: ReviewFields[Field] | undefined }

/** A change, locked until the transaction ends. Throws `not_found`. */
export async function lockChange(tx: Transaction, number: string): Promise<VersionedChange> {
  const [change] = await runPrepared(tx, 'lock change', { number }, (db) =>
    db
      .select(changeColumns)
      .from(changes)
      .where(eq(changes.number, sql.placeholder('number')))
      .for('update'),
  )
  if (!change) throw notFound('change', number)
  return change
}

/**
 * The only writer of the review fields of a change, which must be locked: fields, version and history together. What
 * changes nothing leaves version and history alone.
 */
export async function writeReviewFields(
  ctx: Context & { readonly db: Transaction },
  before: VersionedChange,
  wanted: WantedFields,
): Promise<VersionedChange> {
  const named = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const changed = differences(before, named)
  if (Object.keys(changed).length === 0) return before
  const after: VersionedChange = {
    ...before,
    ...named,
    version: before.version + 1,
    updated_at: ctx.now.toISOString(),
  }
  const written = {
    pirCompleted: after.pir_completed,
    pirReference: after.pir_reference,
    pirOutcome: after.pir_outcome,
    pirDate: after.pir_date,
    state: after.state,
    version: after.version,
    updatedAt: after.updated_at,
  }
  const writing = runPrepared(ctx.db, 'write review fields', { ...written, number: before.number }, (db) =>
    db
      .update(changes)
      .set(placeholdersOf(changes, written))
      .where(eq(changes.number, sql.placeholder('number'))),
  )
  await Promise.all([writing, recordEvent(ctx, actionOf(before, after), before.number, changed)])
  return after
}

function actionOf(before: VersionedChange, after: VersionedChange): Action {
  if (before.pir_completed === after.pir_completed) return changeActions.update
  return after.pir_completed ? changeActions.reviewed : changeActions.not_reviewed
}
