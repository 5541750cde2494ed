import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { recordPartsOfHistory } from '#server/reviews/four-eyes/parts-of-history.ts'
import { counters } from '#server/schema/reviews.ts'
import { raiseOpenReviews } from './follow-rules.ts'
import { policyActor } from './open-marked-review.ts'

/** The counter by which the migration that added the parts asks for those of earlier acts. */
const isMark = eq(counters.series, 'review_parts')

/**
 * Records the parts of all acts before the parts had a table, and what former records and rules require of open
 * reviews, once. Other processes wait meanwhile.
 */
export async function recordFormerParts(db: Queryable): Promise<void> {
  const [isAsked] = await db.select().from(counters).where(isMark)
  if (!isAsked) return
  await transact(db, async (tx) => {
    const [mark] = await tx.select().from(counters).where(isMark).for('update')
    if (!mark) return
    await recordPartsOfHistory(tx)
    await raiseOpenReviews({ db: tx, actor: policyActor, now: new Date(), requestId: 'migration' }, null)
    await tx.delete(counters).where(isMark)
  })
}
