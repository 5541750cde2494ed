import type { Participation, Review } from '#lib/contracts/app/reviews.ts'
import type { SignOffRequirement } from '#lib/domain/four-eyes/four-eyes.ts'
import { whyReviewRequiresSignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import { type HistoryEntry, readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import { findParticipations } from '#server/reviews/four-eyes/participation.ts'
import { buildForms, listStepsByReference, presentReview, type ReviewRow, type StepRow } from './queries.ts'

/** A review with the records that its completion reads or writes; review and change are locked. */
export type LockedReview = {
  readonly row: ReviewRow
  readonly change: VersionedChange
  readonly steps: readonly StepRow[]
  /** The history of change and review, oldest first. */
  readonly history: readonly HistoryEntry[]
  /** People who took part by the history. */
  readonly participation: Participation
}

/** Locks the change of a locked review, and loads its steps and history. */
export async function lockChangeOfReview(tx: Transaction, row: ReviewRow): Promise<LockedReview> {
  return loadLockedReview(tx, row, await lockChange(tx, row.changeNumber))
}

/** Loads steps and history of a review that is locked with its change. */
export async function loadLockedReview(
  tx: Transaction,
  row: ReviewRow,
  change: VersionedChange,
): Promise<LockedReview> {
  const [locked] = await loadLockedReviews(tx, [{ row, change }])
  if (!locked) throw new Error('loadLockedReviews returned no review.')
  return locked
}

/** Loads steps and histories of many reviews that are locked with their changes. */
export async function loadLockedReviews(
  tx: Transaction,
  pairs: readonly Pick<LockedReview, 'row' | 'change'>[],
): Promise<LockedReview[]> {
  const histories = await readHistory(
    tx,
    pairs.map(({ row: { reference }, change: { number } }) => ({ number, reference })),
  )
  const participations = await findParticipations(
    tx,
    pairs.map((pair) => {
      const { number, assigned_to } = pair.change
      const { reference } = pair.row
      return { pair, change: { number, reference, assigned_to }, history: histories.get(number) ?? [] }
    }),
  )
  const steps = await listStepsByReference(
    tx,
    pairs.map(({ row }) => row.reference),
  )
  return participations.map(({ pair: { row, change }, history, participation }) => ({
    row,
    change,
    steps: steps.get(row.reference) ?? [],
    history,
    participation,
  }))
}

/** Presents a locked review in the shape of the contract. */
export const presentLocked = ({ row, change, steps, participation }: LockedReview): Review =>
  presentReview(row, change, steps, participation)

/** True if the review requires a sign-off, no matter who completes it. */
export async function isSignOffRequired(tx: Transaction, locked: LockedReview): Promise<boolean> {
  const { row, change, steps, history } = locked
  const { requirement } = await readEvaluation(tx, { row, change, forms: buildForms(change, steps), history })
  return whyReviewRequiresSignOff({ review: presentLocked(locked), person: null }, requirement) !== null
}

/** Explains why the actor may not complete the review without a sign-off; null if they may. */
export function whyActorRequiresSignOff(
  { actor }: Context,
  locked: LockedReview,
  requirement: SignOffRequirement,
): string | null {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can complete a review.')
  return whyReviewRequiresSignOff({ review: presentLocked(locked), person: actor }, requirement)
}
