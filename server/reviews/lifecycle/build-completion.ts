import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { gatherEvidence, proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { isThroughApi } from '#server/reviews/record/completeness.ts'
import type { LockedReview } from '#server/reviews/record/locked-review.ts'
import { buildForms } from '#server/reviews/record/queries.ts'

type Completion = {
  readonly outcome: ReviewOutcome
  /** Date of the review; null for today (UTC). */
  readonly date: string | null
  readonly isSignedOff?: boolean
  /** E-mail address of the implementer, if the person who signs off had to state it. */
  readonly implementer?: string | null
}

/** Builds the values that a completion writes to a review and its change. */
export function buildCompletion(
  ctx: TxContext,
  { row, change, steps }: LockedReview,
  { outcome, date, isSignedOff = false, implementer = null }: Completion,
) {
  const at = ctx.now.toISOString()
  const by = ctx.actor.name
  const isByToken = isThroughApi(row)
  const proposedOutcome = isByToken ? null : proposeOutcome(gatherEvidence(change, buildForms(change, steps))).outcome
  return {
    outcome,
    pirFields: {
      pir_completed: true,
      pir_reference: isByToken ? (change.pir_reference ?? row.reference) : row.reference,
      pir_outcome: outcome,
      pir_date: date ?? (isByToken ? change.pir_date : null) ?? at.slice(0, 10),
      state: change.state === 'review' ? ('closed' as const) : change.state,
    },
    move: {
      status: 'completed' as const,
      completedAt: at,
      completedBy: by,
      completedThrough: isByToken ? ('api' as const) : ('review' as const),
      setThroughApi: null,
      ...(implementer !== null && { implementer }),
      ...(isSignedOff && { signedOffAt: at, signedOffBy: by }),
      proposedOutcome,
      completions: row.completions + 1,
      returned: null,
    },
    auditChanges: {
      pir_outcome: { from: change.pir_outcome, to: outcome },
      ...(isSignedOff && { signed_off_by: { from: null, to: by } }),
      ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
    },
  }
}
