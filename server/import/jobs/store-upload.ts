import { and, eq, notExists } from 'drizzle-orm'
import { newImportId } from '#server/import/import-file.ts'
import type { UploadStore } from '#server/platform/api/read-upload.ts'
import { receiveFile } from '#server/platform/files/receive-file.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { findCaller } from './find-caller.ts'
import { storeContent } from './stored-content.ts'
import { getImportStore } from './upload-space.ts'

/**
 * Stores the file of a new import while it is received, each part in its own transaction. The parts of a failed upload
 * are deleted. Throws `insufficient_storage`.
 */
export async function storeUpload(ctx: Context, chunks: AsyncIterable<Uint8Array>, store = getImportStore()) {
  const id = newImportId(ctx.now)
  const caller = await findCaller(ctx, ctx.actor)
  const file = await receiveFile(chunks, {
    store: (hashed) => storeContent(ctx, { id, role: 'file', caller, store }, hashed),
    discard: () => discardUpload(ctx, id),
  })
  return { id, ...file }
}

/** Deletes the file of an import that was not created. */
async function discardUpload({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const created = db.select({ id: imports.id }).from(imports).where(eq(imports.id, id))
  await db.delete(importParts).where(and(eq(importParts.importId, id), notExists(created)))
}

export const importUploads: UploadStore<unknown> = {
  store: (ctx, chunks) => storeUpload(ctx, chunks),
  discard: discardUpload,
}
