import type { ImplementerRecord } from '#lib/domain/implementer.ts'
import { type Cover, findCover } from '#server/people/delegates.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { findReviewers, mayReview, type Reviewer } from './take-next-reviewer.ts'

export type Covered = { readonly reviewer: Reviewer; readonly cover: Cover | null }

/**
 * The reviewer of a change, or while that person is away their delegate, unless the delegate cannot review or
 * implemented the change.
 */
export async function coverReviewer(
  db: Queryable,
  reviewer: Reviewer,
  change: ImplementerRecord,
  now: Date,
): Promise<Covered> {
  const cover = await findCover(db, reviewer.email, now)
  const [delegate] = cover ? await findReviewers(db, [cover.delegate.email]) : []
  return delegate && mayReview(delegate, change) ? { reviewer: delegate, cover } : { reviewer, cover: null }
}
