import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { RowChoice } from '#server/import/mapping/row-choice.ts'
import type { StagedValue, Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { setTimeLimit } from '#server/platform/db/time-limits.ts'
import { storedJson } from '#server/schema/columns.ts'
import { alignNumbers, type ResolvedNumbers, resolveNumbers, type StagedPortion } from './resolve-numbers.ts'
import {
  createStagingTable,
  defineColumns,
  listColumns,
  listValues,
  orderRows,
  type StagedRow,
  stagedRows,
  stagingTable,
} from './staging-table.ts'

/** Maximum milliseconds for one statement; a longer one ends the import. */
const maxStatementMs = 120_000
/** Limits of a portion, in rows and characters; two portions are in memory at a time. */
const maxRows = 5_000
const maxCharacters = 1 << 21
/** Characters that are encoded at once, as long strings cost more memory and garbage collection than buffers. */
const encodedLength = 1 << 16

/**
 * Copies rows into a new staging table in portions, and passes the results of resolving their numbers to `onStaged`.
 * While one portion is copied, the next is read. Call it inside a transaction.
 */
export async function stageRows(
  client: PoolClient,
  target: Target,
  rows: AsyncIterable<readonly StagedRow[]>,
  { onStaged, signal }: { onStaged: (numbers: ResolvedNumbers) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const db = drizzle(client)
  await setTimeLimit(client, maxStatementMs)
  await createStagingTable(db, target)
  const send = async ({ bytes, ...portion }: StagedPortion & { readonly bytes: readonly Buffer[] }) => {
    const copy = client.query(copyFrom(`copy ${stagingTable} from stdin`))
    await pipeline(Readable.from(bytes, { objectMode: false }), copy)
    onStaged(await resolveNumbers(db, target, portion))
  }
  let sent = Promise.resolve()
  for await (const portion of splitIntoPortions(rows)) {
    await sent
    signal?.throwIfAborted()
    sent = send(portion)
    // The next `await` reports a failure, unless reading fails first.
    sent.catch(() => {})
  }
  await sent
  signal?.throwIfAborted()
}

/** Stages rows in memory, all at once. Call it inside a transaction. */
export async function stageRowsInMemory(
  db: Queryable,
  target: Target,
  rows: readonly StagedRow[],
): Promise<ResolvedNumbers> {
  await createStagingTable(db, target)
  const columns = listColumns(target)
  const records = rows.map((row) =>
    Object.fromEntries(listValues(row).map((cell, index) => [columns[index]?.name, cell])),
  )
  await db.execute(
    sql`insert into ${stagedRows} select * from json_to_recordset(${storedJson(records)}::json)
      as records (${defineColumns(target)})`,
  )
  const last = Math.max(0, ...rows.map(({ ordinal }) => ordinal))
  const numbers = await resolveNumbers(db, target, { after: 0, last })
  await alignNumbers(db, target)
  return numbers
}

async function* splitIntoPortions(rows: AsyncIterable<readonly StagedRow[]>) {
  let text = ''
  let bytes = [] as Buffer[]
  let length = 0
  let count = 0
  let after = 0
  let last = 0
  const encode = () => {
    bytes.push(Buffer.from(text))
    length += text.length
    text = ''
  }
  const finish = () => {
    encode()
    return { bytes, after, last }
  }
  for await (const some of rows) {
    for (const row of some) {
      text += formatCopyLine(listValues(row))
      if (text.length >= encodedLength) encode()
      count += 1
      last = row.ordinal
      if (count < maxRows && length + text.length < maxCharacters) continue
      yield finish()
      ;[bytes, length, count, after] = [[], 0, 0, last]
    }
  }
  if (count > 0) yield finish()
}

/** Aligns the spelling of numbers, then indexes staged rows by record, with the row that applies first. */
export async function indexStagedRows(db: Queryable, target: Target, choice: RowChoice): Promise<void> {
  await alignNumbers(db, target)
  await db.execute(sql`create index on ${stagedRows} (${sql.identifier(target.key)}, ${orderRows(target, choice)})`)
  await db.execute(sql`analyze ${stagedRows}`)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row for PostgreSQL's COPY in text format, with its line end. */
export const formatCopyLine = (values: readonly StagedValue[]): string => `${values.map(formatCopyCell).join('\t')}\n`

function formatCopyCell(value: StagedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value !== 'object') return String(value)
  return escapeText(isList(value) ? formatArray(value) : storedJson(value))
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)

const escapeText = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter) : text

const formatArray = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
