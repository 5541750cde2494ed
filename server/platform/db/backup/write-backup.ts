import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import { listApplied } from '#server/platform/db/migrate/migrate.ts'
import type { Line } from './read-backup.ts'
import { countAndDigest, listSequences, listTables, prepareSession, readRows } from './tables.ts'

/** Called while the rows of a table are written or restored, and when the table is done. */
export type OnProgress = (progress: { readonly table: string; readonly rows: number; readonly isDone: boolean }) => void

type BackupOptions = { readonly created: Date; readonly mayReplace?: boolean; readonly onProgress?: OnProgress }

/** Writes all rows, of one snapshot, to a compressed file. It gets its name when it is complete and on disk. */
export async function writeBackup(pool: Pool, file: string, options: BackupOptions) {
  if (existsSync(file) && !options.mayReplace) {
    throw new Error(`${file} already exists. Choose another name, or replace it with --force.`)
  }
  const unfinished = `${file}.${process.pid}.partial`
  const client = await pool.connect()
  let isBroken = true
  try {
    const output = (await open(unfinished, 'wx', 0o600)).createWriteStream({ flush: true })
    const totals = { tables: 0, rows: 0 }
    await client.query('begin isolation level repeatable read read only')
    await pipeline(Readable.from(writeFrames(client, options, totals)), createGzip(), output)
    await client.query('commit')
    isBroken = false
    renameSync(unfinished, file)
    return { ...totals, bytes: statSync(file).size }
  } catch (error) {
    rmSync(unfinished, { force: true })
    const isFileError = error instanceof Error && 'syscall' in error && 'path' in error
    throw isFileError ? new Error(`The backup cannot be written: ${error.message}`) : error
  } finally {
    client.release(isBroken)
  }
}

async function* writeFrames(
  client: PoolClient,
  { created, onProgress }: BackupOptions,
  totals: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const digested = (data: Buffer) => {
    hash.update(data)
    return data
  }
  const encodeLine = (content: Line) => Buffer.from(`${JSON.stringify(content)}\n`)
  const line = (content: Line) => digested(encodeLine(content))

  await prepareSession(client)
  const [first, ...further] = await listApplied(client)
  if (first === undefined) throw new Error('The database contains no data of Hindsight yet.')
  yield line({
    kind: 'hindsight-backup',
    format: 1,
    created: created.toISOString(),
    migrations: [first, ...further],
  })
  for (const table of await listTables(client)) {
    const { name } = table
    yield line({ kind: 'table', name, columns: [...table.columns] })
    const passed = countAndDigest()
    for await (const data of readRows(client, table)) {
      passed.add(data)
      yield line({ kind: 'rows', bytes: data.length })
      yield digested(data)
      onProgress?.({ table: name, rows: passed.rows(), isDone: false })
    }
    const result = passed.result()
    yield line({ kind: 'table-end', name, ...result })
    totals.tables++
    totals.rows += result.rows
    onProgress?.({ table: name, rows: result.rows, isDone: true })
  }
  for (const sequence of await listSequences(client)) yield line(sequence)
  yield encodeLine({ kind: 'end', ...totals, sha256: hash.digest('hex') })
}
