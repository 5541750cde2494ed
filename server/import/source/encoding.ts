import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { AppError } from '#server/errors.ts'

export type Encoding = {
  readonly name: string
  /** Bytes of the mark at the start of the file. */
  readonly mark: number
  readonly remark?: string
}

/** Bytes read at once: so few that an answer of the database is heard soon, and that their rows are forgotten soon. */
const chunkSize = 1 << 13
/** Bytes of a file that are looked at in one go, when only their encoding matters. */
const glanceSize = 1 << 16

/** The bytes of a file from a position on, in chunks; each is overwritten by the next. */
async function* readBytes(path: string, from = 0): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkSize)
  const file = await open(path)
  try {
    for (let position = from; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkSize, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/**
 * The encoding of a file: the one wanted, else by its mark (BOM), by the NULs of UTF-16 without one, UTF-8 where all of
 * it is valid, else Windows-1252. Throws `invalid_request` for a wanted one that nobody knows.
 */
export async function detectEncoding(path: string, wanted?: string): Promise<Encoding> {
  if (wanted !== undefined && !iconv.encodingExists(wanted)) {
    throw new AppError('invalid_request', `There is no encoding called ${wanted}; try utf-8, latin1 or utf-16le.`)
  }
  const marked = markOf(await readHead(path))
  if (wanted !== undefined) return { name: wanted, mark: marked?.mark ?? 0 }
  if (marked) return marked
  if (await holdsUtf8(path)) return { name: 'utf-8', mark: 0 }
  return {
    ...{ name: 'windows-1252', mark: 0 },
    remark: 'The file is not UTF-8: read as windows-1252 (latin1). If letters look wrong, name the encoding.',
  }
}

async function readHead(path: string): Promise<Buffer> {
  for await (const chunk of readBytes(path)) return chunk.subarray(0, 4096)
  return Buffer.alloc(0)
}

function markOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', mark: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', mark: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', mark: 2 }
  const nulls = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nulls
  if (odd * 4 > head.length && even === 0) return { name: 'utf-16le', mark: 0 }
  if (even * 4 > head.length && odd === 0) return { name: 'utf-16be', mark: 0 }
  return undefined
}

/** Whether all of a file is UTF-8; a letter that its end cuts does not count. Holds one buffer, however long the file. */
async function holdsUtf8(path: string): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(glanceSize)
  const file = await open(path)
  try {
    for (let carried = 0; ; ) {
      const { bytesRead } = await file.read(buffer, carried, glanceSize - carried)
      if (bytesRead === 0) return true
      const length = carried + bytesRead
      const whole = length - cutLetter(buffer.subarray(0, length))
      if (!isUtf8(buffer.subarray(0, whole))) return false
      buffer.copyWithin(0, whole, length)
      carried = length - whole
    }
  } finally {
    await file.close()
  }
}

/** How many bytes at the end are the beginning of a letter that goes on. */
function cutLetter(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back) ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/** The text of a file in chunks; what the encoding cannot read becomes U+FFFD. `onBytes` is told the bytes read so far. */
export async function* readDecoded(
  path: string,
  encoding: Encoding,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding.name, { stripBOM: false })
  let bytes = encoding.mark
  for await (const chunk of readBytes(path, encoding.mark)) {
    bytes += chunk.length
    const text = decoder.write(chunk)
    if (text !== '') yield text
    onBytes?.(bytes)
  }
  const rest = decoder.end()
  if (rest) yield rest
}
