import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

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

export type Header = z.infer<typeof Header>
export type Sequence = z.infer<typeof Sequence>
export type Line = z.infer<typeof Line>
/** A line of the file, or a piece of the rows announced by the preceding `table` line. */
export type Frame = Line | { readonly kind: 'data'; readonly data: Buffer }

const newline = 10
const maxLineBytes = 1024 * 1024

export const encodeLine = (line: Line) => Buffer.from(`${JSON.stringify(line)}\n`)

/**
 * Reads the frames of a backup from its decompressed bytes, one piece at a time. Throws BackupError if the bytes end
 * early, are not a backup, or were changed.
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
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

/** Reads lines and parts of a stream of bytes. */
function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const readMore = async () => {
    const { value, done } = await chunks.next()
    if (!done) rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return !done
  }
  const take = (length: number): Buffer => {
    const part = rest.subarray(0, length)
    rest = rest.subarray(part.length)
    return part
  }
  return {
    /** The next line with its newline. Throws `BackupError` if it has no end; a first line without one is no backup. */
    async readLine(isFirst: boolean): Promise<Buffer> {
      while (rest.indexOf(newline) === -1) {
        if (rest.length > maxLineBytes) throw isFirst ? notBackup() : damaged('a line has no end')
        if (!(await readMore())) throw isFirst ? notBackup() : truncated()
      }
      return take(rest.indexOf(newline) + 1)
    },
    /** The next bytes, at least one and at most `max`. Throws `BackupError` at the end. */
    async readPart(max: number): Promise<Buffer> {
      if (rest.length === 0 && !(await readMore())) throw truncated()
      return take(max)
    },
    hasMore: async () => rest.length > 0 || (await readMore()),
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
    throw new BackupError(
      'backup_newer',
      'The backup has a format that this program does not support: use a newer one.',
    )
  }
  throw isFirst ? notBackup() : damaged('a line is not valid')
}

export const notBackup = () => new BackupError('not_a_backup', 'The file is not a backup of Hindsight.')
export const truncated = () => new BackupError('damaged', 'The backup is truncated: its end is missing.')
export const damaged = (reason: string) => new BackupError('damaged', `The backup is damaged: ${reason}.`)

/** Counts the rows in a piece of PostgreSQL's COPY text, where a newline inside a value is written as `\n`. */
export function countRows(data: Buffer): number {
  let count = 0
  for (let index = data.indexOf(newline); index !== -1; index = data.indexOf(newline, index + 1)) count++
  return count
}
