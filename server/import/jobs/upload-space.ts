import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError } from '#server/platform/errors.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { importParts } from '#server/schema/imports.ts'

/** Bytes that stored files take and may take, and those that are free on the disk of the database, if that is known. */
export type Space = { readonly stored: number; readonly limit: number; readonly free: number | undefined }

/**
 * Why no more may be stored; undefined if there is room. Besides the limit, stored files leave as much free on the disk
 * as they take, since the database writes everything to its log too.
 */
export function describeFullSpace({ stored, limit, free }: Space): string | undefined {
  const remedy = 'Delete files of imports that have ended'
  if (stored >= limit) {
    return `The files of imports take ${megabytes(stored)} MB of the ${megabytes(limit)} MB that they may take together. ${remedy}, or raise HINDSIGHT_IMPORT_SPACE.`
  }
  if (free === undefined || stored < free) return undefined
  return `The disk of the database has ${megabytes(free)} MB free, and the files of imports take ${megabytes(stored)} MB, of which they must leave as much free. ${remedy}, or free disk.`
}

const megabytes = (bytes: number) => Math.floor(bytes / 1e6).toLocaleString('en')

/** Throws `insufficient_storage` if no more files may be stored. Asked before each part of a file. */
export async function assertSpace(db: Queryable): Promise<void> {
  const { env } = getRuntime()
  const [row] = await db
    .select({ stored: sql<string>`coalesce(sum(octet_length(${importParts.content})), 0)` })
    .from(importParts)
  // Of a database on another machine the disk is unknown.
  const disk = env.databaseUrl === undefined ? await statfs(resolveDataDir(env)).catch(() => undefined) : undefined
  const reason = describeFullSpace({
    stored: Number(row?.stored ?? 0),
    limit: env.importSpace,
    free: disk && disk.bavail * disk.bsize,
  })
  if (reason !== undefined) throw new AppError('insufficient_storage', reason)
}
