import { eq, inArray, sql } from 'drizzle-orm'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'

// Order of locks, so that two transactions never wait for each other: reviews, then changes, then incidents, each kind
// by number, and each row immediately with the strongest lock that is needed. An import locks the records that it
// writes first, so as not to hold reviews while it reads its file: after a conflict it is repeated.

/** A change and its review, if it has one. */
export type ChangeWithReview = { readonly row: ReviewRow | null; readonly change: VersionedChange }

/** Returns the review of a change, locked until the transaction ends; null when there is none. */
export async function lockReviewOfChange(tx: Transaction, changeNumber: string): Promise<ReviewRow | null> {
  const [row] = await runPrepared(tx, 'lock review of change', { changeNumber }, (db) =>
    db
      .select()
      .from(reviews)
      .where(eq(reviews.changeNumber, sql.placeholder('changeNumber')))
      .for('update'),
  )
  return row ?? null
}

/**
 * Returns a change and its review, both locked until the transaction ends. Throws `not_found` for an unknown change.
 */
export async function lockChangeWithReview(tx: Transaction, number: string): Promise<ChangeWithReview> {
  // The second search finds a review that was opened before the change was locked.
  const [before, change, opened] = await Promise.all([
    lockReviewOfChange(tx, number),
    lockChange(tx, number),
    lockReviewOfChange(tx, number),
  ])
  return { row: before ?? opened, change }
}

/** Returns the existing changes with these numbers and their reviews, locked until the transaction ends. */
export async function lockChangesWithReviews(tx: Transaction, numbers: readonly string[]): Promise<ChangeWithReview[]> {
  const lockReviews = () =>
    tx
      .select()
      .from(reviews)
      .where(inArray(reviews.changeNumber, [...numbers]))
      .orderBy(reviews.changeNumber)
      .for('update')
  await lockReviews()
  const lockedChanges = await tx
    .select(changeColumns)
    .from(changes)
    .where(inArray(changes.number, [...numbers]))
    .orderBy(changes.number)
    .for('update')
  const rows = new Map((await lockReviews()).map((row) => [row.changeNumber, row]))
  return lockedChanges.map((change) => ({ change, row: rows.get(change.number) ?? null }))
}

/** Returns a review, locked until the transaction ends. Throws `not_found`. */
export async function lockReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.reference, reference)).for('update')
  if (!row) throw notFound('review', reference)
  return row
}

/**
 * Returns an open review, locked until the transaction ends. Throws `not_found`, and `conflict` when it is completed or
 * waived.
 */
export async function lockOpenReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockReview(tx, reference)
  if (!isClosedReview(row.status)) return row
  throw new AppError('conflict', `The review ${reference} is ${row.status} and can no longer be changed.`)
}

/**
 * Returns a review whose forms may be written, locked until the transaction ends. Throws `not_found`, and `conflict`
 * when it is read-only because it is completed or waits for sign-off.
 */
export async function lockWritableReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockOpenReview(tx, reference)
  if (row.status !== 'awaiting_sign_off') return row
  throw new AppError('conflict', `The review ${reference} waits for sign-off: withdraw it before you change it.`)
}
