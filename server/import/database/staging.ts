import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { liftTimeLimits } from '#server/db/time-limits.ts'
import type { StagedValue, Target } from '../targets/target.ts'
import { copyLine } from './copy-text.ts'
import { quoteName } from './identifiers.ts'

/** The good rows of a file, in a table that lives as long as the connection, under the names of the target's columns. */
export const stagingTable = 'import_rows'

/** A row of the file that may be written: its place in the file and a value for each column of the target. */
export type StagedRow = { readonly ordinal: number; readonly line: number; readonly cells: readonly StagedValue[] }

/** Characters gathered before they are sent. */
const sendAt = 1 << 16

/** Streams rows into the staging table; never holds more than a portion of them. */
export async function stageRows(
  client: PoolClient,
  target: Target,
  rows: AsyncIterable<readonly StagedRow[]>,
  isLastState: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const columns = target.columns.map(({ name, type }) => `${quoteName(name)} ${type}`)
  await liftTimeLimits(client, 'session')
  await client.query(`create temp table ${stagingTable} (ordinal int, line int, ${columns.join(', ')})`)
  const copy = client.query(copyFrom(`copy ${stagingTable} from stdin`))
  await pipeline(
    Readable.from(copyLines(rows), { objectMode: false, highWaterMark: sendAt }),
    copy,
    signal ? { signal } : {},
  )
  const key = quoteName(target.key)
  await client.query(`create index on ${stagingTable} (${key}, ordinal${isLastState ? ' desc' : ''})`)
  await client.query(`analyze ${stagingTable}`)
}

async function* copyLines(rows: AsyncIterable<readonly StagedRow[]>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const portion of rows) {
    for (const { ordinal, line, cells } of portion) text += copyLine([ordinal, line, ...cells])
    if (text.length < sendAt) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/** A row whose record an earlier row of the file has already. */
export type RepeatedRow = { readonly ordinal: number; readonly firstLine: number; readonly firstOrdinal: number }

/** The rows that repeat a record, in the order of the file, a portion at a time. */
export async function* readRepeatedRows(client: PoolClient, target: Target): AsyncGenerator<readonly RepeatedRow[]> {
  const key = quoteName(target.key)
  await client.query(`
    create temp table import_repeats as
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
