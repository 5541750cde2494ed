import { statfs } from 'node:fs/promises'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeFullSpace, type FileKind, formatMegabytes } from '#server/platform/files/full-space.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { attachmentParts, attachments, reviews } from '#server/schema/reviews.ts'
import { isOfOpenWork } from './attachment-retention.ts'
import { purgeRemovedBy } from './purge-attachments.ts'

/** Bytes that attachments leave free on the disk of the database, if it is on this machine. */
const freeBytes = 500_000_000

const attachmentFiles: FileKind = {
  all: 'Attachments',
  own: 'Your attachments',
  remedy: 'Remove those that are not needed',
  more: 'ask an admin for more space in the settings',
}

/**
 * Throws `insufficient_storage` when the attachments use all their space, or those of the actor their share of it.
 * Others wait until the transaction ends, because they would all see the same free space.
 */
export async function assertRoom(ctx: TxContext): Promise<void> {
  const { email } = getActingAccount(ctx)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('attachment space'))`)
  // Removed files stay in case of a mistake, until the person needs their space.
  const isFull = (await describeFull(ctx)) !== undefined
  if (isFull) await purgeRemovedBy(ctx, email)
  const reason = isFull ? await describeFull(ctx) : undefined
  if (reason !== undefined) throw new AppError('insufficient_storage', `${reason}${await nameLargest(ctx, email)}`)
  const { env } = getRuntime()
  if (env.databaseUrl !== undefined) return
  const disk = await statfs(resolveDataDir(env)).catch(() => undefined)
  if (disk && disk.bavail * disk.bsize < freeBytes) {
    throw new AppError('insufficient_storage', 'The disk of the database is almost full. Free disk, then try again.')
  }
}

async function describeFull(ctx: TxContext): Promise<string | undefined> {
  const bytes = sql`octet_length(${attachmentParts.content})`
  const isOwn = eq(attachmentParts.uploader, getActingAccount(ctx).id)
  const [row] = await ctx.db
    .select({ stored: sql<string>`sum(${bytes})`, own: sql<string>`sum(${bytes}) filter (where ${isOwn})` })
    .from(attachmentParts)
  const limit = getSettings().attachment_space_mb * 1_000_000
  const space = { stored: Number(row?.stored ?? 0), own: Number(row?.own ?? 0), limit, free: undefined }
  return describeFullSpace(space, attachmentFiles)
}

/** Names the largest attachments of a person in open reviews and actions; empty without any. */
async function nameLargest({ db }: TxContext, email: string): Promise<string> {
  const rows = await db
    .select({
      name: attachments.name,
      size: attachments.size,
      place: sql<string>`coalesce(${reviews.changeNumber}, ${attachments.improvementId})`,
    })
    .from(attachments)
    .leftJoin(reviews, eq(reviews.reference, attachments.reference))
    .where(and(eq(attachments.uploadedBy, email), isNull(attachments.removedAt), isOfOpenWork))
    .orderBy(desc(attachments.size), attachments.id)
    .limit(3)
  if (rows.length === 0) return ''
  const files = rows.map(({ name, size, place }) => `${name} of ${place} (${formatMegabytes(size)} MB)`)
  return ` Your largest in open reviews and actions: ${files.join(', ')}.`
}
