import { reviewActions } from '#lib/actions/review-actions.ts'
import { whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import { publishLessons } from '#server/reviews/lessons/publish-lessons.ts'
import { openMarkedReview, readMarks } from '#server/reviews/policy/open-marked-review.ts'
import { submitThroughApi } from '#server/reviews/policy/submit-through-api.ts'
import { isSignOffRequired, loadLockedReview } from '#server/reviews/record/locked-review.ts'
import { buildReturn, clearedByReopening, moveReview } from '#server/reviews/record/move-review.ts'
import { buildForms, listStepRows, type ReviewRow } from '#server/reviews/record/queries.ts'
import { markReopened, storeVersion } from '#server/reviews/record/review-versions.ts'
import { writeReview } from '#server/reviews/record/write-review.ts'
import { enqueueReviewWrite } from '#server/sync/outbox.ts'

/**
 * The review of a change that a token or an import marks as reviewed before it has one: it is opened if a sign-off is
 * required, by the policy or by the part of the person behind them in the change. Null otherwise: it was reviewed elsewhere.
 */
export async function openRequiredReview(ctx: TxContext, change: VersionedChange): Promise<ReviewRow | null> {
  const mark = (await readMarks(ctx.db, [{ row: null, change }])).get(change.number)
  if (!mark) return null
  const { history, took, person } = mark
  const row = { needsSignOff: false, createdAt: ctx.now.toISOString() }
  const { owed, requirement } = await readEvaluation(ctx.db, { row, change, forms: buildForms(change, []), history })
  const reason = whySignOffRequired({ took, reviewer: null, person, requirement })
  return reason === null ? null : openMarkedReview(ctx, change, owed)
}

type ApiWrite = {
  readonly review: ReviewRow
  readonly before: VersionedChange
  readonly after: VersionedChange
  /** Whether `pir_completed` was set while the review was not completed. */
  readonly isCompletion: boolean
}

/**
 * Updates a review after a token wrote the review fields of its change: completes it through the API, or submits it if
 * it needs a sign-off; reopens a completed or submitted one; or records the fields that were set since. Review and change must be
 * locked.
 */
export async function followApiWrite(ctx: TxContext, { review, before, after, isCompletion }: ApiWrite): Promise<void> {
  const isUndone = before.pir_completed && !after.pir_completed
  if (review.status === 'awaiting_sign_off' && review.setThroughApi !== null) {
    if (isUndone) await withdrawThroughApi(ctx, review, after)
    else await recordApiWrite(ctx, review, before, after)
  } else if (isCompletion) {
    const locked = await loadLockedReview(ctx.db, review, after)
    if (await isSignOffRequired(ctx.db, locked)) await submitThroughApi(ctx, locked)
    else await completeThroughApi(ctx, review, after)
  } else if (review.status === 'completed') {
    if (isUndone) await reopenThroughApi(ctx, review, after)
    else await recordApiWrite(ctx, review, before, after)
  }
}

/** Takes back the submission of a token. A review that a person submitted still waits for its sign-off. */
async function withdrawThroughApi(ctx: TxContext, row: ReviewRow, change: VersionedChange): Promise<void> {
  const writable = row.startedAt === null ? 'not_started' : 'in_progress'
  const isOfPerson = row.submittedBy !== null
  await moveReview(
    ctx,
    row,
    reviewActions.reopened_through_api,
    {
      status: isOfPerson ? row.status : writable,
      submittedAt: isOfPerson ? row.submittedAt : null,
      setThroughApi: null,
    },
    { reopen_reason: { from: null, to: reopenReason } },
  )
  await notifyAll(ctx, reviewActions.reopened_through_api.notifies({ actor: ctx.actor.name, review: row, change }))
}

/** Completes a review that needs no sign-off, even if it is incomplete. Stores a version where an outcome is known. */
async function completeThroughApi(ctx: TxContext, row: ReviewRow, change: VersionedChange): Promise<void> {
  const at = ctx.now.toISOString()
  const completed = await moveReview(
    ctx,
    row,
    reviewActions.completed_through_api,
    {
      status: 'completed',
      completedAt: at,
      completedBy: ctx.actor.name,
      completedThrough: 'api',
      completions: row.completions + 1,
      waivedAt: null,
      waivedBy: null,
      waiveReason: null,
      returned: null,
    },
    { completed_through: { from: null, to: 'api' } },
  )
  const forms = buildForms(change, await publishLessons(ctx, completed, await listStepRows(ctx.db, row.reference)))
  const outcome = change.pir_outcome ?? forms.outcome.outcome
  if (outcome !== null) await storeVersion(ctx, completed, { change, forms, outcome })
  await enqueueReviewWrite(ctx, completed)
  await notifyAll(ctx, reviewActions.completed_through_api.notifies({ actor: ctx.actor.name, review: row, change }))
}

const reopenReason = 'pir_completed of the change was set to false through the API.'

/** Reopens a completed review as it was before: with its due date, and not started if nobody had started it. */
async function reopenThroughApi(ctx: TxContext, row: ReviewRow, change: VersionedChange): Promise<void> {
  await markReopened(ctx, row, reopenReason)
  await moveReview(
    ctx,
    row,
    reviewActions.reopened_through_api,
    {
      ...clearedByReopening,
      status: row.startedAt === null ? 'not_started' : 'in_progress',
      returned: buildReturn(ctx, 'reopened', reopenReason),
    },
    { reopen_reason: { from: null, to: reopenReason } },
  )
  await notifyAll(ctx, reviewActions.reopened_through_api.notifies({ actor: ctx.actor.name, review: row, change }))
}

/** Records which review fields a token set since; nothing where they stayed. */
async function recordApiWrite(ctx: TxContext, row: ReviewRow, before: VersionedChange, after: VersionedChange) {
  const fields = (['pir_outcome', 'pir_reference', 'pir_date'] as const).filter((name) => before[name] !== after[name])
  if (fields.length === 0) return
  const at = ctx.now.toISOString()
  const values = Object.fromEntries(fields.map((name) => [name, after[name]]))
  const updated = await writeReview(ctx, row, reviewActions.update, {
    set: { setThroughApi: { ...row.setThroughApi, ...values, at, by: ctx.actor.name } },
    changes: differences(before, values),
  })
  await enqueueReviewWrite(ctx, updated)
}
