import type { nameModel as contract } from '#lib/contracts/app/standard-changes.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { lockChangesWithReviews } from '#server/reviews/locked-review.ts'
import { putChange } from './put-change.ts'

/**
 * Stores the model of changes without one, all or none, so that the policy and every list know it. Throws `not_found`,
 * and `conflict` for a change that has another model.
 */
export function nameModel(
  ctx: Context,
  { model, changes }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const numbers = [...new Set(changes)].toSorted()
  return inTransaction(ctx, async (tx) => {
    const locked = await lockChangesWithReviews(tx.db, numbers)
    const models = new Map(locked.map(({ change }) => [change.number, change.model]))
    for (const number of numbers) {
      const before = models.get(number)
      if (before === undefined) throw notFound('change', number)
      if (before !== null && before !== model) throw new AppError('conflict', `${number} was made from ${before}.`)
      await putChange(tx, number, { model }, { expectedVersions: undefined, mustExist: true })
    }
    return { changes: numbers.length }
  })
}
