import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type Retention, unless } from '#server/platform/retention.ts'
import { changes, isHeld } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachments, isOpenReview, reviews } from '#server/schema/reviews.ts'

/** True if the review or action of an attachment has not ended. */
export const isOfOpenWork = sql<boolean>`(
  exists (select from ${reviews} where ${reviews.reference} = ${attachments.reference} and ${isOpenReview})
  or exists (select from ${improvements} where ${improvements.id} = ${attachments.improvementId}
    and ${improvements.status} not in ('verified', 'cancelled')))`

const sourceKey = numberKeySql(improvements.sourceRef)

/** Attachments whose review, or the source of whose action, belongs to a change on legal hold. */
const isOfHeldChange = [
  sql`exists (select from ${reviews} where ${reviews.reference} = ${attachments.reference} and ${isHeld(reviews.changeNumber)})`,
  sql`exists (select from ${improvements} where ${improvements.id} = ${attachments.improvementId} and ${sourceKey} in (
    select unnest(array[${numberKeySql(changes.number)}, ${numberKeySql(changes.pirReference)}, ${numberKeySql(reviews.reference)}])
    from ${changes} left join ${reviews} on ${reviews.changeNumber} = ${changes.number}
    where ${changes.heldBecause} is not null))`,
]

/** Marks the content of attachments whose review or action has ended; `purgeAttachments` then deletes their parts. */
export const attachmentRetention: Retention = {
  setting: 'attachment_retention_days',
  key: attachments.id,
  isKind: isNull(attachments.deletedAt),
  isDeletable: (before) => and(lt(attachments.uploadedAt, before), unless(isOfOpenWork, ...isOfHeldChange)),
  async remove({ db, now }, ids) {
    await db
      .update(attachments)
      .set({ deletedAt: now.toISOString() })
      .where(inArray(attachments.id, [...ids]))
  },
}
