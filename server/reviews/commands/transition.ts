import type { Action, ActionNotice } from '#lib/actions/action.ts'
import type { ReviewFacts } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { type PirFields, writePirFields } from '#server/changes/write-pir-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { publishCompletion } from '#server/reviews/lessons.ts'
import { type LockedReview, lockChangeOfReview, lockReview, presentLocked } from '#server/reviews/locked-review.ts'
import { resolveParticipants } from '#server/reviews/parts.ts'
import { loadPresentedReview, presentReview, type ReviewRow } from '#server/reviews/queries.ts'
import { assertMay, type WhyNot } from '#server/reviews/signers.ts'
import { type Move, moveReview } from '#server/reviews/write-review.ts'

/** Values that a transition writes, all or nothing. */
export type TransitionWrite = {
  /** The action, if it is not the declared one. */
  readonly action?: Action
  readonly move: Move
  /** Changes for the history, besides the status and the person who submitted the review. */
  readonly auditChanges?: FieldChanges
  /** The PIR fields of the change. */
  readonly pirFields?: PirFields
  /** The outcome of a completion, which publishes lessons, is stored as a version and written to connections. */
  readonly outcome?: ReviewOutcome
}

type Transition<Input> = {
  readonly action: Action
  /** Locks the review; by default in any status. */
  readonly lock?: typeof lockReview
  /** Explains why the actor may not move it; null if everybody who may write the review may. */
  readonly may: WhyNot | null
  /** Runs first, and throws if the review cannot move. */
  readonly prepare?: (ctx: TxContext, locked: LockedReview) => Promise<LockedReview>
  /** Returns the values to write; null if nothing changes. */
  readonly write: (
    ctx: TxContext,
    locked: LockedReview,
    review: Review,
    input: Input,
  ) => TransitionWrite | null | Promise<TransitionWrite | null>
  /** Returns the notifications to send. `review` is the review afterwards, `before` its former row. */
  readonly notices?: (
    facts: ReviewFacts,
    input: Input,
    after: { readonly ctx: TxContext; readonly review: Review; readonly before: ReviewRow },
  ) => readonly ActionNotice[] | Promise<readonly ActionNotice[]>
}

/**
 * Creates a command that moves a review to another status or person, in one transaction: lock, permission, change,
 * review with its version, history, writes to other systems, notifications. It throws `not_found`, the refusals of
 * `may`, and the errors of the declared functions.
 */
export function transition<Input = void>(declared: Transition<Input>) {
  const { action, lock = lockReview, may, prepare, write, notices } = declared
  if (action.notifies && !notices) {
    throw new Error(`The action ${action.name} of a review notifies people: state in \`notices\` of what.`)
  }
  return (ctx: Context, reference: string, input: Input): Promise<Review> =>
    inTransaction(ctx, async (tx) => {
      const recorded = await lockChangeOfReview(tx.db, await lock(tx.db, reference))
      const current = { ...recorded, participation: await resolveParticipants(tx.db, recorded.participation) }
      const locked = (await prepare?.(tx, current)) ?? current
      const { row, change, steps } = locked
      const before = presentLocked(locked)
      if (may) assertMay(tx, may, before)
      const transitioned = await write(tx, locked, before, input)
      if (!transitioned) return before
      const { move, auditChanges, pirFields, outcome } = transitioned
      const reviewed = pirFields ? await writePirFields(tx, change, pirFields) : change
      const moved = await moveReview(tx, row, transitioned.action ?? action, move, auditChanges)
      const publishedSteps =
        outcome === undefined ? steps : await publishCompletion(tx, moved, { change: reviewed, steps, outcome })
      // A sign-off is no part, unless it states who the implementer was.
      const hasSameParts = move.signedOffAt != null && move.implementer === undefined
      const review = hasSameParts
        ? presentReview(moved, change, publishedSteps, recorded.participation)
        : await loadPresentedReview(tx.db, moved, change, publishedSteps)
      const facts = { actor: ctx.actor.name, review: row, change }
      if (notices) await notifyAll(tx, await notices(facts, input, { ctx: tx, review, before: row }))
      return review
    })
}
