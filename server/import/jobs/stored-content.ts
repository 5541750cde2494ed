import { createReadStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { and, eq, lt, notExists, or, sql } from 'drizzle-orm'
import { newImportId } from '#server/import/import-file.ts'
import type { UploadStore } from '#server/platform/api/read-input.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { partBytes, readFileParts, receiveFile, storeParts } from '#server/platform/files/file-parts.ts'
import { describeFullSpace, type FileKind } from '#server/platform/files/full-space.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { findCaller } from './queries.ts'

type ContentRole = (typeof importParts.$inferSelect)['role']

type NewContent = {
  readonly id: string
  readonly role: ContentRole
  readonly caller: string
  readonly store: FileStore
}

/** Stores content in parts of about 1 MB and returns its bytes. Throws `insufficient_storage`. */
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

/** Replaces the stored content by that of a file. Returns the reason if there is no room; then nothing is stored. */
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

/** Stores the file of a new import while it is received, and no part if that fails. Throws `insufficient_storage`. */
export async function storeUpload(ctx: Context, chunks: AsyncIterable<Uint8Array>, store = getImportStore()) {
  const id = newImportId(ctx.now)
  const caller = await findCaller(ctx, ctx.actor)
  const file = await receiveFile(chunks, {
    store: (hashed) => storeContent(ctx, { id, role: 'file', caller, store }, hashed),
    discard: () => discardUpload(ctx, id),
  })
  return { id, ...file }
}

async function discardUpload({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const created = db.select({ id: imports.id }).from(imports).where(eq(imports.id, id))
  await db.delete(importParts).where(and(eq(importParts.importId, id), notExists(created)))
}

export const importUploads: UploadStore<unknown> = {
  store: (ctx, chunks) => storeUpload(ctx, chunks),
  discard: discardUpload,
}

/** Days for which the file and the refused rows of an import are stored. */
const storedDays = 30
/** Days after which a draft that was never run is deleted. */
const draftDays = 7

/** Hours after which parts of an interrupted transfer are deleted; a transfer may take half an hour. */
const transferHours = 1

/** Deletes the files of old imports, drafts that were never run, and parts of interrupted transfers. */
export async function purgeImportFiles({ db, now }: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await db.delete(imports).where(and(eq(imports.status, 'draft'), lt(imports.createdAt, daysAgo(draftDays))))
  const ownImport = db.select({ found: sql`1` }).from(imports).where(eq(imports.id, importParts.importId))
  const isOld = lt(importParts.storedAt, daysAgo(storedDays))
  const isOrphan = and(lt(importParts.storedAt, daysAgo(transferHours / 24)), notExists(ownImport))
  await db.delete(importParts).where(or(isOld, isOrphan))
}

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

/** Throws `insufficient_storage`. Other uploads of the caller wait, as all would see the same free space otherwise. */
async function assertSpace(db: Transaction, caller: string, { limit, folder }: FileStore): Promise<void> {
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
