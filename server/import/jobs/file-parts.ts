import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, max, notExists } from 'drizzle-orm'
import { newImportId } from '#server/import/import-file.ts'
import type { StoreUpload } from '#server/platform/api/read-upload.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isAppError } from '#server/platform/errors.ts'
import { Turns } from '#server/platform/http/turns.ts'
import { processWide } from '#server/platform/process-wide.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { withTemporaryFolder } from '#server/platform/temporary-folder.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { callerOf } from './caller-of.ts'
import { assertSpace, importStore, type Store } from './upload-space.ts'

type Role = (typeof importParts.$inferSelect)['role']

const partBytes = 1 << 20

/** Milliseconds between two attempts to delete the parts of a failed upload, and their number. */
const [discardEveryMs, discardAttempts] = [5_000, 120]

/**
 * Stores the file of a new import while it arrives, each part in its own transaction. The parts of an upload that fails
 * are deleted. Throws `insufficient_storage`.
 */
export async function storeFile(ctx: Context, chunks: AsyncIterable<Uint8Array>, store = importStore()) {
  const id = newImportId(ctx.now)
  const hash = createHash('sha256')
  const observe = (chunk: Uint8Array) => hash.update(chunk)
  const caller = await callerOf(ctx, ctx.actor)
  try {
    const size = await storeParts(ctx, { id, role: 'file', caller, store }, observed(chunks, observe))
    return { id, size, digest: hash.digest('hex') }
  } catch (error) {
    await discardUpload(ctx, id).catch(() => void discardLater(ctx, id))
    throw error
  }
}

/** Deletes the parts of a failed upload as soon as the database takes writes; if never, the hourly purge does. */
async function discardLater(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  for (let attempt = 0; attempt < discardAttempts; attempt += 1) {
    await sleep(discardEveryMs, undefined, { ref: false })
    const isDone = await discardUpload(ctx, id).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

/** Deletes the file of an import that was not created. */
async function discardUpload({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const created = db.select({ id: imports.id }).from(imports).where(eq(imports.id, id))
  await db.delete(importParts).where(and(eq(importParts.importId, id), notExists(created)))
}

const storeUpload: StoreUpload = (ctx, chunks) => storeFile(ctx, chunks)

export const importUploads = { store: storeUpload, discard: discardUpload }

async function* observed(chunks: AsyncIterable<Uint8Array>, observe: (chunk: Uint8Array) => void) {
  for await (const chunk of chunks) {
    observe(chunk)
    yield chunk
  }
}

/** Of one caller one part at a time is stored, so that the others wait for the space without a connection. */
const partTurns = () =>
  processWide('turns of parts', () => {
    return new Turns({ atOnce: Number.POSITIVE_INFINITY, perCaller: 1, waiting: Number.POSITIVE_INFINITY })
  })

/** Content to store, and of whom it takes the space. */
export type NewContent = { readonly id: string; readonly role: Role; readonly caller: string; readonly store: Store }

/**
 * Stores content in parts of about 1 MB, each if there is room, and returns its size in bytes. Throws
 * `insufficient_storage`.
 */
export async function storeParts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id: importId, role, caller, store: space }: NewContent,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const storedAt = now.toISOString()
  let [waiting, length, size, ordinal] = [[] as Uint8Array[], 0, 0, 0]
  const store = async () => {
    const content = Buffer.concat(waiting)
    const end = 'rollback' in db ? undefined : await partTurns().take(caller, AbortSignal.any([]))
    try {
      await inTransaction(db, async (tx) => {
        await assertSpace(tx, caller, space)
        await tx.insert(importParts).values({ importId, role, ordinal, content, caller, storedAt })
      })
    } finally {
      end?.()
    }
    ;[waiting, length, ordinal] = [[], 0, ordinal + 1]
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.byteLength
    size += chunk.byteLength
    if (length >= partBytes) await store()
  }
  if (length > 0) await store()
  return size
}

/** Replaces the stored content by that of a file. Without room for all of it nothing is stored; returns why. */
export async function replaceParts(
  ctx: Pick<Context, 'db' | 'now'>,
  content: NewContent,
  path: string | undefined,
): Promise<string | undefined> {
  const remove = () =>
    ctx.db.delete(importParts).where(and(eq(importParts.importId, content.id), eq(importParts.role, content.role)))
  await remove()
  try {
    if (path !== undefined) await storeParts(ctx, content, createReadStream(path, { highWaterMark: partBytes }))
    return undefined
  } catch (error) {
    if (!isAppError(error) || error.code !== 'insufficient_storage') throw error
    await remove()
    return error.message
  }
}

/** The stored content, part after part. */
export async function* readParts(db: Queryable, id: string, role: Role): AsyncGenerator<Buffer> {
  for (let ordinal = 0; ; ordinal++) {
    const [part] = await db
      .select({ content: importParts.content })
      .from(importParts)
      .where(and(eq(importParts.importId, id), eq(importParts.role, role), eq(importParts.ordinal, ordinal)))
    if (!part) return
    yield part.content
  }
}

export async function hasParts(db: Queryable, id: string, role: Role): Promise<boolean> {
  const [found] = await db
    .select({ last: max(importParts.ordinal) })
    .from(importParts)
    .where(and(eq(importParts.importId, id), eq(importParts.role, role)))
  return found?.last != null
}

/** Longest name in a folder, in characters: systems allow 255 bytes. */
const maxNameLength = 60

/** A file name without characters that have a meaning in a path. The ending stays, because it decides the format. */
const safeFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-maxNameLength)
    .replace(/^[. ]+/, '_')

/** Copies the file of an import to a temporary folder, which is deleted after `work`. */
export async function withImportFile<Result>(
  db: Queryable,
  { id, fileName }: { readonly id: string; readonly fileName: string },
  work: (path: string, folder: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder('import', async (folder) => {
    const path = join(folder, safeFileName(fileName))
    await pipeline(Readable.from(readParts(db, id, 'file')), createWriteStream(path))
    return work(path, folder)
  })
}
