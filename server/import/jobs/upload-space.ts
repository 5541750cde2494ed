import { statfs } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { importParts } from '#server/schema/imports.ts'

/**
 * Bytes that stored files take, those of one caller among them, and that all may take; those that are free on the disk
 * of the database, if that is known.
 */
export type Space = {
  readonly stored: number
  readonly own: number
  readonly limit: number
  readonly free: number | undefined
}

/**
 * Why a caller may store no more; undefined if there is room. Besides the limit, stored files leave as much free on the
 * disk as they take, since the database writes everything to its log too. The files of one caller leave as much room to
 * the others as they take, so that nobody fills it alone.
 */
export function describeFullSpace({ stored, own, limit, free }: Space): string | undefined {
  const remedy = 'Delete files of imports that have ended'
  if (stored >= limit) {
    return `The files of imports take ${megabytes(stored)} MB of the ${megabytes(limit)} MB that they may take together. ${remedy}, or raise HINDSIGHT_IMPORT_SPACE.`
  }
  if (free !== undefined && stored >= free) {
    return `The disk of the database has ${megabytes(free)} MB free, and the files of imports take ${megabytes(stored)} MB, of which they must leave as much free. ${remedy}, or free disk.`
  }
  const room = Math.min(limit, free ?? limit) - stored
  if (own < room) return undefined
  return `The files of your imports take ${megabytes(own)} MB, of which they must leave as much to others; ${megabytes(room)} MB are left. ${remedy}, or raise HINDSIGHT_IMPORT_SPACE.`
}

const megabytes = (bytes: number) => Math.floor(bytes / 1e6).toLocaleString('en')

/** Where files are stored: bytes that they may take, and the folder of the database if it is on this machine. */
export type Store = { readonly limit: number; readonly folder: string | undefined }

export function importStore(): Store {
  const { env } = getRuntime()
  return { limit: env.importSpace, folder: env.databaseUrl === undefined ? resolveDataDir(env) : undefined }
}

/**
 * Throws `insufficient_storage` if a caller may store no more files. Until the transaction ends, others of the same
 * caller wait, or all would see the same room.
 */
export async function assertSpace(db: Transaction, caller: string, { limit, folder }: Store): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('import space'), hashtext(${caller}))`)
  const bytes = sql`octet_length(${importParts.content})`
  const isOwn = eq(importParts.caller, caller)
  const [row] = await db
    .select({ stored: sql<string>`sum(${bytes})`, own: sql<string>`sum(${bytes}) filter (where ${isOwn})` })
    .from(importParts)
  const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
  const reason = describeFullSpace({
    stored: Number(row?.stored ?? 0),
    own: Number(row?.own ?? 0),
    limit,
    free: disk && disk.bavail * disk.bsize,
  })
  if (reason !== undefined) throw new AppError('insufficient_storage', reason)
}
