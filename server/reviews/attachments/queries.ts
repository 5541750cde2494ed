import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Attachment, listAttachments as contract } from '#lib/contracts/app/attachments.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { notFound } from '#server/platform/errors.ts'
import { readFileParts } from '#server/platform/files/file-parts.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachmentParts, attachments, reviewVersions } from '#server/schema/reviews.ts'

type AttachmentRow = typeof attachments.$inferSelect

/**
 * Lists the attachments of a review with those of its comments and actions, or the attachments of an action; oldest
 * first.
 */
export async function listAttachments({ db }: Context, { of }: QueryOf<typeof contract>): Promise<Attachment[]> {
  const actions = db.select({ id: improvements.id }).from(improvements).where(eq(improvements.sourceRef, of))
  const { reference, improvementId, removedAt, uploadedAt, id } = attachments
  const rows = await db
    .select()
    .from(attachments)
    .where(and(isNull(removedAt), or(eq(reference, of), eq(improvementId, of), inArray(improvementId, actions))))
    .orderBy(asc(uploadedAt), asc(id))
  return rows.map(presentAttachment)
}

/** True for attachments that a completed version of their review has. */
export const isInVersion: SQL<boolean> = sql`exists (
  select from ${reviewVersions} version
  where version.reference = ${attachments.reference}
    and version.snapshot::jsonb -> 'attachments' @> jsonb_build_array(jsonb_build_object('id', ${attachments.id}))
)`

/** Reads an attachment for download. Throws `not_found`, also once its content is deleted. */
export async function readAttachment({ db }: Context, id: string) {
  const [row] = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), isNull(attachments.deletedAt), or(isNull(attachments.removedAt), isInVersion)))
  if (!row) throw notFound('attachment', id)
  const content = readFileParts(async (ordinal) => {
    const [part] = await db
      .select({ content: attachmentParts.content })
      .from(attachmentParts)
      .where(and(eq(attachmentParts.attachmentId, id), eq(attachmentParts.ordinal, ordinal)))
    return part?.content
  })
  return { type: row.type, name: row.name, content }
}

export const presentAttachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  reference: row.reference,
  step: row.step,
  comment_id: row.commentId,
  improvement_id: row.improvementId,
  name: row.name,
  type: row.type,
  size: row.size,
  sha256: row.digest,
  uploaded_by: row.uploadedBy,
  uploaded_by_name: row.uploadedByName,
  uploaded_at: row.uploadedAt,
  deleted_at: row.deletedAt,
})
