import { createHash, type Hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, notExists } from 'drizzle-orm'
import { newImportId } from '#server/import/import-file.ts'
import type { UploadStore } from '#server/platform/api/read-upload.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { callerOf } from './caller-of.ts'
import { storeContent } from './stored-content.ts'
import { importStore } from './upload-space.ts'

/** Milliseconds between two attempts to delete the parts of a failed upload, and their number. */
const [discardEveryMs, discardAttempts] = [5_000, 120]

/**
 * Stores the file of a new import while it arrives, each part in its own transaction. The parts of an upload that fails
 * are deleted. Throws `insufficient_storage`.
 */
export async function storeUpload(ctx: Context, chunks: AsyncIterable<Uint8Array>, store = importStore()) {
  const id = newImportId(ctx.now)
  const hash = createHash('sha256')
  const caller = await callerOf(ctx, ctx.actor)
  try {
    const size = await storeContent(ctx, { id, role: 'file', caller, store }, hashed(chunks, hash))
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

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

export const importUploads: UploadStore<unknown> = { store: storeUpload, discard: discardUpload }
