import type { Database } from '#server/platform/db/client.ts'
import { getReview } from '#server/reviews/queries.ts'
import { contextOf, fillReview, insertOwed } from '#server/reviews/testing.ts'

/** A change with a review that only needs to be completed. */
export async function addFilledReview(db: Database, number: string, reviewer?: string): Promise<void> {
  const reference = await insertOwed(db, number, reviewer === undefined ? {} : { reviewer }, { risk: 'moderate' })
  const ctx = { ...contextOf(db), now: new Date() }
  await fillReview(ctx, await getReview(ctx, reference))
}
