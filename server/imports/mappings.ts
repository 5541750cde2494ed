import { asc, eq } from 'drizzle-orm'
import type { NewMapping, SavedMapping } from '#lib/contracts/app/import-mappings.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { differences, recordEvent, removal } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { importMappings } from '#server/schema/imports.ts'

type MappingRow = typeof importMappings.$inferSelect

/** The saved mappings by name. */
export async function listSavedMappings(ctx: Context, kind?: ImportKind): Promise<SavedMapping[]> {
  const rows = await ctx.db
    .select()
    .from(importMappings)
    .where(kind && eq(importMappings.kind, kind))
    .orderBy(asc(importMappings.name))
  return rows.map(present)
}

/** The mapping of that name. Throws `not_found`, and `invalid_request` if it is for another kind of records. */
export async function findMapping(db: Queryable, name: string, kind: ImportKind): Promise<Mapping> {
  const [row] = await db.select().from(importMappings).where(eq(importMappings.name, name))
  if (!row) throw notFound('saved mapping', name)
  if (row.kind !== kind) {
    throw new AppError('invalid_request', `The saved mapping ${name} is for ${row.kind}, not for ${kind}.`)
  }
  return row.mapping
}

/** Saves a mapping under a name; one of that name is replaced. Throws `conflict` if that is for other records. */
export async function saveMapping(ctx: Context, name: string, input: NewMapping): Promise<SavedMapping> {
  return inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select().from(importMappings).where(eq(importMappings.name, name)).for('update')
    if (before && before.kind !== input.kind) {
      throw new AppError('conflict', `A mapping for ${before.kind} has the name ${name}. Choose another name.`)
    }
    const at = ctx.now.toISOString()
    const written = { ...input, savedBy: ctx.actor.name, updatedAt: at }
    const [row] = await tx
      .insert(importMappings)
      .values({ name, createdAt: at, ...written })
      .onConflictDoUpdate({ target: importMappings.name, set: written })
      .returning()
    if (!row) throw new Error('The mapping was not stored.')
    const action = before ? 'update' : 'create'
    const changes = differences(before ? recorded(before) : {}, recorded(row))
    await recordEvent({ ...ctx, db: tx }, action, 'import_mapping', name, changes)
    return present(row)
  })
}

/** Deletes a saved mapping. Throws `not_found`. */
export async function deleteSavedMapping(ctx: Context, name: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [row] = await tx.delete(importMappings).where(eq(importMappings.name, name)).returning()
    if (!row) throw notFound('saved mapping', name)
    await recordEvent({ ...ctx, db: tx }, 'delete', 'import_mapping', name, removal(recorded(row)))
  })
}

const recorded = ({ kind, mapping }: MappingRow) => ({ kind, mapping })

const present = (row: MappingRow): SavedMapping => ({
  name: row.name,
  kind: row.kind,
  mapping: row.mapping,
  saved_by: row.savedBy,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
