import { asc, count, eq, or, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { changeColumns } from './columns.ts'

/**
 * Deletes a stub that nothing refers to; its last values stay in the history. Throws `not_found`,
 * `precondition_failed`, and `conflict` for a whole change and for a stub that is still in use.
 */
export async function deleteStub(
  ctx: Context,
  number: string,
  expectedVersions: readonly number[] | undefined,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const columns = { ...changeColumns, heldBecause: changes.heldBecause }
    const [change] = await tx.db.select(columns).from(changes).where(eq(changes.number, number)).for('update')
    if (!change) throw notFound('change', number)
    assertVersion(change.version, expectedVersions)
    if (!change.is_stub) throw new AppError('conflict', `${number} is a whole change; only a stub can be deleted.`)
    if (change.heldBecause !== null) throw new AppError('conflict', `${number} is on legal hold: release it first.`)
    const uses = await listUses(tx.db, number)
    if (uses.length > 0) throw new AppError('conflict', `${number} is still named by ${uses.join(' and ')}.`)
    await tx.db.delete(changes).where(eq(changes.number, number))
    const { title, is_stub, created_at, updated_at } = change
    await recordEvent(tx, changeActions.delete, number, listRemovedFields({ title, is_stub, created_at, updated_at }))
  })
}

/** Describes what names a change: incidents, its review and articles. */
export async function listUses(tx: Transaction, number: string): Promise<string[]> {
  const total = sql<number>`(${count()} over ())::int`
  const [[incident], [review], [article]] = await Promise.all([
    tx
      .select({ name: incidents.number, total })
      .from(incidents)
      .where(or(eq(incidents.relatedChange, number), eq(incidents.causedByChange, number)))
      .orderBy(asc(incidents.number))
      .limit(1),
    tx.select({ name: reviews.reference, total }).from(reviews).where(eq(reviews.changeNumber, number)),
    tx
      .select({ name: articles.id, total })
      .from(articles)
      .where(eq(articles.sourceChange, number))
      .orderBy(asc(articles.id))
      .limit(1),
  ])
  return [...describeUse('incident', incident), ...describeUse('review', review), ...describeUse('article', article)]
}

const describeUse = (noun: string, found: { readonly name: string; readonly total: number } | undefined) =>
  !found ? [] : [`the ${noun} ${found.name}${found.total > 1 ? ` and ${found.total - 1} more` : ''}`]
