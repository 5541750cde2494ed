import { reviewActions } from '#lib/actions/review-actions.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { type FieldChanges, listDifferences } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { submitThroughApi } from '#server/reviews/commands/submit.ts'
import { publishCompletion } from '#server/reviews/lessons.ts'
import { isSignOffRequired, type LockedReview, loadLockedReview } from '#server/reviews/locked-review.ts'
import { resolveParticipants } from '#server/reviews/parts.ts'
import { buildForms, type ReviewRow } from '#server/reviews/queries.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { markReopened } from '#server/reviews/versions.ts'
import { buildReturn, clearedByReopening, type Move, moveReview, writeReview } from '#server/reviews/write-review.ts'
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
  if (isCompletion && !isSubmitted) return completeOrSubmit(ctx, review, after)
  if (!isSubmitted && review.status !== 'completed') return
  if (after.pir_completed || !before.pir_completed) return recordApiWrite(ctx, review, before, after)
  return isSubmitted ? withdrawThroughApi(ctx, review, after) : reopenThroughApi(ctx, review, after)
}

async function completeOrSubmit(ctx: TxContext, review: ReviewRow, change: VersionedChange): Promise<void> {
  const recorded = await loadLockedReview(ctx.db, review, change)
  const participation = await resolveParticipants(ctx.db, recorded.participation)
  const locked = await storeFullRequirement(ctx, { ...recorded, participation })
  if (isSignOffRequired(locked)) await submitThroughApi(ctx, locked)
  else await completeThroughApi(ctx, locked)
}

/** Completes a review that needs no sign-off, even if it is incomplete. Stores a version if an outcome is known. */
async function completeThroughApi(ctx: TxContext, { row, change, steps }: LockedReview): Promise<void> {
  const completed = await moveThroughApi(ctx, row, change, {
    action: reviewActions.completed_through_api,
    move: {
      status: 'completed',
      completedAt: ctx.now.toISOString(),
      completedBy: ctx.actor.name,
      completedThrough: 'api',
      completions: row.completions + 1,
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
      returned: null,
    },
    auditChanges: { completed_through: { from: null, to: 'api' } },
  })
  const outcome = change.pir_outcome ?? buildForms(change, steps).outcome.outcome
  await publishCompletion(ctx, completed, { change, steps, outcome })
}

const reopening = {
  action: reviewActions.reopened_through_api,
  reason: 'pir_completed of the change was set to false through the API.',
}

/** Reopens a completed review in its former state: with its due date, and not started if nobody had started it. */
async function reopenThroughApi(ctx: TxContext, row: ReviewRow, change: VersionedChange): Promise<void> {
  const { action, reason } = reopening
  await markReopened(ctx, row, reason)
  await moveThroughApi(ctx, row, change, {
    action,
    move: {
      ...clearedByReopening,
      status: findWritableStatus(row),
      returned: buildReturn(ctx, 'reopened', reason),
    },
    auditChanges: { reopen_reason: { from: null, to: reason } },
  })
}

/**
 * Withdraws the submission of a token. A review that a person submitted still waits for its sign-off. The history says
 * reopened, because the name of the action is an event type to which webhooks subscribe.
 */
async function withdrawThroughApi(ctx: TxContext, row: ReviewRow, change: VersionedChange): Promise<void> {
  const isOfPerson = row.submittedBy !== null
  await moveThroughApi(ctx, row, change, {
    action: reopening.action,
    move: {
      status: isOfPerson ? row.status : findWritableStatus(row),
      submittedAt: isOfPerson ? row.submittedAt : null,
      setThroughApi: null,
    },
    auditChanges: { reopen_reason: { from: null, to: reopening.reason } },
  })
}

const findWritableStatus = ({ startedAt }: ReviewRow) => (startedAt === null ? 'not_started' : 'in_progress')

type ApiMove = {
  readonly action: typeof reviewActions.completed_through_api | typeof reviewActions.reopened_through_api
  readonly move: Move
  readonly auditChanges: FieldChanges
}

/** Moves a review in the name of a token, and notifies reviewer and submitter. */
async function moveThroughApi(
  ctx: TxContext,
  row: ReviewRow,
  change: VersionedChange,
  { action, move, auditChanges }: ApiMove,
): Promise<ReviewRow> {
  const moved = await moveReview(ctx, row, action, move, auditChanges)
  await notifyAll(ctx, action.notifies({ actor: ctx.actor.name, review: row, change }))
  return moved
}

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
