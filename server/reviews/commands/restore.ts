import { reviewActions } from '#lib/actions/review-actions.ts'
import { listSigners } from '#server/reviews/signers.ts'
import { findWritableStatus } from '#server/reviews/write-review.ts'
import { createMove } from './transition.ts'

type Restoration = {
  /** The reason why the waiver no longer holds, as a sentence. */
  readonly reason: string
  /** Default: as before the waiver. */
  readonly needsSignOff?: boolean
}

/**
 * Requires a waived review again, in its former status, because its waiver no longer holds. Notifies its reviewer, and
 * its signers if it waits for a sign-off again.
 */
export const restoreReview = createMove<Restoration>({
  action: reviewActions.restored,
  write: (_, { row }, __, { reason, needsSignOff = row.needsSignOff }) => ({
    move: {
      status: row.submittedAt === null ? findWritableStatus(row) : 'awaiting_sign_off',
      needsSignOff,
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
    },
    auditChanges: {
      reopen_reason: { from: null, to: reason },
      ...(needsSignOff !== row.needsSignOff && { needs_sign_off: { from: row.needsSignOff, to: needsSignOff } }),
    },
  }),
  notices: async (facts, { reason }, { ctx, review }) =>
    reviewActions.restored.notifies({
      ...facts,
      signers: review.status === 'awaiting_sign_off' ? await listSigners(ctx.db, review) : [],
      reason,
    }),
})
