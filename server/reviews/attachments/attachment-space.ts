import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { attachmentParts } from '#server/schema/reviews.ts'

/** Bytes that attachments leave free on the disk of the database, where it is on this machine. */
const freeBytes = 500_000_000

/**
 * Throws `insufficient_storage` when the attachments take all the space that they may take. Until the transaction ends,
 * others wait, or all would see the same room.
 */
export async function assertRoom(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('attachment space'))`)
  const [row] = await tx
    .select({ stored: sql<string | null>`sum(octet_length(${attachmentParts.content}))` })
    .from(attachmentParts)
  const { attachment_space_mb: limit } = getSettings()
  if (Number(row?.stored ?? 0) >= limit * 1_000_000) {
    throw new AppError(
      'insufficient_storage',
      `Attachments take all of the ${limit.toLocaleString('en')} MB that they may take together. An admin can raise the limit, or shorten the retention, in the settings.`,
    )
  }
  const { env } = getRuntime()
  if (env.databaseUrl !== undefined) return
  const disk = await statfs(resolveDataDir(env)).catch(() => undefined)
  if (disk && disk.bavail * disk.bsize < freeBytes) {
    throw new AppError('insufficient_storage', 'The disk of the database is almost full. Free disk, then try again.')
  }
}
