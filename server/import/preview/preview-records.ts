import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { ImportPreviewRecord } from '#lib/contracts/app/import-preview.ts'
import { describeProtected } from '#server/import/database/author.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import { orderRows, staged, stagedRows } from '#server/import/database/staging.ts'
import type { RowContent, Source } from '#server/import/source/source.ts'
import { type ImportedFile, stageFile } from '#server/import/stage-file.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'

const maxRows = 20_000
const maxRecords = 20
/** Maximum time to wait for another import that writes to the same records. */
const lockTimeout = '3s'

type Author = Pick<Context, 'now'> & { readonly actor: ActorName }
type StoredRecord = Readonly<Record<string, unknown>>

/**
 * Imports the first rows of a file in a transaction that is rolled back, and returns the first records as the import
 * would write them, each compared with the stored one. Calls `onContent` for each row that could be read.
 */
export async function previewRecords(
  pool: Pool,
  file: ImportedFile,
  author: Author,
  onContent: (content: RowContent) => void,
) {
  const limited = limitRows(file.source, onContent)
  const client = await pool.connect()
  const db = drizzle(client)
  try {
    await client.query('begin')
    const { rows, question } = await stageFile(client, { ...file, source: limited.source })
    const examined = { rows, is_whole: !limited.isCut(), refused: file.refusals.count }
    if (question) return { examined, question, records: [], remarks: [] }
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    const { records, remarks } = await compareRecords(db, file, author)
    return { examined, question, records, remarks }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release(true)
  }
}

/** Limits a source to the first rows, which are passed on when they are read first. */
function limitRows(source: Source, onContent: (content: RowContent) => void) {
  let isCut = false
  let isFirst = true
  async function* rows(): ReturnType<Source['rows']> {
    const pass = isFirst ? onContent : () => {}
    isFirst = false
    let left = maxRows
    for await (const portion of source.rows()) {
      isCut ||= portion.length > left
      const some = portion.slice(0, left)
      for (const { content, fault } of some) if (content && fault === undefined) pass(content)
      left -= some.length
      yield some
      if (isCut) return
    }
  }
  return { source: { ...source, rows }, isCut: () => isCut }
}

async function compareRecords(db: Queryable, file: ImportedFile, { actor, now }: Author) {
  const { target, prepared, source, refusals } = file
  const found = await keepFirstRecords(db, file)
  const accepted = found.map(({ key, first, ordinal, line }) => ({
    key,
    ordinal: first,
    place: source.place({ ordinal, line, content: undefined }),
  }))
  const shown = [...accepted, ...refusals.first]
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .slice(0, maxRecords)
  const keys = accepted.map(({ key }) => key)
  const before = await readStored(db, target, keys)
  const filled = new Set(prepared.feeds.map(({ field }) => field))
  const author = { importId: 'preview', actor, now }
  const { underReview } = await mergeStagedRows(db, { target, filled, choice: prepared.choice, author })
  const after = await readStored(db, target, keys)
  const records = shown.map((row): ImportPreviewRecord => {
    const { place, key } = row
    if ('reason' in row) return { place, key, effect: 'refused', reason: row.reason, values: {}, changes: {} }
    return { place, key, reason: null, ...compare(target, before.get(row.key), after.get(row.key) ?? {}) }
  })
  return { records, remarks: describeProtected(underReview) }
}

/** Deletes all staged rows but those of the first records, and returns the row that counts for each of these. */
async function keepFirstRecords(db: Queryable, { target, prepared }: ImportedFile) {
  const key = sql.identifier(target.key)
  await db.execute(sql`delete from ${stagedRows} staged where ${staged(target.key)} not in (
    select ${key} from ${stagedRows} group by ${key} order by min(ordinal) limit ${maxRecords})`)
  const { rows } = await db.execute<{ key: string; first: number; ordinal: number; line: number }>(
    sql`select distinct on (${key}) ${key} as key, min(ordinal) over (partition by ${key}) as first, ordinal, line
      from ${stagedRows} order by ${key}, ${orderRows(target, prepared.choice)}`,
  )
  return rows
}

async function readStored(
  db: Queryable,
  { key, table }: Target,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const column = sql`stored.${sql.identifier(key)}`
  const { rows } = await db.execute<{ key: string; record: StoredRecord }>(
    sql`select ${column} as key, to_jsonb(stored) as record from ${table} stored where ${column} = any(${sql.param([...keys])})`,
  )
  return new Map(rows.map(({ key, record }) => [key, record]))
}

function compare(
  target: Target,
  old: StoredRecord | undefined,
  record: StoredRecord,
): Pick<ImportPreviewRecord, 'effect' | 'values' | 'changes'> {
  const isChanged = old !== undefined && target.columns.some(({ name }) => !isSame(old[name], record[name]))
  const isStub = old?.is_stub === true
  const comparedFields = target.columns.map(({ name }) => name).filter((name) => Object.hasOwn(target.fields, name))
  const changed = old ? comparedFields.filter((name) => !isSame(old[name], record[name])) : []
  return {
    effect: old === undefined ? 'new' : isChanged || isStub ? 'changed' : 'unchanged',
    values: Object.fromEntries(comparedFields.map((name) => [name, record[name] ?? null])),
    changes: Object.fromEntries(changed.map((name) => [name, { from: old?.[name] ?? null, to: record[name] ?? null }])),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
