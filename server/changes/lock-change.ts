import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { notFound } from '#server/platform/errors.ts'
import { changes } from '#server/schema/changes.ts'
import { changeColumns } from './columns.ts'
import type { VersionedChange } from './queries.ts'

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
