import { drizzle } from 'drizzle-orm/node-postgres'
import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import type { ImportPreviewRecord } from '#lib/contracts/app/import-preview.ts'
import { takeDeletedRows } from '#server/import/database/deleted-rows.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import type { ProtectedChanges } from '#server/import/database/open-reviews.ts'
import { stageRowsInMemory } from '#server/import/database/staging.ts'
import type { PreparedImport } from '#server/import/mapping/prepare-import.ts'
import type { PeopleOfImport } from '#server/import/people.ts'
import { explainDeletion } from '#server/import/refusals.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import type { PreviewRow } from './examine-rows.ts'

/** Maximum seconds to wait for another import that writes to the same records. */
const lockTimeoutSeconds = 3

type CompareOptions = Pick<Context, 'now'> & {
  readonly prepared: PreparedImport
  readonly people: PeopleOfImport
  readonly actor: ActorName
}

type StoredRecord = Readonly<Record<string, unknown>>

/**
 * Returns the records as the import would write them, each compared with the stored one. The rows are merged by the
 * statements of the import, in a transaction that is rolled back.
 */
export async function compareRecords(
  pool: Pool,
  target: Target,
  rows: readonly PreviewRow[],
  { prepared, people, actor, now }: CompareOptions,
): Promise<{ records: ImportPreviewRecord[]; underReview: ProtectedChanges }> {
  const staged = rows.flatMap((row) => ('staged' in row ? row.staged : []))
  if (staged.length === 0) {
    return {
      records: rows.map((row) => presentRecord(row, target, new Map(), new Map())),
      underReview: { count: 0, first: [] },
    }
  }
  const client = await pool.connect()
  const db = drizzle(client)
  try {
    await client.query('begin')
    const { renamed } = await stageRowsInMemory(db, target, await people.resolve(db, staged))
    const spellings = new Map(renamed.map(({ from, to }) => [from, to]))
    const deleted = new Map<number, string>()
    for await (const taken of takeDeletedRows(db, target))
      for (const { ordinal, day } of taken) deleted.set(ordinal, explainDeletion(target, day))
    await client.query(`set local lock_timeout = '${lockTimeoutSeconds}s'`)
    const previewRows = rows.map((row): PreviewRow => {
      const key = row.key === null ? null : (spellings.get(row.key) ?? row.key)
      const reason = 'staged' in row ? deleted.get(row.staged[0]?.ordinal ?? 0) : undefined
      return reason === undefined ? { ...row, key } : { place: row.place, key, reason }
    })
    const keys = previewRows.flatMap((row) => ('staged' in row && row.key !== null ? [row.key] : []))
    const before = await readStored(client, target, keys)
    const filled = new Set(prepared.feeds.map(({ field }) => field))
    const author = { importId: 'preview', actor, now }
    const { underReview } = await mergeStagedRows(db, { target, filled, choice: prepared.choice, author })
    const after = await readStored(client, target, keys)
    return { records: previewRows.map((row) => presentRecord(row, target, before, after)), underReview }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}

async function readStored(
  client: PoolClient,
  target: Target,
  keys: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const key = escapeIdentifier(target.key)
  const { rows } = await client.query<{ key: string; record: StoredRecord }>(
    `select t.${key} as key, to_jsonb(t) as record from ${escapeIdentifier(target.table)} t where t.${key} = any($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, record }) => [key, record]))
}

function presentRecord(
  row: PreviewRow,
  target: Target,
  before: ReadonlyMap<string, StoredRecord>,
  after: ReadonlyMap<string, StoredRecord>,
): ImportPreviewRecord {
  const { place, key } = row
  if ('reason' in row) return { place, key, effect: 'refused', reason: row.reason, values: {}, changes: {} }
  const old = before.get(key ?? '')
  const record = after.get(key ?? '') ?? {}
  const isChanged = old !== undefined && target.columns.some(({ name }) => !isSame(old[name], record[name]))
  const isStub = old?.is_stub === true
  const comparedFields = target.columns.map(({ name }) => name).filter((name) => Object.hasOwn(target.fields, name))
  const changed = old ? comparedFields.filter((name) => !isSame(old[name], record[name])) : []
  return {
    place,
    key,
    reason: null,
    effect: old === undefined ? 'new' : isChanged || isStub ? 'changed' : 'unchanged',
    values: Object.fromEntries(comparedFields.map((name) => [name, record[name] ?? null])),
    changes: Object.fromEntries(changed.map((name) => [name, { from: old?.[name] ?? null, to: record[name] ?? null }])),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
