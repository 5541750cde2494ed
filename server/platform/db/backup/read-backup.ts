import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

const Count = z.int().nonnegative()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The header of a backup; `migrations` is the version of its tables, one number for each migration. */
const Header = z.object({
  kind: z.literal('hindsight-backup'),
  format: z.literal(1),
  created: z.iso.datetime(),
  migrations: z.array(z.int()).nonempty(),
})
const Table = z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) })
const Rows = z.object({ kind: z.literal('rows'), bytes: Count })
const TableEnd = z.object({ kind: z.literal('table-end'), name: z.string(), rows: Count, sha256: Digest })
const Sequence = z.object({ kind: z.literal('sequence'), name: z.string(), value: z.string(), isCalled: z.boolean() })
const End = z.object({ kind: z.literal('end'), tables: Count, rows: Count, sha256: Digest })
const Line = z.discriminatedUnion('kind', [Header, Table, Rows, TableEnd, Sequence, End])

export type Sequence = z.infer<typeof Sequence>
export type Line = z.infer<typeof Line>
/** A line of the file, or a piece of the rows announced by the preceding `rows` line. */
export type Frame = Line | { readonly kind: 'data'; readonly data: Buffer }

/** The contents of a complete, unchanged backup. */
export type BackupContents = {
  readonly header: z.infer<typeof Header>
  readonly tables: readonly (z.infer<typeof TableEnd> & { readonly columns: readonly string[] })[]
  readonly sequences: readonly Sequence[]
}

/** Reads the whole file, checks its checksum, and returns the contents. Touches no database. */
export async function verifyBackup(file: string): Promise<BackupContents> {
  let header: BackupContents['header'] | undefined
  let columns: string[] = []
  const tables: BackupContents['tables'][number][] = []
  const sequences: Sequence[] = []
  for await (const frame of readBackup(file)) {
    if (frame.kind === 'hindsight-backup') header = frame
    else if (frame.kind === 'table') columns = frame.columns
    else if (frame.kind === 'table-end') tables.push({ ...frame, columns })
    else if (frame.kind === 'sequence') sequences.push(frame)
  }
  if (header === undefined) throw notBackup()
  return { header, tables, sequences }
}

/** The frames of a backup file, one piece at a time. Throws if the file cannot be read, ends early or was changed. */
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
  if (code.startsWith('Z_') && isFirst) return notBackup()
  if (code.startsWith('Z_')) return code === 'Z_BUF_ERROR' ? truncated() : damaged('it cannot be decompressed')
  if (error instanceof Error && 'syscall' in error) {
    return new Error(`The backup cannot be read: ${error.message}`, { cause: error })
  }
  return error
}

async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const bytes = createByteReader(source)
  const hash = createHash('sha256')
  for (let isFirst = true; ; isFirst = false) {
    const text = await bytes.readLine(isFirst)
    const line = parseLine(text, isFirst)
    if (line.kind === 'end') {
      if (line.sha256 !== hash.digest('hex')) throw damaged('its checksum does not match')
      if (await bytes.hasMore()) throw damaged('there is data after its end')
      yield line
      return
    }
    hash.update(text)
    yield line
    for (let missing = line.kind === 'rows' ? line.bytes : 0; missing > 0; ) {
      const data = await bytes.readPart(missing)
      hash.update(data)
      missing -= data.length
      yield { kind: 'data', data }
    }
  }
}

const newline = 10
const maxLineBytes = 1024 * 1024

/** Reads lines and parts of a stream of bytes. */
function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const hasMore = async () => {
    if (rest.length > 0) return true
    const { value, done } = await chunks.next()
    if (!done) rest = value
    return !done
  }
  const take = (length: number): Buffer => {
    const part = rest.subarray(0, length)
    rest = rest.subarray(part.length)
    return part
  }
  return {
    hasMore,
    /** The next line with its newline; a first line without one is no backup. */
    async readLine(isFirst: boolean): Promise<Buffer> {
      while (rest.indexOf(newline) === -1) {
        if (rest.length > maxLineBytes) throw isFirst ? notBackup() : damaged('a line has no end')
        const { value, done } = await chunks.next()
        if (done) throw isFirst ? notBackup() : truncated()
        rest = Buffer.concat([rest, value])
      }
      return take(rest.indexOf(newline) + 1)
    },
    /** The next bytes, at least one and at most `max`. */
    async readPart(max: number): Promise<Buffer> {
      if (!(await hasMore())) throw truncated()
      return take(max)
    },
  }
}

function parseLine(bytes: Buffer, isFirst: boolean): Line {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw isFirst ? notBackup() : damaged('a line is not valid JSON')
  }
  const line = Line.safeParse(value)
  if (line.success && (line.data.kind === 'hindsight-backup') === isFirst) return line.data
  if (isFirst && z.object({ kind: Header.shape.kind }).safeParse(value).success) {
    throw new Error('The backup has a format that this program does not support: use a newer one.')
  }
  throw isFirst ? notBackup() : damaged('a line is not valid')
}

const notBackup = () => new Error('The file is not a backup of Hindsight.')
const truncated = () => new Error('The backup is truncated: its end is missing.')
const damaged = (reason: string) => new Error(`The backup is damaged: ${reason}.`)
