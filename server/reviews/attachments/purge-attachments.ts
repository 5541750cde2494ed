import { and, eq, exists, isNotNull, isNull, lt, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachmentParts, attachments, isOpenReview, reviews } from '#server/schema/reviews.ts'
import { isInVersion } from './queries.ts'

/** Days that the content of a removed attachment stays, in case that it was removed by mistake. */
const removedDays = 30

/** Days after which the content of an upload that broke off is deleted. */
const uploadDays = 1 / 24

/**
 * The job: deletes the content of attachments that were removed, that the retention of the organisation no longer keeps,
 * and of uploads that broke off.
 */
export async function purgeAttachments({ db, now }: Context): Promise<void> {
  const { attachment_retention_days: days } = getSettings()
  const before = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString()
  const isRemoved = and(lt(attachments.removedAt, before(removedDays)), not(isInVersion))
  const isExpired = days === null ? sql`false` : and(lt(attachments.uploadedAt, before(days)), hasEnded())
  await db
    .update(attachments)
    .set({ deletedAt: now.toISOString() })
    .where(and(isNull(attachments.deletedAt), or(isRemoved, isExpired)))
  const own = eq(attachments.id, attachmentParts.attachmentId)
  const select = (where: SQL | undefined) => db.select({ found: sql`1` }).from(attachments).where(and(own, where))
  const isOrphan = and(lt(attachmentParts.storedAt, before(uploadDays)), notExists(select(undefined)))
  await db.delete(attachmentParts).where(or(exists(select(isNotNull(attachments.deletedAt))), isOrphan))

  /** Whether the review or action of an attachment has ended. */
  function hasEnded(): SQL {
    const openReview = db
      .select({ found: sql`1` })
      .from(reviews)
      .where(and(eq(reviews.reference, attachments.reference), isOpenReview))
    const openAction = db
      .select({ found: sql`1` })
      .from(improvements)
      .where(
        and(
          eq(improvements.id, attachments.improvementId),
          sql`${improvements.status} not in ('verified', 'cancelled')`,
        ),
      )
    return sql`(${notExists(openReview)} and ${notExists(openAction)})`
  }
}
