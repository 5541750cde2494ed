import { and, eq, exists, isNotNull, isNull, lt, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { attachmentParts, attachments } from '#server/schema/reviews.ts'
import { isInVersion } from './queries.ts'

/** Days until the content of a removed attachment is deleted, in case it was removed by mistake. */
const removedDays = 30

/** Days after which the content of an interrupted upload is deleted. */
const uploadDays = 1 / 24

/**
 * Job that deletes the content of attachments that were removed or that the retention ended, and of interrupted
 * uploads.
 */
export async function purgeAttachments(ctx: Context): Promise<void> {
  const before = (count: number) => new Date(ctx.now.getTime() - count * 86_400_000).toISOString()
  await markDeleted(ctx, lt(attachments.removedAt, before(removedDays)))
  const isOrphan = and(lt(attachmentParts.storedAt, before(uploadDays)), notExists(selectParts(ctx.db)))
  await ctx.db
    .delete(attachmentParts)
    .where(or(exists(selectParts(ctx.db, isNotNull(attachments.deletedAt))), isOrphan))
}

/** Deletes the content of a person's removed attachments at once. */
export async function purgeRemovedBy(ctx: TxContext, email: string): Promise<void> {
  await markDeleted(ctx, and(isNotNull(attachments.removedAt), eq(attachments.uploadedBy, email)))
  await ctx.db.delete(attachmentParts).where(exists(selectParts(ctx.db, isNotNull(attachments.deletedAt))))
}

/** Ends removed attachments, except those that a completed version of a review has. */
const markDeleted = ({ db, now }: Context, which: SQL | undefined) =>
  db
    .update(attachments)
    .set({ deletedAt: now.toISOString() })
    .where(and(isNull(attachments.deletedAt), which, not(isInVersion)))

/** Selects the attachment of a part. */
const selectParts = (db: Queryable, which?: SQL) =>
  db
    .select({ found: sql`1` })
    .from(attachments)
    .where(and(eq(attachments.id, attachmentParts.attachmentId), which))
