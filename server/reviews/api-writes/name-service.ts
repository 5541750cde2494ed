import type { nameService as contract } from '#lib/contracts/app/reviews.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { beginReview } from '#server/reviews/commands/start.ts'
import { lockChangeWithReview, lockWritableReview } from '#server/reviews/locked-review.ts'
import { touchReview } from '#server/reviews/write-review.ts'
import { putChange } from './put-change.ts'

/**
 * Stores the service that a reviewer names for a change without one, so that the policy and every search know it. Who
 * names it has written in the review. Throws `not_found`, and `conflict` for a change that names another service, and
 * for a review that waits for sign-off or is completed.
 */
export function nameService(
  ctx: Context,
  number: string,
  { service }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  return inTransaction(ctx, async (tx) => {
    const { row, change } = await lockChangeWithReview(tx.db, number)
    if (!row) throw notFound('review of the change', number)
    const review = await lockWritableReview(tx.db, row.reference)
    const { affected_services: named } = change
    if (named.includes(service)) return { affected_services: named }
    if (named.length > 0) throw new AppError('conflict', `${number} already names ${named.join(', ')}.`)
    await touchReview(tx, await beginReview(tx, review), true)
    const condition = { expectedVersions: undefined, mustExist: undefined }
    const { record } = await putChange(tx, number, { affected_services: [service] }, condition)
    return { affected_services: record.affected_services }
  })
}
