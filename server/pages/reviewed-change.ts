import { printValue } from '#lib/filter/print.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getReview } from '#server/reviews/record/queries.ts'
import { resolveOrNull } from './page-context.ts'

type KnownChange = { number: string; title: string }

/**
 * Finds the change of a review: from a review written in Hindsight, or from a change that names the review; null if
 * unknown.
 */
export async function findReviewedChange(ctx: Context, reference: string): Promise<KnownChange | null> {
  const review = await resolveOrNull(getReview(ctx, reference))
  if (review) return findKnownChange(ctx, review.change_number)
  const { rows } = await listChanges(ctx, { query: `pir_reference = ${printValue(reference)}`, page: 1, limit: 1 })
  const [change] = rows
  return change ? { number: change.number, title: change.title } : null
}

/** Finds a change by its number; null if it is unknown. */
export async function findKnownChange(ctx: Context, number: string): Promise<KnownChange | null> {
  const change = await resolveOrNull(getChange(ctx, number))
  return change && { number: change.number, title: change.title }
}
