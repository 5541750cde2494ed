import { and, inArray, sql } from 'drizzle-orm'
import { clearEntries, isToBeWritten, recordDeletions } from '#server/history/delete-records.ts'
import { type Retention, unless } from '#server/platform/retention.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { issueLinks } from '#server/schema/connections.ts'
import { improvements, isOverBefore, partsOfActions } from '#server/schema/improvements.ts'
import { attachmentParts, attachments, reviews } from '#server/schema/reviews.ts'

const sourceKey = numberKeySql(improvements.sourceRef)

/** Conditions that the record from which an action came is still stored, and so shows the action. */
const sources = [
  sql`exists (select from ${reviews} where ${numberKeySql(reviews.reference)} = ${sourceKey})`,
  sql`exists (select from ${changes} where ${numberKeySql(changes.number)} = ${sourceKey} and not ${changes.isStub})`,
  sql`exists (select from ${changes} where ${numberKeySql(changes.pirReference)} = ${sourceKey})`,
  sql`exists (select from ${incidents} where ${numberKeySql(incidents.number)} = ${sourceKey})`,
]

/** Actions that were verified or cancelled, once the review, change or incident that they came from is gone. */
export const improvementRetention: Retention = {
  setting: 'improvement_retention_days',
  key: improvements.id,
  isDeletable: (before) => and(isOverBefore(before), unless(...sources, isToBeWritten('improvement', improvements.id))),
  async remove(ctx, ids, days) {
    const { db } = ctx
    await clearEntries(ctx, { improvement: ids })
    const isOfAction = inArray(attachments.improvementId, [...ids])
    const files = db.select({ id: attachments.id }).from(attachments).where(isOfAction)
    await db.delete(attachmentParts).where(inArray(attachmentParts.attachmentId, files))
    await db.delete(attachments).where(isOfAction)
    await db.delete(issueLinks).where(inArray(issueLinks.improvementId, [...ids]))
    await db.delete(improvements).where(inArray(improvements.id, [...ids]))
    await db.delete(partsOfActions).where(inArray(partsOfActions.action, [...ids]))
    await recordDeletions(ctx, 'improvement', ids, days)
  },
}
