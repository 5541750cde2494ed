import { count, eq } from 'drizzle-orm'
import { viewActions } from '#lib/actions/record-actions.ts'
import type { NewSavedView, SavedView } from '#lib/contracts/app/search.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { savedViews } from '#server/schema/reviews.ts'
import { presentView, type ViewRow } from './queries.ts'

/** Maximum saved views of an account. */
const maxViews = 100

/** Saves a view of the caller. Throws `conflict` at the limit. */
export async function createSavedView(ctx: Context, input: NewSavedView): Promise<SavedView> {
  const owner = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    // Locked so that concurrent additions are counted one after the other.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, owner.id)).for('update')
    const [counted] = await tx.db.select({ views: count() }).from(savedViews).where(eq(savedViews.accountId, owner.id))
    if ((counted?.views ?? 0) >= maxViews) {
      throw new AppError('conflict', `You have reached the limit of ${maxViews} saved views: delete one first.`)
    }
    const own = { id: newId('viw', ctx.now), accountId: owner.id, ownerName: owner.name }
    const row = { ...recordValues(savedViews, input), ...own, createdAt: ctx.now.toISOString() } as ViewRow
    await tx.db.insert(savedViews).values(row)
    await recordEvent(tx, viewActions.create, row.id, listDifferences({}, toRecordedFields(input)))
    return presentView(tx, row)
  })
}

/**
 * Deletes a view of the caller; an admin may delete any. For a view of somebody else, throws `forbidden` if it is
 * shared, and `not_found` if it is private, so that nobody learns that it exists.
 */
export async function deleteSavedView(ctx: Context, id: string): Promise<void> {
  const caller = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const [view] = await tx.db.select().from(savedViews).where(eq(savedViews.id, id)).for('update')
    const mayDelete = view && (view.accountId === caller.id || hasRole(caller.role, 'admin'))
    if (view?.isShared && !mayDelete) {
      throw new AppError('forbidden', `This view belongs to ${view.ownerName}; only they or an admin can delete it.`)
    }
    if (!view || !mayDelete) throw notFound('view', id)
    await tx.db.delete(savedViews).where(eq(savedViews.id, id))
    const { isShared, ...fields } = view
    await recordEvent(
      tx,
      viewActions.delete,
      id,
      listRemovedFields(toRecordedFields({ ...fields, is_shared: isShared })),
    )
  })
}

/**
 * Returns the fields of a view for the history. Managers read it, so a private view shows neither its name nor its
 * query.
 */
const toRecordedFields = ({ page, name, search, is_shared }: NewSavedView) =>
  is_shared ? { page, name, search, is_shared } : { page, is_shared }
