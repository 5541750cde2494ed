import type { Participation, Review } from '#lib/contracts/app/reviews.ts'
import { whyReviewRequiresSignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readParticipations } from '#server/reviews/four-eyes/parts.ts'
import { listStepsByReference, presentReview, type ReviewRow, type StepRow } from './queries.ts'

/** A review with the records that its completion reads or writes; review and change are locked. */
export type LockedReview = {
  readonly row: ReviewRow
  readonly change: VersionedChange
  readonly steps: readonly StepRow[]
  readonly participation: Participation
}

/** Locks the change of a locked review, and loads its steps and participants. */
export async function lockChangeOfReview(tx: Transaction, row: ReviewRow): Promise<LockedReview> {
  return loadLockedReview(tx, row, await lockChange(tx, row.changeNumber))
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
