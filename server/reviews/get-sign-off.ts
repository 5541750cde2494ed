import { and, asc, eq, sql } from 'drizzle-orm'
import type { ReviewReturn, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { getSignOff as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { whyNotConfirmWaiver, whyNotSignOff } from '#lib/review/sign-off.ts'
import { listWritesSinceSubmission } from '#server/history/queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { getReview } from './queries.ts'
import { listPermitted } from './signers.ts'

/**
 * Returns the people who may sign a review off, the reasons why it was returned or reopened so far, and the writes to
 * the change since it was submitted. Throws `not_found`.
 */
export async function getSignOff(ctx: Context, reference: string): Promise<ResponseOf<typeof contract>> {
  const review = await getReview(ctx, reference)
  const submitted = { ...review, status: 'awaiting_sign_off' as const }
  const [signers, confirmers, returns, changed_since] = await Promise.all([
    review.needs_sign_off ? listPermitted(ctx.db, submitted, whyNotSignOff) : [],
    review.waiver_requested ? listPermitted(ctx.db, review, whyNotConfirmWaiver) : [],
    listReturns(ctx.db, reference),
    review.status === 'awaiting_sign_off' ? listWritesSinceSubmission(ctx, review) : [],
  ])
  const show = (people: typeof signers) => people.map(({ name = '', email }) => ({ name, email }))
  return {
    signers: show(signers),
    confirmers: show(confirmers),
    returns,
    changed_since,
  }
}

/** Lists every time a review was returned or reopened, oldest first, from its history. */
export async function listReturns(db: Queryable, reference: string): Promise<ReviewReturn[]> {
  const writtenTo = <Value extends string>(field: string) =>
    sql<Value | null>`${auditEvents.changes} -> ${field}::text ->> 'to'`
  const rows = await db
    .select({
      at: auditEvents.at,
      by: auditEvents.actorName,
      returned: writtenTo('return_reason'),
      step: writtenTo<ReviewStep>('return_step'),
      reopened: writtenTo('reopen_reason'),
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.entityType, 'review'), eq(auditEvents.entityId, reference)))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))
  return rows.flatMap(({ at, by, returned, step, reopened }) => [
    ...(returned === null ? [] : [{ kind: 'returned' as const, at, by, reason: returned, ...(step && { step }) }]),
    ...(reopened === null ? [] : [{ kind: 'reopened' as const, at, by, reason: reopened }]),
  ])
}
