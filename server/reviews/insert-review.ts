import type { Transaction } from '#server/platform/db/client.ts'
import { reviews } from '#server/schema/reviews.ts'
import { assignReference } from './assign-reference.ts'
import type { ReviewRow } from './queries.ts'

/** The format of our references: a change that names one keeps it, unless another review has it. */
const ownForm = /^PIR-\d{4}-\d{4,}$/

/**
 * Stores a new review under the reference that its change names, or the next free one of the year of its creation. The
 * change must be locked and have no review.
 */
export async function insertReview(
  tx: Transaction,
  named: string | null,
  values: Omit<typeof reviews.$inferInsert, 'reference'>,
): Promise<ReviewRow> {
  const insert = async (reference: string) => {
    const rows = await tx
      .insert(reviews)
      .values({ reference, ...values })
      .onConflictDoNothing()
      .returning()
    return rows[0]
  }
  const stored = named !== null && ownForm.test(named) ? await insert(named) : undefined
  const row = stored ?? (await insert(await assignReference(tx, Number(values.createdAt.slice(0, 4)))))
  if (!row) throw new Error('The review was not stored.')
  return row
}
