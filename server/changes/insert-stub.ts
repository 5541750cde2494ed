import { eq } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { removeLeadingWord } from '#lib/text/record-number.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { chooseNumberToWrite } from '#server/platform/db/find-record.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Returns the number of a change that an incident names, as the change spells it if it is known. */
export const resolveChangeNumber = (tx: Transaction, named: string): Promise<string> =>
  chooseNumberToWrite(tx, changes.number, removeLeadingWord(named))

/**
 * Ensures that a named change exists and returns its number. An unknown change becomes a stub; a known one cannot be
 * deleted until the transaction ends.
 */
export async function insertStub(ctx: TxContext, named: string): Promise<string> {
  const number = await resolveChangeNumber(ctx.db, named)
  const existing = await ctx.db
    .select({ number: changes.number })
    .from(changes)
    .where(eq(changes.number, number))
    .for('key share')
  if (existing.length > 0) return number
  const at = ctx.now.toISOString()
  const stub = { title: `Unknown change ${number}`, state: 'closed', type: 'normal', isStub: true } as const
  const inserted = await ctx.db
    .insert(changes)
    .values({ ...stub, number, affectedServices: [], origin: 'entry', createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ number: changes.number })
  // Another transaction created the change meanwhile: the second call locks it.
  if (inserted.length === 0) return insertStub(ctx, number)
  await recordEvent(ctx, changeActions.create, number, listDifferences({}, { title: stub.title, is_stub: true }))
  return number
}
