import { statfs } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeFullSpace, type FileKind } from '#server/platform/files/full-space.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { importParts } from '#server/schema/imports.ts'

/** Texts about these files in messages. */
export const importFiles: FileKind = {
  all: 'The files of imports',
  own: 'The files of your imports',
  remedy: 'Delete files of imports that have ended',
  more: 'raise HINDSIGHT_IMPORT_SPACE',
}

/** The space for files: the bytes that they may take, and the folder of the database if it is on this machine. */
export type FileStore = { readonly limit: number; readonly folder: string | undefined }

export function getImportStore(): FileStore {
  const { env } = getRuntime()
  return { limit: env.importSpace, folder: env.databaseUrl === undefined ? resolveDataDir(env) : undefined }
}

/**
 * Throws `insufficient_storage` if a caller may store no more files. Other uploads of the same caller wait until the
 * transaction ends, as all of them would see the same free space otherwise.
 */
export async function assertSpace(db: Transaction, caller: string, { limit, folder }: FileStore): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('import space'), hashtext(${caller}))`)
  const bytes = sql`octet_length(${importParts.content})`
  const isOwn = eq(importParts.caller, caller)
  const [row] = await db
    .select({ stored: sql<string>`sum(${bytes})`, own: sql<string>`sum(${bytes}) filter (where ${isOwn})` })
    .from(importParts)
  const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
  const space = { stored: Number(row?.stored ?? 0), own: Number(row?.own ?? 0), limit }
  const reason = describeFullSpace({ ...space, free: disk && disk.bavail * disk.bsize }, importFiles)
  if (reason !== undefined) throw new AppError('insufficient_storage', reason)
}
