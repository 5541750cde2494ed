import { and, eq, exists, isNotNull, isNull, lt, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { attachmentParts, attachments } from '#server/schema/reviews.ts'
import { isInVersion } from './queries.ts'

/** Days that the content of a removed attachment stays, in case that it was removed by mistake. */
const removedDays = 30

/** Days after which the content of an upload that broke off is deleted. */
const uploadDays = 1 / 24

/** The job: deletes the content of attachments that were removed or that the retention ended, and of uploads that broke off. */
export async function purgeAttachments(ctx: Context): Promise<void> {
  const before = (count: number) => new Date(ctx.now.getTime() - count * 86_400_000).toISOString()
  await endRemoved(ctx, lt(attachments.removedAt, before(removedDays)))
  const isOrphan = and(lt(attachmentParts.storedAt, before(uploadDays)), notExists(selectParts(ctx.db)))
  await ctx.db
    .delete(attachmentParts)
    .where(or(exists(selectParts(ctx.db, isNotNull(attachments.deletedAt))), isOrphan))
}

/** Deletes the content of attachments of a person that were removed, without waiting. */
export async function purgeRemovedBy(ctx: TxContext, email: string): Promise<void> {
  await endRemoved(ctx, and(isNotNull(attachments.removedAt), eq(attachments.uploadedBy, email)))
  await ctx.db.delete(attachmentParts).where(exists(selectParts(ctx.db, isNotNull(attachments.deletedAt))))
}

/** A completed version of a review keeps the content of its attachments. */
const endRemoved = ({ db, now }: Context, which: SQL | undefined) =>
  db
    .update(attachments)
    .set({ deletedAt: now.toISOString() })
    .where(and(isNull(attachments.deletedAt), which, not(isInVersion)))

/** The attachment of a part. */
const selectParts = (db: Queryable, which?: SQL) =>
  db
    .select({ found: sql`1` })
    .from(attachments)
    .where(and(eq(attachments.id, attachmentParts.attachmentId), which))
