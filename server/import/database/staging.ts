import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { numberKey } from '#lib/text/record-number.ts'
import { setTimeLimit } from '#server/platform/db/time-limits.ts'
import type { StagedValue, Target } from '../targets/target.ts'
import { copyLine } from './copy-text.ts'
import { alignNumbers, type ResolvedNumbers, resolveNumbers } from './resolve-numbers.ts'

/** A temporary table with the columns of the target and those of its log, which holds the valid rows until the transaction ends. */
export const stagingTable = 'import_rows'

/** A valid row: its place in the file and a value for each column of the staging table. */
export type StagedRow = { readonly ordinal: number; readonly line: number; readonly cells: readonly StagedValue[] }

/** Rows that were staged together: those from after one row number to another. */
export type StagedPortion = {
  readonly after: number
  readonly last: number
  /** Whether no two of them are for the same record, and no other row may spell a number in them differently. */
  readonly isDistinct: boolean
}

/** Milliseconds for one statement of an import; one that takes longer ends the import. */
const maxStatementMs = 120_000
/** A portion ends at either limit: two of them are in memory at a time. */
const [maxRows, maxCharacters] = [5_000, 1 << 21]
/** Text is encoded in steps of this length, as long strings cost more memory and garbage collection than buffers. */
const encodedLength = 1 << 16

/**
 * Copies rows into the staging table in portions. While one portion is copied and passed to `onStaged`, the next is
 * read. Call it inside a transaction.
 */
export async function stageRows(
  client: PoolClient,
  target: Target,
  rows: AsyncIterable<readonly StagedRow[]>,
  onStaged: (portion: StagedPortion, numbers: ResolvedNumbers) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const columns = [...target.columns, ...target.logColumns].map(({ name, type }) => `${escapeIdentifier(name)} ${type}`)
  await setTimeLimit(client, maxStatementMs)
  await client.query(`create temp table ${stagingTable} (ordinal int, line int, ${columns.join(', ')}) on commit drop`)
  await client.query(`create index on ${stagingTable} (ordinal)`)
  const send = async ({ bytes, ...portion }: StagedPortion & { readonly bytes: readonly Buffer[] }) => {
    const copy = client.query(copyFrom(`copy ${stagingTable} from stdin`))
    await pipeline(Readable.from(bytes, { objectMode: false }), copy)
    const numbers = await resolveNumbers(client, stagingTable, target, portion)
    const isDistinct = portion.isDistinct && !numbers.isUnresolved
    await onStaged({ ...portion, isDistinct }, numbers)
  }
  let sent = Promise.resolve()
  for await (const portion of portionsOf(target, rows)) {
    await sent
    signal?.throwIfAborted()
    sent = send(portion)
    // The next `await` reports a failure, unless reading fails first.
    sent.catch(() => {})
  }
  await sent
  signal?.throwIfAborted()
}

async function* portionsOf(target: Target, rows: AsyncIterable<readonly StagedRow[]>) {
  const key = target.columns.findIndex(({ name }) => name === target.key)
  const isNumber = target.key === 'number'
  let [text, bytes, length, count, after, last, keys] = ['', [] as Buffer[], 0, 0, 0, 0, new Set<StagedValue>()]
  const encode = () => {
    bytes.push(Buffer.from(text))
    length += text.length
    text = ''
  }
  const finish = () => {
    encode()
    return { bytes, after, last, isDistinct: keys.size === count }
  }
  for await (const some of rows) {
    for (const { ordinal, line, cells } of some) {
      text += copyLine([ordinal, line, ...cells])
      if (text.length >= encodedLength) encode()
      const own = cells[key] ?? null
      keys.add(isNumber && typeof own === 'string' ? numberKey(own) : own)
      count += 1
      last = ordinal
      if (count < maxRows && length + text.length < maxCharacters) continue
      yield finish()
      ;[bytes, length, count, after, keys] = [[], 0, 0, last, new Set()]
    }
  }
  if (count > 0) yield finish()
}

/** Which of several rows for one record counts: the first of the file, or the last state, which may come first. */
export type RowChoice = 'first' | 'last-state' | 'last-state-first'

/** The order in which the row that counts comes first among those of one record. */
export function orderOfRows({ logColumns }: Target, choice: RowChoice, alias = ''): string {
  if (choice === 'first') return `${alias}ordinal`
  const latest = logColumns.map(({ name }) => `${alias}${escapeIdentifier(name)} desc nulls last`)
  return [...latest, choice === 'last-state' ? `${alias}ordinal desc` : `${alias}ordinal`].join(', ')
}

/** Indexes staged rows by record, the row that counts first; a record has one spelling then. */
export async function indexStagedRows(client: PoolClient, target: Target, choice: RowChoice): Promise<void> {
  const key = escapeIdentifier(target.key)
  await alignNumbers(client, stagingTable, target)
  await client.query(`create index on ${stagingTable} (${key}, ${orderOfRows(target, choice)})`)
  await client.query(`analyze ${stagingTable}`)
}

/** A row whose record an earlier row of the file already has. */
export type RepeatedRow = { readonly ordinal: number; readonly firstLine: number; readonly firstOrdinal: number }

/** The rows that repeat a record, in the order of the file, in portions. */
export async function* readRepeatedRows(client: PoolClient, target: Target): AsyncGenerator<readonly RepeatedRow[]> {
  const key = escapeIdentifier(target.key)
  await client.query(`
    create temp table import_repeats on commit drop as
    select ordinal, first_ordinal, first_line from (
      select ordinal,
        first_value(ordinal) over records as first_ordinal,
        first_value(line) over records as first_line
      from ${stagingTable}
      window records as (partition by ${key} order by ordinal)
    ) numbered
    where ordinal > first_ordinal`)
  for (let after = 0; ; ) {
    const { rows } = await client.query<RepeatedRow>(
      `select ordinal, first_ordinal as "firstOrdinal", first_line as "firstLine"
       from import_repeats where ordinal > $1 order by ordinal limit 5000`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
    yield rows
  }
}
