import { eq, inArray, sql } from 'drizzle-orm'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Participation, Review } from '#lib/contracts/app/reviews.ts'
import { whyReviewRequiresSignOff } from '#lib/review/sign-off.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { readParticipations } from './parts.ts'
import { listStepsByReference, presentReview, type ReviewRow, type StepRow } from './queries.ts'

/** A review with the records that its completion reads or writes; review and change are locked. */
export type LockedReview = {
  readonly row: ReviewRow
  readonly change: VersionedChange
  readonly steps: readonly StepRow[]
  readonly participation: Participation
}

/**
 * Locks a review with its change, the review first, by one statement, and loads its steps and participants by others,
 * which see what was committed until then. Throws `not_found`, and what `assertStatus` throws.
 */
export async function lockReviewAndChange(
  tx: Transaction,
  reference: string,
  assertStatus?: (row: ReviewRow) => void,
): Promise<LockedReview> {
  const [locked] = await runPrepared(tx, 'lock review and change', { reference }, (db) =>
    db
      .select({ row: reviews, change: changeColumns })
      .from(reviews)
      .innerJoin(changes, eq(changes.number, reviews.changeNumber))
      .where(eq(reviews.reference, sql.placeholder('reference')))
      .for('update', { of: [reviews, changes] }),
  )
  if (!locked) throw notFound('review', reference)
  assertStatus?.(locked.row)
  return loadLockedReview(tx, locked.row, locked.change)
}

/** Loads steps and participants of a review that is locked with its change. */
export async function loadLockedReview(
  tx: Transaction,
  row: ReviewRow,
  change: VersionedChange,
): Promise<LockedReview> {
  const [locked] = await loadLockedReviews(tx, [{ row, change }])
  if (!locked) throw new Error('loadLockedReviews returned no review.')
  return locked
}

/** Loads steps and participants of many reviews that are locked with their changes. */
export async function loadLockedReviews(
  tx: Transaction,
  pairs: readonly Pick<LockedReview, 'row' | 'change'>[],
): Promise<LockedReview[]> {
  const participations = await readParticipations(
    tx,
    pairs.map(({ row: { reviewer }, change: { number, assigned_to } }) => ({ number, assigned_to, reviewer })),
  )
  const steps = await listStepsByReference(
    tx,
    pairs.map(({ row }) => row.reference),
  )
  return pairs.flatMap((pair) => {
    const participation = participations.get(pair.change.number)
    return participation ? [{ ...pair, steps: steps.get(pair.row.reference) ?? [], participation }] : []
  })
}

/** Presents a locked review in the shape of the contract. */
export const presentLocked = ({ row, change, steps, participation }: LockedReview): Review =>
  presentReview(row, change, steps, participation)

/** True if the review requires a sign-off, no matter who completes it. */
export const isSignOffRequired = (locked: LockedReview): boolean =>
  whyReviewRequiresSignOff({ review: presentLocked(locked), person: null }) !== null

/** Explains why the actor may not complete the review without a sign-off; null if they may. */
export function whyActorRequiresSignOff({ actor }: Context, locked: LockedReview): string | null {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can complete a review.')
  return whyReviewRequiresSignOff({ review: presentLocked(locked), person: actor })
}

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

/** Throws `conflict` when a review is completed or waived. */
export function assertOpen({ status, reference }: ReviewRow): void {
  if (!isClosedReview(status)) return
  throw new AppError('conflict', `The review ${reference} is ${status} and can no longer be changed.`)
}

/** Throws `conflict` when the forms of a review are read-only because it is completed or waits for sign-off. */
export function assertWritable(row: ReviewRow): void {
  assertOpen(row)
  if (row.status !== 'awaiting_sign_off') return
  throw new AppError('conflict', `The review ${row.reference} waits for sign-off: withdraw it before you change it.`)
}

/** Locks an open review, as `lockReview` does. Throws `conflict` too, as `assertOpen` says. */
export async function lockOpenReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockReview(tx, reference)
  assertOpen(row)
  return row
}

/** Locks a review whose forms may be written, as `lockReview` does. Throws `conflict` too, as `assertWritable` says. */
export async function lockWritableReview(tx: Transaction, reference: string): Promise<ReviewRow> {
  const row = await lockReview(tx, reference)
  assertWritable(row)
  return row
}
