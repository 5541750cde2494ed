import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { whyNotShort } from '#lib/domain/change/clean-change.ts'
import { fitsShortForm } from '#lib/review/short-form.ts'
import { getChange } from '#server/changes/queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { findCleanChecks } from './clean-checks.ts'
import { lockWritableReview } from './locked-review.ts'
import { buildForms, listStepRows, loadPresentedReview, type ReviewRow } from './queries.ts'
import { writeReview } from './write-review.ts'

/**
 * Switches an open review to the full form permanently, with its answers; a review in the full form stays as it is.
 * Throws `not_found`, and `conflict` for a review that waits for sign-off or is completed.
 */
export async function chooseFullForm(ctx: Context, reference: string): Promise<Review> {
  return inTransaction(ctx, async (tx) => {
    const row = await switchToFullForm(tx, await lockWritableReview(tx.db, reference))
    return loadPresentedReview(tx.db, row, await getChange(tx, row.changeNumber))
  })
}

/** Switches a review to the full form once its forms contain something that the short form cannot show. */
export async function leaveOutgrownShortForm(ctx: TxContext, row: ReviewRow): Promise<void> {
  if (row.form !== 'short') return
  const change = await getChange(ctx, row.changeNumber)
  const forms = buildForms(change, await listStepRows(ctx.db, row.reference))
  if (!fitsShortForm(change, forms)) await switchToFullForm(ctx, row)
}

/** Throws `conflict` with every reason against completing a review in the short form. */
export async function assertCleanIfShort(ctx: TxContext, { reference, form }: ReviewRow): Promise<void> {
  if (form !== 'short') return
  const check = (await findCleanChecks(ctx, [reference])).get(reference)?.check
  const faults = check ? whyNotShort(check) : []
  if (faults.length === 0) return
  throw new AppError('conflict', 'The review cannot be completed in the short form; use the full form.', {
    details: faults.map((issue) => ({ field: 'form_kind', in: 'body' as const, issue })),
  })
}

async function switchToFullForm(ctx: TxContext, row: ReviewRow): Promise<ReviewRow> {
  if (row.form === 'full') return row
  return writeReview(ctx, row, reviewActions.switched_to_full_form, {
    set: { form: 'full' },
    changes: { form_kind: { from: row.form, to: 'full' } },
  })
}
