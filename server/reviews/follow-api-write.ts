import { eq, sql } from 'drizzle-orm'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { queueReview } from '#server/connections/queue-writes.ts'
import { notify } from '#server/notifications/notify.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { Within } from './each-review.ts'
import { moveReview } from './move-review.ts'
import { formsIn, listStepRows, type ReviewRow } from './queries.ts'
import { openAgain } from './reopen-review.ts'
import { markReopened, storeVersion } from './review-versions.ts'
import { returnOf } from './sign-off-review.ts'

/** The review of a change, locked until the transaction ends; null when there is none. */
export async function findReviewToFollow(tx: Transaction, changeNumber: string): Promise<ReviewRow | null> {
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
 * Updates a review after a token wrote the review fields of its change: completes it through the API, reopens a
 * completed one, or records what was set after its completion. Review and change must be locked.
 */
export async function followApiWrite(
  ctx: Within,
  review: ReviewRow,
  before: VersionedChange,
  after: VersionedChange,
  isCompletedHere: boolean,
): Promise<void> {
  if (isCompletedHere) await completeThroughApi(ctx, review, after)
  else if (review.status === 'completed' && before.pir_completed && !after.pir_completed) {
    await reopenThroughApi(ctx, review, after)
  } else if (review.status === 'completed') await noteApiWrite(ctx, review, before, after)
}

/** Completes a review even if it is incomplete; nobody signed it off. Stores a version where an outcome is known. */
async function completeThroughApi(ctx: Within, row: ReviewRow, change: VersionedChange): Promise<void> {
  const at = ctx.now.toISOString()
  const completed = await moveReview(
    ctx,
    row,
    {
      status: 'completed',
      completedAt: at,
      completedBy: ctx.actor.name,
      completedThrough: 'api',
      completions: row.completions + 1,
      ...{ waivedAt: null, waivedBy: null, waiveReason: null },
      returned: null,
    },
    { completed_through: { from: null, to: 'api' } },
  )
  const forms = formsIn(change, await listStepRows(ctx.db, row.reference))
  const outcome = change.pir_outcome ?? forms.outcome.outcome
  if (outcome !== null) await storeVersion(ctx, completed, { change, forms, outcome })
  await queueReview(ctx, completed)
  await notifyParties(ctx, row, change, 'review_completed', 'completed')
}

const reopenReason = 'pir_completed of the change was set to false through the API.'

/** Reopens a completed review as it was before: with its due date, and not started if nobody had started it. */
async function reopenThroughApi(ctx: Within, row: ReviewRow, change: VersionedChange): Promise<void> {
  await markReopened(ctx, row, reopenReason)
  await moveReview(
    ctx,
    row,
    {
      ...openAgain,
      status: row.startedAt === null ? 'not_started' : 'in_progress',
      returned: returnOf(ctx, 'reopened', reopenReason),
    },
    { reopen_reason: { from: null, to: reopenReason } },
  )
  await notifyParties(ctx, row, change, 'review_reopened', 'reopened')
}

async function noteApiWrite(ctx: Within, row: ReviewRow, before: VersionedChange, after: VersionedChange) {
  const fields = (['pir_outcome', 'pir_reference', 'pir_date'] as const).filter((name) => before[name] !== after[name])
  if (fields.length === 0) return
  const at = ctx.now.toISOString()
  const values = Object.fromEntries(fields.map((name) => [name, after[name]]))
  await ctx.db
    .update(reviews)
    .set({
      setThroughApi: { ...row.setThroughApi, ...values, at, by: ctx.actor.name },
      version: row.version + 1,
      updatedAt: at,
    })
    .where(eq(reviews.reference, row.reference))
  await recordEvent(ctx, 'update', 'review', row.reference, differences(before, values))
  await queueReview(ctx, { ...row, version: row.version + 1 })
}

const notifyParties = (
  ctx: Within,
  { reference, reviewer, submittedBy }: ReviewRow,
  change: VersionedChange,
  kind: 'review_completed' | 'review_reopened',
  deed: string,
) =>
  notify(
    ctx,
    [reviewer, submittedBy].filter((email) => email !== null),
    {
      kind,
      title: `${ctx.actor.name} ${deed} the review ${reference} through the API`,
      body: `${change.number}: ${change.title}.`,
      path: pagePaths.review(change.number),
    },
  )
