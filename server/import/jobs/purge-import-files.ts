import { and, eq, lt, notExists, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { importParts, imports } from '#server/schema/imports.ts'

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
