import { and, eq, exists, isNotNull, isNull, lt, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { attachmentParts, attachments } from '#server/schema/reviews.ts'
import { isInVersion } from './queries.ts'

/** Days that the content of a removed attachment stays, in case that it was removed by mistake. */
const removedDays = 30

/** Days after which the content of an upload that broke off is deleted. */
const uploadDays = 1 / 24

/** The job: deletes the content of attachments that were removed or that the retention ended, and of uploads that broke off. */
export async function purgeAttachments({ db, now }: Context): Promise<void> {
  const before = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString()
  await db
    .update(attachments)
    .set({ deletedAt: now.toISOString() })
    .where(and(isNull(attachments.deletedAt), lt(attachments.removedAt, before(removedDays)), not(isInVersion)))
  const own = eq(attachments.id, attachmentParts.attachmentId)
  const select = (where: SQL | undefined) => db.select({ found: sql`1` }).from(attachments).where(and(own, where))
  const isOrphan = and(lt(attachmentParts.storedAt, before(uploadDays)), notExists(select(undefined)))
  await db.delete(attachmentParts).where(or(exists(select(isNotNull(attachments.deletedAt))), isOrphan))
}
