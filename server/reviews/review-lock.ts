import { eq } from 'drizzle-orm'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'

/** A review, locked until the transaction ends. Throws `not_found`. */
export async function lockReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.reference, reference)).for('update')
  if (!row) throw notFound('review', reference)
  return row
}

/** An open review, locked until the transaction ends. Throws `not_found`, and `conflict` when it is completed or waived. */
export async function lockOpenReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockReview(tx, reference)
  if (!isClosedReview(row.status)) return row
  throw new AppError('conflict', `The review ${reference} is ${row.status} and can no longer be changed.`)
}

/**
 * A review whose forms may still be written, locked until the transaction ends. Throws `not_found`, and `conflict` when
 * it is completed or waits for sign-off: it is read-only then.
 */
export async function lockWritableReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockOpenReview(tx, reference)
  if (row.status !== 'awaiting_sign_off') return row
  throw new AppError('conflict', `The review ${reference} waits for sign-off: withdraw it before you change it.`)
}
