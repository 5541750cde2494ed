import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { liftTimeLimits } from '#server/platform/db/time-limits.ts'
import type { StagedValue, Target } from '../targets/target.ts'
import { copyLine } from './copy-text.ts'
import { quoteName } from './identifiers.ts'

/** The good rows of a file, in a table that lives as long as the transaction, under the names of the target's columns. */
export const stagingTable = 'import_rows'

/** A row of the file that may be written: its place in the file and a value for each column of the target. */
export type StagedRow = { readonly ordinal: number; readonly line: number; readonly cells: readonly StagedValue[] }

/** Rows that were staged at once: those after one place in the file up to another. */
export type StagedPortion = {
  readonly after: number
  readonly last: number
  /** Whether each of them is of a record of its own. */
  readonly isDistinct: boolean
}

/** A portion ends with the row that brings it to either: few enough to be held twice, enough to be worth a statement. */
const [mostRows, mostCharacters] = [5_000, 1 << 21]
/** Characters that are turned into bytes at once: as text they would be kept, and moved about, until the portion is sent. */
const mostText = 1 << 16

/**
 * Copies rows into the staging table, a portion at a time; while one is copied and given to `onStaged` the next is read.
 * Never holds more than these two. To be called inside a transaction, as one session holds the table.
 */
export async function stageRows(
  client: PoolClient,
  target: Target,
  rows: AsyncIterable<readonly StagedRow[]>,
  onStaged: (portion: StagedPortion) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const columns = target.columns.map(({ name, type }) => `${quoteName(name)} ${type}`)
  await liftTimeLimits(client)
  await client.query(`create temp table ${stagingTable} (ordinal int, line int, ${columns.join(', ')}) on commit drop`)
  await client.query(`create index on ${stagingTable} (ordinal)`)
  const send = async ({ bytes, ...portion }: StagedPortion & { readonly bytes: readonly Buffer[] }) => {
    const copy = client.query(copyFrom(`copy ${stagingTable} from stdin`))
    await pipeline(Readable.from(bytes, { objectMode: false }), copy)
    await onStaged(portion)
  }
  let sent = Promise.resolve()
  for await (const portion of portionsOf(target, rows)) {
    await sent
    signal?.throwIfAborted()
    sent = send(portion)
    // What fails here is told by the next `await`, unless reading fails before.
    sent.catch(() => {})
  }
  await sent
  signal?.throwIfAborted()
}

async function* portionsOf(target: Target, rows: AsyncIterable<readonly StagedRow[]>) {
  const key = target.columns.findIndex(({ name }) => name === target.key)
  let [text, bytes, length, count, after, last, keys] = ['', [] as Buffer[], 0, 0, 0, 0, new Set<StagedValue>()]
  const turnIntoBytes = () => {
    bytes.push(Buffer.from(text))
    length += text.length
    text = ''
  }
  const taken = () => {
    turnIntoBytes()
    return { bytes, after, last, isDistinct: keys.size === count }
  }
  for await (const some of rows) {
    for (const { ordinal, line, cells } of some) {
      text += copyLine([ordinal, line, ...cells])
      if (text.length >= mostText) turnIntoBytes()
      keys.add(cells[key] ?? null)
      count += 1
      last = ordinal
      if (count < mostRows && length + text.length < mostCharacters) continue
      yield taken()
      ;[bytes, length, count, after, keys] = [[], 0, 0, last, new Set()]
    }
  }
  if (count > 0) yield taken()
}

/** Lets staged rows be found by their record, in the order in which they count. */
export async function indexStagedRows(client: PoolClient, target: Target, isLastState: boolean): Promise<void> {
  const key = quoteName(target.key)
  await client.query(`create index on ${stagingTable} (${key}, ordinal${isLastState ? ' desc' : ''})`)
  await client.query(`analyze ${stagingTable}`)
}

/** A row whose record an earlier row of the file has already. */
export type RepeatedRow = { readonly ordinal: number; readonly firstLine: number; readonly firstOrdinal: number }

/** The rows that repeat a record, in the order of the file, a portion at a time. */
export async function* readRepeatedRows(client: PoolClient, target: Target): AsyncGenerator<readonly RepeatedRow[]> {
  const key = quoteName(target.key)
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
