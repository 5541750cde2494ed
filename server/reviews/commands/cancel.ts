import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { isSignOffRequired, lockReviewAndChange } from '#server/reviews/locked-review.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { changes } from '#server/schema/changes.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'
import { restoreReview } from './restore.ts'
import { closeAsWaived } from './waive.ts'

const batchSize = 200
const reason = 'The change was cancelled.'

const isCancelled = eq(changes.state, 'canceled')
/** Reviews that were waived because the change was cancelled, not by a person. */
const isWithdrawn = and(eq(reviews.status, 'waived'), isNull(reviews.waivedBy))
const toWithdraw = and(isOpenReview, isCancelled)
const toRestore = and(isWithdrawn, ne(changes.state, 'canceled'))

/**
 * Waives the open reviews of cancelled changes, and requires the review again if its change is not cancelled any more.
 * A review that needs a sign-off stays open: two managers who took no part may waive it. Each review has its own
 * transaction. Returns the numbers of withdrawn and restored reviews.
 */
export async function followCancellations(ctx: Context): Promise<{ withdrawn: number; restored: number }> {
  const counts = { withdrawn: 0, restored: 0 }
  for (let last = ''; ; ) {
    const found = await ctx.db
      .select({ reference: reviews.reference })
      .from(reviews)
      .innerJoin(changes, eq(changes.number, reviews.changeNumber))
      .where(and(or(toWithdraw, toRestore), gt(reviews.reference, last)))
      .orderBy(asc(reviews.reference))
      .limit(batchSize)
    if (found.length === 0) return counts
    for (const { reference } of found) {
      const result = await inTransaction(ctx, (tx) => followCancellation(tx, reference))
      if (result) counts[result] += 1
      last = reference
    }
  }
}

/** Decides with review and change locked, as either may have been written since the list was read. */
async function followCancellation(ctx: TxContext, reference: string): Promise<'withdrawn' | 'restored' | null> {
  const locked = await lockReviewAndChange(ctx.db, reference)
  const { row, change } = locked
  const isOfCancelled = change.state === 'canceled'
  if (row.status === 'waived') {
    if (row.waivedBy !== null || isOfCancelled) return null
    await restoreReview(ctx, locked, { reason: 'The change is no longer cancelled.' })
    return 'restored'
  }
  if (row.status === 'completed' || !isOfCancelled) return null
  if (isSignOffRequired(await storeFullRequirement(ctx, locked))) return null
  await closeAsWaived(ctx, row, { by: null, reason })
  return 'withdrawn'
}
