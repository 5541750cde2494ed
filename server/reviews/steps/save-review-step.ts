import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { writtenForms } from '#lib/contracts/app/review-forms.ts'
import type { saveReviewStep as contract } from '#lib/contracts/app/reviews.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { emptyReviewForms } from '#lib/domain/review/review-forms.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import { getChange } from '#server/changes/queries.ts'
import { parsePart } from '#server/platform/api/read-input.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeSignOffRequirement } from '#server/reviews/policy/store-sign-off-requirement.ts'
import { lockChangeOfReview } from '#server/reviews/record/locked-review.ts'
import { getDrafts, presentStep, type ReviewRow, type StepRow } from '#server/reviews/record/queries.ts'
import { lockReview, lockWritableReview } from '#server/reviews/record/review-lock.ts'
import { touchReview } from '#server/reviews/record/write-review.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { beginReview } from './begin-review.ts'
import { listFormDifferences } from './form-differences.ts'
import { recordConfirmed } from './record-confirmed.ts'
import { leaveOutgrownShortForm } from './short-form.ts'

type Form = Record<string, unknown>

/**
 * Saves the form of a step over the version that was read. A form that is already stored is returned unchanged,
 * whatever the version, so that a client can retry a save whose response was lost. Saving starts a review that is owed.
 * Throws `invalid_parameter` naming `form.<field>`, `not_found`, `conflict` for a review that waits for sign-off or is
 * completed, `precondition_failed` when another version was saved since. Also throws the errors of `recordConfirmed`.
 */
export async function saveReviewStep(
  ctx: Context,
  reference: string,
  step: ReviewStep,
  { version, form: written }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  // The contract takes the form of any step: see `AnyForm`.
  const { form: checked } = parsePart(z.object({ form: writtenForms[step] }), { form: written }, 'body')
  return inTransaction(ctx, async (tx) => {
    const review = await lockWritableReview(tx.db, reference)
    const [before] = await tx.db
      .select()
      .from(reviewSteps)
      .where(and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, step)))
    const form: Form = step === 'lessons' ? keepOwnArticles(checked, before?.form) : checked
    if (before && JSON.stringify(before.form) === JSON.stringify(form)) return { step, saved: presentStep(before) }
    const affectsRequirement = step === 'incidents' || (step === 'plan' && form.actual_end !== before?.form.actual_end)
    if (affectsRequirement) await lockChange(tx.db, review.changeNumber)
    const begun = await beginReview(tx, review)
    const row = await writeStep(tx, { review: begun, step, form, before, version })
    if (affectsRequirement)
      await storeSignOffRequirement(tx, await lockChangeOfReview(tx.db, await lockReview(tx.db, reference)))
    await leaveOutgrownShortForm(tx, begun)
    return { step, saved: presentStep(row) }
  })
}

type StepWrite = {
  readonly review: ReviewRow
  readonly step: ReviewStep
  readonly form: Form
  /** The saved step; undefined before the first save. */
  readonly before: StepRow | undefined
  /** The version to replace; 0 for none. */
  readonly version: number
}

/** Stores a form as the next version, with its history. Throws `precondition_failed` when `version` is not the last. */
export async function writeStep(ctx: TxContext, { review, step, form, before, version }: StepWrite): Promise<StepRow> {
  const { reference } = review
  const at = ctx.now.toISOString()
  const values = { form, version: version + 1, savedAt: at, savedBy: ctx.actor.name }
  const isLast = and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, step), eq(reviewSteps.version, version))
  const [row] =
    version === 0
      ? await ctx.db
          .insert(reviewSteps)
          .values({ reference, step, ...values })
          .onConflictDoNothing()
          .returning()
      : await ctx.db.update(reviewSteps).set(values).where(isLast).returning()
  if (!row) {
    throw new AppError('precondition_failed', 'Someone else has saved this step since; compare it with yours.')
  }
  if (step === 'incidents') await recordConfirmed(ctx, review.changeNumber, getDecisions(form))
  const former = before?.form ?? emptyReviewForms(await getChange(ctx, review.changeNumber))[step]
  const changed = listFormDifferences(step, former, form)
  const isChanged = Object.keys(changed).length > 0
  await touchReview(ctx, reference, { isChanged })
  if (isChanged) await recordEvent(ctx, reviewActions.saved, reference, changed)
  return row
}

/** Restores the publication of each draft, which only the server sets: a value from the caller is ignored. */
function keepOwnArticles(form: Form, stored: Form | undefined): Form {
  const storedDrafts = new Map(getDrafts(stored).map((draft) => [draft.key, draft]))
  const drafts = getDrafts(form).map(({ publishes: _, ...draft }) => {
    const { article_id = null, publishes } = storedDrafts.get(draft.key) ?? {}
    return { ...draft, article_id, ...(publishes !== undefined && { publishes }) }
  })
  return { ...form, drafts }
}

/** Returns the decisions of an incidents form that its schema has checked. */
const getDecisions = (form: Form) => form.decisions as ReviewForm<'incidents'>['decisions']
