import { createReadStream } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { partBytes, readFileParts, storeParts } from '#server/platform/files/file-parts.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { importParts } from '#server/schema/imports.ts'
import { assertSpace, type FileStore } from './upload-space.ts'

type ContentRole = (typeof importParts.$inferSelect)['role']

/** Content to store, and the caller whose space it takes. */
export type NewContent = {
  readonly id: string
  readonly role: ContentRole
  readonly caller: string
  readonly store: FileStore
}

/**
 * Stores content in parts of about 1 MB, each if there is room, and returns its size in bytes. Throws
 * `insufficient_storage`.
 */
export async function storeContent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id: importId, role, caller, store: space }: NewContent,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const storedAt = now.toISOString()
  return storeParts(db, caller, chunks, async (tx, part) => {
    await assertSpace(tx, caller, space)
    await tx.insert(importParts).values({ importId, role, ...part, caller, storedAt })
  })
}

/**
 * Replaces the stored content by that of a file. If there is no room for all of it, nothing is stored and the reason is
 * returned.
 */
export async function replaceContent(
  ctx: Pick<Context, 'db' | 'now'>,
  content: NewContent,
  path: string | undefined,
): Promise<string | undefined> {
  const remove = () =>
    ctx.db.delete(importParts).where(and(eq(importParts.importId, content.id), eq(importParts.role, content.role)))
  await remove()
  try {
    if (path !== undefined) await storeContent(ctx, content, createReadStream(path, { highWaterMark: partBytes }))
    return undefined
  } catch (error) {
    if (!isAppError(error) || error.code !== 'insufficient_storage') throw error
    await remove()
    return error.message
  }
}

/** Yields the stored content part by part. */
export const readContent = (db: Queryable, id: string, role: ContentRole): AsyncGenerator<Buffer> =>
  readFileParts(async (ordinal) => {
    const [part] = await db
      .select({ content: importParts.content })
      .from(importParts)
      .where(and(eq(importParts.importId, id), eq(importParts.role, role), eq(importParts.ordinal, ordinal)))
    return part?.content
  })

/** Throws `conflict` if the file of an import was deleted. */
export async function assertFileStored(db: Queryable, id: string): Promise<void> {
  const [found] = await db
    .select({ ordinal: importParts.ordinal })
    .from(importParts)
    .where(and(eq(importParts.importId, id), eq(importParts.role, 'file')))
    .limit(1)
  if (!found) throw new AppError('conflict', 'The file of this import is no longer stored. Send it again.')
}
