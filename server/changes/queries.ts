import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { findNumbered } from '#server/platform/db/find-record.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { changeColumns } from './columns.ts'

export type VersionedChange = ChangeRecord & { version: number }

/** One change with its version. Throws `not_found`. */
export async function getChange(ctx: Context, number: string): Promise<VersionedChange> {
  const row = await findNumbered(ctx.db, changeColumns, changes.number, number)
  if (!row) throw notFound('change', number)
  return row
}
