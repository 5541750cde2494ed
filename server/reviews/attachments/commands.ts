import { and, count, eq, isNull, or } from 'drizzle-orm'
import { maxAttachments } from '#lib/contracts/app/attachment-values.ts'
import type { Attachment } from '#lib/contracts/app/attachments.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import type { Upload } from '#server/platform/api/read-input.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Context, getActingAccount, type TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { attachments } from '#server/schema/reviews.ts'
import { type AttachmentPlace, type OpenPlace, openPlace } from './attachment-places.ts'
import { presentAttachment } from './queries.ts'

/** Attaches a stored file. Throws the errors of `openPlace`, and `conflict` at the limit of files. */
export async function addAttachment(
  ctx: Context,
  { name, ...place }: AttachmentPlace & { readonly name: string },
  { id, size, type, digest }: Upload,
): Promise<Attachment> {
  const { email, name: uploadedByName } = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const { record, ...at } = await openPlace(tx, place)
    await assertFewer(tx, at)
    await record({ is: 'attached', name, digest })
    const file = { id, name, type, size, digest, uploadedBy: email, uploadedByName, uploadedAt: ctx.now.toISOString() }
    const row = { ...at, ...file, removedAt: null, deletedAt: null }
    await tx.db.insert(attachments).values(row)
    return presentAttachment(row)
  })
}

async function assertFewer({ db }: TxContext, { reference, improvementId }: Omit<OpenPlace, 'record'>): Promise<void> {
  const [counted] = await db
    .select({ files: count() })
    .from(attachments)
    .where(
      and(
        isNull(attachments.removedAt),
        or(
          reference === null ? undefined : eq(attachments.reference, reference),
          improvementId === null ? undefined : eq(attachments.improvementId, improvementId),
        ),
      ),
    )
  if ((counted?.files ?? 0) < maxAttachments) return
  const owner = reference === null ? 'action' : 'review'
  throw new AppError('conflict', `This ${owner} has ${maxAttachments} files, which is the most it can have.`)
}

/**
 * Removes an attachment of the actor; a manager may remove any. Its content is deleted later, unless a completed
 * version of the review has it. Throws the errors of `openPlace`, `not_found`, and `forbidden` for the attachment of
 * somebody else.
 */
export async function removeAttachment(ctx: Context, id: string): Promise<void> {
  const { email, role } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select()
      .from(attachments)
      .where(and(eq(attachments.id, id), isNull(attachments.removedAt)))
    if (!found) throw notFound('attachment', id)
    if (found.uploadedBy !== email && !hasRole(role, 'manager')) {
      throw new AppError(
        'forbidden',
        `${found.uploadedByName} attached this file; only they or a manager can remove it.`,
      )
    }
    const { record } = await openPlace(tx, {
      reference: found.reference,
      step: found.step,
      comment_id: found.commentId,
      improvement_id: found.improvementId,
    })
    const { rowCount } = await tx.db
      .update(attachments)
      .set({ removedAt: ctx.now.toISOString() })
      .where(and(eq(attachments.id, id), isNull(attachments.removedAt)))
    if (rowCount === 0) throw notFound('attachment', id)
    await record({ is: 'removed', name: found.name, digest: found.digest })
  })
}
