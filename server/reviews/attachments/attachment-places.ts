import { eq } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { commentActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { mayChangeFiles } from '#lib/domain/improvements/improvement-status.ts'
import { lockComment } from '#server/discussion/comments.ts'
import { recordActionParts } from '#server/improvements/parts-of-actions.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Context, getActingAccount, type TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { beginReview } from '#server/reviews/commands/start.ts'
import { lockReview, lockWritableReview } from '#server/reviews/locked-review.ts'
import { touchReview } from '#server/reviews/write-review.ts'
import { improvements } from '#server/schema/improvements.ts'

/** Record of an attachment: a step of a review, a comment, or an improvement action. */
export type AttachmentPlace = {
  readonly reference?: string | null | undefined
  readonly step?: ReviewStep | null | undefined
  readonly comment_id?: string | null | undefined
  readonly improvement_id?: string | null | undefined
}

/** A locked place whose attachments the actor may change. */
export type OpenPlace = {
  readonly reference: string | null
  readonly step: ReviewStep | null
  readonly commentId: string | null
  readonly improvementId: string | null
  /** Records in the history that a file was attached or removed, which changes the review, comment or action. */
  readonly record: (change: FileChange) => Promise<void>
}

type FileChange = { readonly is: 'attached' | 'removed'; readonly name: string; readonly digest: string }

const noPlace = { reference: null, step: null, commentId: null, improvementId: null }

/** Checks the place of an attachment before a file is read. Throws the errors of `openPlace`. */
export const assertMayAttach = (ctx: Context, place: AttachmentPlace): Promise<void> =>
  inTransaction(ctx, async (tx) => void (await openPlace(tx, place)))

/**
 * Locks the review, comment or action of an attachment until the transaction ends. Throws `not_found`, `forbidden` for
 * an actor who may not write to it, and `conflict` when it can no longer be changed.
 */
export async function openPlace(ctx: TxContext, place: AttachmentPlace): Promise<OpenPlace> {
  if (place.improvement_id) return openAction(ctx, place.improvement_id)
  assertReviewer(ctx)
  if (place.comment_id) return openComment(ctx, place.comment_id)
  if (place.reference && place.step) return openStep(ctx, place.reference, place.step)
  throw new Error('An attachment needs a place.')
}

async function openStep(ctx: TxContext, reference: string, step: ReviewStep): Promise<OpenPlace> {
  const review = await lockWritableReview(ctx.db, reference)
  const record = async (change: FileChange) => {
    await beginReview(ctx, review)
    await touchReview(ctx, review, true)
    // Recorded as a field of the step, so that a person who attaches or removes a file is a writer of the review.
    await recordEvent(ctx, reviewActions[`file_${change.is}`], reference, buildFileChanges(`${step}.file`, change))
  }
  return { ...noPlace, reference, step, record }
}

async function openComment(ctx: TxContext, id: string): Promise<OpenPlace> {
  const { reference, author, authorName } = await lockComment(ctx.db, id)
  if (author !== getActingAccount(ctx).email) {
    throw new AppError('forbidden', `This comment is ${authorName}’s; only they can change its files.`)
  }
  await lockReview(ctx.db, reference)
  const record = (change: FileChange) =>
    recordEvent(ctx, commentActions[`file_${change.is}`], id, {
      ...buildFileChanges('file', change),
      reference: { from: reference, to: reference },
    })
  return { ...noPlace, reference, commentId: id, record }
}

async function openAction(ctx: TxContext, id: string): Promise<OpenPlace> {
  const [action] = await ctx.db
    .select({ owner: improvements.owner, status: improvements.status })
    .from(improvements)
    .where(eq(improvements.id, id))
    .for('update')
  if (!action) throw notFound('improvement', id)
  if (!isSameEmail(action.owner, getActingAccount(ctx).email)) assertReviewer(ctx)
  if (!mayChangeFiles(action)) {
    throw new AppError('conflict', `The action is ${action.status}: its files can no longer be changed.`)
  }
  const record = async (change: FileChange) => {
    await recordEvent(ctx, improvementActions[`file_${change.is}`], id, buildFileChanges('file', change))
    await recordActionParts(ctx.db)
  }
  return { ...noPlace, improvementId: id, record }
}

function assertReviewer({ actor }: Context): void {
  if (actor.kind === 'account' && hasRole(actor.role, 'reviewer')) return
  throw new AppError('forbidden', 'This needs the role reviewer.')
}

function buildFileChanges(field: string, { is, name, digest }: FileChange): FieldChanges {
  const added = { [field]: { from: null, to: name }, sha256: { from: null, to: digest } }
  const removed = { [field]: { from: name, to: null }, sha256: { from: digest, to: null } }
  return is === 'attached' ? added : removed
}
