import type { Action, ActionNotice } from '#lib/actions/action.ts'
import type { ReviewFacts } from '#lib/actions/review-actions.ts'
import type { Participation, Review } from '#lib/contracts/app/reviews.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { type PirFields, storePirFields } from '#server/changes/write-pir-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import { type Context, getToday, type TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { selectSecondLookDay } from '#server/policy/second-look-rule.ts'
import { publishCompletion } from '#server/reviews/lessons.ts'
import { type LockedReview, lockReviewAndChange, presentLocked } from '#server/reviews/locked-review.ts'
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
  /**
   * The outcome of a completion, which publishes lessons, is stored as a version and written to connections; null for
   * a completion through the API without one, which stores no version.
   */
  readonly outcome?: ReviewOutcome | null
}

type DeclaredMove<Input> = {
  readonly action: Action
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

type Transition<Input> = DeclaredMove<Input> & {
  /** Throws if the review cannot move in its status; by default any status will do. */
  readonly assertStatus?: (row: ReviewRow) => void
  /** Explains why the actor may not move it; null if everybody who may write the review may. */
  readonly may: WhyNot | null
  /** Runs first, and throws if the review cannot move. */
  readonly prepare?: (ctx: TxContext, locked: LockedReview) => Promise<LockedReview>
}

/**
 * Creates a command that moves a review to another status or person, in one transaction: lock, permission, and what
 * `createMove` does. It throws `not_found`, the refusals of `may`, and the errors of the declared functions.
 */
export function transition<Input = void>({ assertStatus, may, prepare, ...declared }: Transition<Input>) {
  const move = createMove(declared)
  return (ctx: Context, reference: string, input: Input): Promise<Review> =>
    inTransaction(ctx, async (tx) => {
      const recorded = await lockReviewAndChange(tx.db, reference, assertStatus)
      const current = { ...recorded, participation: await resolveParticipants(tx.db, recorded.participation) }
      const locked = (await prepare?.(tx, current)) ?? current
      if (may) assertMay(tx, may, presentLocked(locked))
      return move(tx, locked, input, recorded.participation)
    })
}

/**
 * Creates a function that moves a locked review, as the consequence of another write or by the permission that
 * `transition` has checked: change, review with its version, history, writes to other systems, notifications.
 * `recorded` are the participants without those who are only known now to be the same people.
 */
export function createMove<Input = void>({ action, write, notices }: DeclaredMove<Input>) {
  if (action.notifies && !notices) {
    throw new Error(`The action ${action.name} of a review notifies people: state in \`notices\` of what.`)
  }
  return async (
    ctx: TxContext,
    locked: LockedReview,
    input: Input,
    recorded: Participation = locked.participation,
  ): Promise<Review> => {
    const { row, change, steps } = locked
    const before = presentLocked(locked)
    const written = await write(ctx, locked, before, input)
    if (!written) return loadPresentedReview(ctx.db, row, change, steps)
    const { auditChanges, pirFields = {}, outcome } = written
    const isCompletion = written.move.status === 'completed' && row.status !== 'completed'
    const move = isCompletion
      ? { ...written.move, secondLookOn: selectSecondLookDay(change, outcome ?? null, getToday(ctx)) }
      : written.move
    const { change: reviewed, entries } = await storePirFields(ctx, change, pirFields)
    const moved = await moveReview(ctx, row, written.action ?? action, move, auditChanges, entries)
    const publishedSteps =
      outcome === undefined ? steps : await publishCompletion(ctx, moved, { change: reviewed, steps, outcome })
    // A sign-off is no part, unless it states who the implementer was.
    const hasSameParts = move.signedOffAt != null && move.implementer === undefined
    const review = hasSameParts
      ? presentReview(moved, change, publishedSteps, recorded)
      : await loadPresentedReview(ctx.db, moved, change, publishedSteps)
    const facts = { actor: ctx.actor.name, review: row, change }
    if (notices) await notifyAll(ctx, await notices(facts, input, { ctx, review, before: row }))
    return review
  }
}
