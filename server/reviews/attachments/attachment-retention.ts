import { and, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachments, isOpenReview, reviews } from '#server/schema/reviews.ts'

/** Whether the review or action of an attachment has not ended. */
export const isOfOpenWork = sql<boolean>`(
  exists (select from ${reviews} where ${reviews.reference} = ${attachments.reference} and ${isOpenReview})
  or exists (select from ${improvements} where ${improvements.id} = ${attachments.improvementId}
    and ${improvements.status} not in ('verified', 'cancelled')))`

/** The content of attachments whose review or action has ended; `purgeAttachments` then deletes their parts. */
export const attachmentRetention: Retention = {
  setting: 'attachment_retention_days',
  key: attachments.id,
  isKind: isNull(attachments.deletedAt),
  isDeletable: (before) => and(lt(attachments.uploadedAt, before), not(isOfOpenWork)),
  async remove({ db, now }, ids) {
    await db
      .update(attachments)
      .set({ deletedAt: now.toISOString() })
      .where(inArray(attachments.id, [...ids]))
  },
}
