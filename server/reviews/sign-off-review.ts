import type { ReviewReturn } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isResolved } from '#lib/domain/implementer.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { implementerToState, type whyNotReopen, whyNotSignOff } from '#lib/domain/review-sign-off.ts'
import { notify } from '#server/notifications/notify.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { assertComplete, lockWithChange, writeCompletion } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { presentReview } from './queries.ts'
import { lockReview } from './review-lock.ts'
import { hasReplacedOwnName, replacedOwnName } from './rewritten-implementer.ts'

/**
 * Signs a review off, which completes it: review, change, version and history, all or nothing. A review that became
 * incomplete after its submission, such as by a newly linked incident, is rejected as at completion. Throws
 * `not_found`, `forbidden` and `conflict`, as `whyNotSignOff` says.
 */
export async function signOffReview(
  ctx: Context,
  reference: string,
  { pir_date: date = null, implementer }: { pir_date?: string | null | undefined; implementer?: string | undefined },
): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockWithChange(tx, await lockReview(tx, reference))
    const { row, change, steps } = locked
    const review = presentReview(row, change, steps)
    assertMay(ctx, whyNotSignOff, review, change)
    if (await hasReplacedOwnName(tx, ctx.actor, change.number)) {
      throw new AppError('forbidden', `${replacedOwnName} Somebody else has to sign it off.`)
    }
    const stated = statedImplementer(ctx, review, change, implementer)
    const outcome = await assertComplete(tx, locked)
    return writeCompletion({ ...ctx, db: tx }, locked, { outcome, date, isSignedOff: true, implementer: stated })
  })
}

/**
 * The address of the implementer as the signer states it; null when the record names the person and none is stated.
 * Throws `invalid_parameter` if one is required or contradicts the record, and `forbidden` for the implementer.
 */
function statedImplementer(
  ctx: Context,
  review: Review,
  change: ChangeRecord,
  implementer: string | undefined,
): string | null {
  const unresolved = implementerToState({ review, change })
  if (implementer === undefined) {
    if (unresolved === null) return null
    const issue = `must be the e-mail address of the implementer: the change names “${unresolved}”, who is not in the directory`
    throw invalidField('implementer', 'body', issue)
  }
  const email = normalizeEmail(implementer)
  const named = change.assigned_to
  if (named !== null && isResolved(named)) {
    if (normalizeEmail(named) === email) return null
    throw invalidField('implementer', 'body', `must be left out: the change names ${named}`)
  }
  assertMay(ctx, whyNotSignOff, { ...review, implementer: email }, change)
  return email
}

/**
 * Returns a review instead of signing it off, and notifies its reviewer of the reason. Throws what `signOffReview`
 * throws.
 */
export async function returnReview(ctx: Context, reference: string, reason: string): Promise<Review> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { row, change, steps } = await lockWithChange(tx, await lockReview(tx, reference))
    assertMay(ctx, whyNotSignOff, presentReview(row, change, steps), change)
    const returned = returnOf(ctx, 'returned', reason)
    const moved = await moveReview(
      within,
      row,
      { status: 'in_progress', submittedAt: null, submittedBy: null, returned },
      { return_reason: { from: null, to: reason } },
    )
    await notify(
      within,
      [row.reviewer, row.submittedBy].filter((email) => email !== null),
      {
        kind: 'review_returned',
        title: `${ctx.actor.name} sent back the review ${reference}`,
        body: `${change.number}: ${change.title}. ${reason}`,
        path: pagePaths.review(change.number),
      },
    )
    return presentReview(moved, change, steps)
  })
}

export const returnOf = ({ now, actor }: Context, kind: ReviewReturn['kind'], reason: string): ReviewReturn => ({
  kind,
  at: now.toISOString(),
  by: actor.name,
  reason,
})

/** Throws the reason, if any, why the actor may not. */
export function assertMay(
  { actor }: Context,
  whyNot: typeof whyNotReopen,
  review: Review,
  change: Pick<ChangeRecord, 'assigned_to'>,
): void {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can do this.')
  const refusal = whyNot({ review, change, person: actor })
  if (refusal) throw new AppError(refusal.code, refusal.text)
}
