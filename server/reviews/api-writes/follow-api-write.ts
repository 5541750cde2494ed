import { reviewActions } from '#lib/actions/review-actions.ts'
import { listFactors } from '#lib/review/outcome.ts'
import { listCheckTags } from '#lib/review/questions/checks.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { submitThroughApi } from '#server/reviews/commands/submit.ts'
import { createMove } from '#server/reviews/commands/transition.ts'
import { isSignOffRequired, type LockedReview, loadLockedReview } from '#server/reviews/locked-review.ts'
import { resolveParticipants } from '#server/reviews/parts.ts'
import { buildForms, type ReviewRow } from '#server/reviews/queries.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { markReopened } from '#server/reviews/versions.ts'
import { buildReturn, clearedByReopening, findWritableStatus, writeReview } from '#server/reviews/write-review.ts'
import { enqueueReviewWrite } from '#server/sync/outbox.ts'

type ApiWrite = {
  readonly review: ReviewRow
  readonly before: VersionedChange
  readonly after: VersionedChange
  /** True if `pir_completed` was set while the review was not completed. */
  readonly isCompletion: boolean
}

/**
 * Updates a review after a token wrote the review fields of its change: completes it, or submits it if it needs a
 * sign-off; reopens a completed one; withdraws a submitted one; or records the fields that were set since. Review and
 * change must be locked.
 */
export async function followApiWrite(ctx: TxContext, { review, before, after, isCompletion }: ApiWrite): Promise<void> {
  const isSubmitted = review.status === 'awaiting_sign_off' && review.setThroughApi !== null
  const loadLocked = () => loadLockedReview(ctx.db, review, after)
  if (isCompletion && !isSubmitted) await completeOrSubmit(ctx, await loadLocked())
  else if (!isSubmitted && review.status !== 'completed') return
  else if (after.pir_completed || !before.pir_completed) await recordApiWrite(ctx, review, before, after)
  else if (isSubmitted) await withdrawThroughApi(ctx, await loadLocked())
  else await reopenThroughApi(ctx, await loadLocked())
}

async function completeOrSubmit(ctx: TxContext, recorded: LockedReview): Promise<void> {
  const participation = await resolveParticipants(ctx.db, recorded.participation)
  const locked = await storeFullRequirement(ctx, { ...recorded, participation })
  if (isSignOffRequired(locked)) await submitThroughApi(ctx, locked)
  else await completeThroughApi(ctx, locked)
}

/** Completes a review that needs no sign-off, even if it is incomplete. Stores a version if an outcome is known. */
const completeThroughApi = createMove({
  action: reviewActions.completed_through_api,
  write: ({ now, actor }, { row, change, steps }) => ({
    move: {
      status: 'completed',
      completedAt: now.toISOString(),
      completedBy: actor.name,
      completedThrough: 'api',
      completions: row.completions + 1,
      factors: listFactors(change, buildForms(change, steps)),
      checks: listCheckTags(buildForms(change, steps).plan.checks),
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
      returned: null,
    },
    auditChanges: { completed_through: { from: null, to: 'api' } },
    outcome: change.pir_outcome ?? buildForms(change, steps).outcome.outcome,
  }),
  notices: reviewActions.completed_through_api.notifies,
})

const reopenReason = 'pir_completed of the change was set to false through the API.'
const reopened = { reopen_reason: { from: null, to: reopenReason } }

/** Reopens a completed review in its former state: with its due date, and not started if nobody had started it. */
const reopenThroughApi = createMove({
  action: reviewActions.reopened_through_api,
  async write(ctx, { row }) {
    await markReopened(ctx, row, reopenReason)
    const returned = buildReturn(ctx, 'reopened', reopenReason)
    return { move: { ...clearedByReopening, status: findWritableStatus(row), returned }, auditChanges: reopened }
  },
  notices: reviewActions.reopened_through_api.notifies,
})

/**
 * Withdraws the submission of a token. A review that a person submitted still waits for its sign-off. The history says
 * reopened, because the name of the action is an event type to which webhooks subscribe.
 */
const withdrawThroughApi = createMove({
  action: reviewActions.reopened_through_api,
  write: (_, { row }) => ({
    move:
      row.submittedBy === null
        ? { status: findWritableStatus(row), submittedAt: null, setThroughApi: null }
        : { status: row.status, setThroughApi: null },
    auditChanges: reopened,
  }),
  notices: reviewActions.reopened_through_api.notifies,
})

/** Records the review fields that a token set since; nothing if they stayed. */
async function recordApiWrite(ctx: TxContext, row: ReviewRow, before: VersionedChange, after: VersionedChange) {
  const fields = (['pir_outcome', 'pir_reference', 'pir_date'] as const).filter((name) => before[name] !== after[name])
  if (fields.length === 0) return
  const at = ctx.now.toISOString()
  const values = Object.fromEntries(fields.map((name) => [name, after[name]]))
  const updated = await writeReview(ctx, row, reviewActions.update, {
    set: { setThroughApi: { ...row.setThroughApi, ...values, at, by: ctx.actor.name } },
    changes: listDifferences(before, values),
  })
  await enqueueReviewWrite(ctx, updated)
}
