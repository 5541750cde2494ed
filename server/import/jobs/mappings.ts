import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import { mappingActions } from '#lib/actions/record-actions.ts'
import { type NewMapping, SavedMapping } from '#lib/contracts/app/imports.ts'
import { type ImportOptions, Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { findPreset } from '#server/import/presets/find-preset.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connections } from '#server/schema/connections.ts'
import { importMappings } from '#server/schema/imports.ts'
import { getTables, restartStreams } from '#server/sync/restart-streams.ts'

type MappingRow = typeof importMappings.$inferSelect

export async function listSavedMappings(ctx: Context, kind?: ImportKind): Promise<SavedMapping[]> {
  const rows = await ctx.db
    .select()
    .from(importMappings)
    .where(kind && eq(importMappings.kind, kind))
    .orderBy(asc(importMappings.name))
  return rows.map(presentMapping)
}

/** Returns a saved mapping or preset. Throws `not_found`, and `invalid_request` if it is for other records. */
export async function getMapping(db: Queryable, name: string, kind: ImportKind): Promise<Mapping> {
  const [row] = await db.select().from(importMappings).where(eq(importMappings.name, name))
  if (row?.kind === kind) return row.mapping
  const preset = findPreset(name)
  const mapping = preset?.kinds[kind]?.mapping
  if (mapping) return mapping
  if (preset && !row) {
    const kinds = Object.keys(preset.kinds).join(' and ')
    throw new AppError('invalid_request', `The mapping ${preset.name} is for ${kinds}, not for ${kind}.`)
  }
  if (!row) throw notFound('saved mapping', name)
  throw new AppError('invalid_request', `The saved mapping ${name} is for ${row.kind}, not for ${kind}.`)
}

/** Returns the named mapping with the parts that the options replace. Throws as `getMapping` does. */
export async function resolveMapping(db: Queryable, options: ImportOptions, kind: ImportKind): Promise<Mapping> {
  const { mapping, mapping_name: name, ...parts } = options
  return { ...(name === undefined ? {} : await getMapping(db, name, kind)), ...mapping, ...parts }
}

/**
 * Saves a mapping under a name, replacing one of that name; connections read the tables that use it again. Throws
 * `conflict` if the name belongs to a mapping for other records or to a preset.
 */
export async function saveMapping(ctx: Context, name: string, input: NewMapping): Promise<SavedMapping> {
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(importMappings).where(eq(importMappings.name, name)).for('update')
    if (before && before.kind !== input.kind)
      throw new AppError('conflict', `A mapping for ${before.kind} has the name ${name}. Choose another name.`)
    if (!before && findPreset(name))
      throw new AppError('conflict', `${name} is the name of a preset. Choose another name.`)
    const at = ctx.now.toISOString()
    const mappingRow = { ...input, savedBy: ctx.actor.name, updatedAt: at }
    const [row] = await tx.db
      .insert(importMappings)
      .values({ name, createdAt: at, ...mappingRow })
      .onConflictDoUpdate({ target: importMappings.name, set: mappingRow })
      .returning()
    if (!row) throw new Error('The mapping was not stored.')
    const action = before ? 'update' : 'create'
    const changes = listDifferences(before ? toHistoryFields(before) : {}, toHistoryFields(row))
    if (!isDeepStrictEqual(before?.mapping, row.mapping)) await restartUsers(tx.db, name, at)
    await recordEvent(tx, mappingActions[action], name, changes)
    return presentMapping(row)
  })
}

async function restartUsers(tx: Transaction, mapping: string, at: string): Promise<void> {
  const rows = await tx
    .select()
    .from(connections)
    .where(eq(connections.kind, 'servicenow'))
    .orderBy(asc(connections.id))
    .for('update')
  for (const { id, options } of rows) {
    const chosen = getTables(options)
    const tables = Object.keys(chosen).filter((table) => chosen[table]?.mapping === mapping)
    if (tables.length === 0) continue
    await tx
      .update(connections)
      .set({ version: sql`${connections.version} + 1`, nextRunAt: at })
      .where(eq(connections.id, id))
    await restartStreams(tx, id, tables)
  }
}

const toHistoryFields = ({ kind, mapping }: MappingRow) => ({ kind, mapping })

const presentMapping = (row: MappingRow): SavedMapping => toRecord(importMappings, row, SavedMapping.keyof().options)

/** Reads a mapping file. Throws `invalid_request` with each fault and its place. */
export async function readMappingFile(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new AppError('invalid_request', `The mapping ${path} cannot be read.`)
  })
  return parseMapping(text)
}

export const parseMapping = (text: string): Mapping => checkMapping(parseJson(text))

export function checkMapping(value: unknown): Mapping {
  const result = Mapping.safeParse(value)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  throw new AppError('invalid_request', `The mapping is invalid: ${faults.join('; ')}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new AppError('invalid_request', `The mapping is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
