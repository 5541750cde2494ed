import { reviewActions } from '#lib/actions/review-actions.ts'
import type { completeCleanReviews as contract } from '#lib/contracts/app/review-bulk.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { whyNotClean } from '#lib/domain/change/clean-change.ts'
import { bulkSamplePercent, drawSample } from '#lib/domain/policy/bulk-sample.ts'
import { fillCleanForms } from '#lib/review/short-form.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, Context, TxContext } from '#server/platform/runtime/context.ts'
import { readAskedChecks } from '#server/policy/checks.ts'
import { type CleanCheckedReview, findCleanChecks } from '#server/reviews/clean-checks.ts'
import { lockOpenReview } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { writeStep } from '#server/reviews/save-step.ts'
import { moveReview, writeReview } from '#server/reviews/write-review.ts'
import { completeReview } from './complete.ts'
import { forEachReview } from './for-each-review.ts'

/**
 * Completes the reviews of a list whose changes are clean, in the name of the actor, and selects a random sample of
 * them for full review instead. A dry run only reports which ones are clean. `random` returns a number from 0 to below
 * 1.
 */
export async function completeCleanReviews(
  ctx: Context,
  { reviews: items, dry_run: isDryRun }: BodyOf<typeof contract>,
  random: () => number = Math.random,
): Promise<ResponseOf<typeof contract>> {
  const checked = await forEachReview(ctx, items, async (txCtx, { reference }) => {
    await getClean(txCtx, reference)
    return { result: 'clean' as const, text: 'Can be completed as successful.' }
  })
  if (isDryRun) return { results: checked, sample_percent: bulkSamplePercent }

  const cleanItems = checked.filter(({ result }) => result === 'clean').map(({ item }) => item)
  const drawn = new Set(drawSample(cleanItems, random))
  const results = await forEachReview(ctx, items, async (txCtx, { item, reference }) => {
    const row = await lockOpenReview(txCtx.db, reference)
    const clean = await getClean(txCtx, reference)
    if (drawn.has(item)) {
      await drawForFullReview(txCtx, row)
      return { result: 'drawn' as const, text: 'Drawn at random for full review.' }
    }
    await completeAsClean(txCtx, row, clean)
    return { result: 'completed' as const, text: 'Completed as successful.' }
  })
  return { results, sample_percent: bulkSamplePercent }
}

/** Returns the check of a clean change. Throws `conflict` with every reason why the change is not clean. */
async function getClean(ctx: Context, reference: string): Promise<CleanCheckedReview> {
  const checked = (await findCleanChecks(ctx, [reference])).get(reference)
  const reasons = checked ? whyNotClean(checked.check) : ['There is no such review.']
  if (!checked || reasons.length > 0) throw new AppError('conflict', reasons.join(' '))
  return checked
}

type AccountActor = Extract<Actor, { kind: 'account' }>

/** Begins a review in the name of the actor, who becomes its reviewer if nobody is assigned. */
async function takeReview(ctx: TxContext, row: ReviewRow, actor: AccountActor): Promise<ReviewRow> {
  const isTaken = row.reviewer === null
  if (row.status === 'in_progress' && !isTaken) return row
  return moveReview(
    ctx,
    row,
    reviewActions.begun,
    {
      status: 'in_progress',
      startedAt: row.startedAt ?? ctx.now.toISOString(),
      ...(isTaken && { reviewer: actor.email, reviewerName: actor.name }),
    },
    isTaken ? { reviewer: { from: null, to: actor.email } } : {},
  )
}

async function completeAsClean(ctx: TxContext, row: ReviewRow, { change }: CleanCheckedReview): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can complete a review.')
  const review = await takeReview(ctx, row, actor)
  const asked = await readAskedChecks(ctx.db, [change.number])
  const remark = `Completed in bulk by ${actor.name}, as a clean change.`
  const forms = fillCleanForms(change, remark, asked(change.number))
  for (const step of reviewSteps) {
    await writeStep(ctx, { review, step, form: forms[step], before: undefined, version: 0 })
  }
  await completeReview(ctx, row.reference, {})
}

/** Reason of a sampled review, which no rule of the policy gave. */
const drawnReason = {
  rule_id: 'bulk_sample',
  rule: 'Sample of a bulk completion',
  text: 'Drawn at random from a bulk completion',
}

async function drawForFullReview(ctx: TxContext, row: ReviewRow): Promise<void> {
  const reasons = [...row.reasons, drawnReason]
  await writeReview(ctx, row, reviewActions.drawn, {
    set: { form: 'full', reasons },
    changes: { form_kind: { from: row.form, to: 'full' }, reasons: { from: row.reasons, to: reasons } },
  })
  await notifyAll(ctx, reviewActions.drawn.notifies({ review: row, change: row.changeNumber, why: drawnReason.text }))
}
