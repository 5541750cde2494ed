import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { damaged, type Frame, type Header, notBackup, readFrames, type Sequence, truncated } from './frames.ts'
import { countAndDigest } from './tables.ts'

export type BackedUpTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly sha256: string
}

/** The contents of a complete, unchanged backup. */
export type BackupContents = {
  readonly header: Header
  readonly tables: readonly BackedUpTable[]
  readonly sequences: readonly Sequence[]
}

/** The frames of a backup file. Throws BackupError if the file cannot be read or was changed. */
export async function* readBackup(file: string): AsyncGenerator<Frame> {
  const unpacked = createGunzip()
  pipeline(createReadStream(file), unpacked, () => {})
  let isFirst = true
  try {
    for await (const frame of readFrames(unpacked)) {
      isFirst = false
      yield frame
    }
  } catch (error) {
    throw explain(error, isFirst)
  } finally {
    unpacked.destroy()
  }
}

function explain(error: unknown, isFirst: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return isFirst ? notBackup() : truncated()
  if (code.startsWith('Z_')) return isFirst ? notBackup() : damaged('it cannot be decompressed')
  if (error instanceof Error && 'syscall' in error) {
    return new BackupError('file_unusable', `The backup cannot be read: ${error.message}`, { cause: error })
  }
  return error
}

/** Reads the whole file, checks every count and checksum, and returns the contents. Touches no database. */
export async function verifyBackup(file: string): Promise<BackupContents> {
  let header: Header | undefined
  const tables: BackedUpTable[] = []
  const sequences: Sequence[] = []
  let open: { name: string; columns: string[]; passed: ReturnType<typeof countAndDigest> } | undefined
  for await (const frame of readBackup(file)) {
    if (frame.kind === 'hindsight-backup') header = frame
    else if (frame.kind === 'table') open = { name: frame.name, columns: frame.columns, passed: countAndDigest() }
    else if (frame.kind === 'data') open?.passed.add(frame.data)
    else if (frame.kind === 'sequence') sequences.push(frame)
    else if (frame.kind === 'table-end') {
      const { rows, sha256 } = open?.passed.result() ?? { rows: -1, sha256: '' }
      if (open?.name !== frame.name || rows !== frame.rows || sha256 !== frame.sha256) {
        throw damaged(`the rows of ${frame.name} do not match their checksum`)
      }
      tables.push({ name: open.name, columns: open.columns, rows, sha256 })
      open = undefined
    } else if (frame.kind === 'end' && frame.tables !== tables.length) throw damaged('a table is missing')
  }
  if (header === undefined) throw notBackup()
  return { header, tables, sequences }
}
