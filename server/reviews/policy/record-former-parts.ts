import { eq, sql } from 'drizzle-orm'
import { recordActionParts } from '#server/improvements/parts-of-actions.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { recordPartsOfHistory } from '#server/reviews/four-eyes/parts-of-history.ts'
import { counters } from '#server/schema/reviews.ts'
import { raiseOpenReviews } from './follow-rules.ts'
import { policyActor } from './open-marked-review.ts'

/** What to do once, by the counter by which the migration that added the parts of a table asks for those of earlier acts. */
const tasks: Readonly<Record<string, (tx: Transaction) => Promise<void>>> = {
  async review_parts(tx) {
    await recordPartsOfHistory(tx)
    await raiseOpenReviews({ db: tx, actor: policyActor, now: new Date(), requestId: 'migration' }, null)
  },
  action_parts: (tx) => recordActionParts(tx, sql`true`),
}

/**
 * Records the parts of all acts before the parts had a table, and what former records and rules require of open
 * reviews, once. Other processes wait meanwhile.
 */
export async function recordFormerParts(db: Queryable): Promise<void> {
  for (const [series, record] of Object.entries(tasks)) {
    const isMark = eq(counters.series, series)
    const [isAsked] = await db.select().from(counters).where(isMark)
    if (!isAsked) continue
    await transact(db, async (tx) => {
      const [mark] = await tx.select().from(counters).where(isMark).for('update')
      if (!mark) return
      await record(tx)
      await tx.delete(counters).where(isMark)
    })
  }
}
