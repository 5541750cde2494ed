import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { AppError } from '#server/platform/errors.ts'

export type Encoding = {
  readonly name: string
  /** Length of the byte order mark at the start of the file. */
  readonly bomLength: number
  readonly remark?: string
}

/** Bytes per chunk; small, so that replies of the database are handled soon and garbage stays young. */
const chunkSize = 1 << 13
const headSize = 4096

/** Throws `invalid_request` for an unknown encoding. */
export function assertEncoding(name: string): void {
  if (iconv.encodingExists(name)) return
  throw new AppError('invalid_request', `There is no encoding called ${name}; try utf-8, latin1 or utf-16le.`)
}

/**
 * Detects the encoding of a file: the requested one, else by its byte order mark, else UTF-16 by most of its NULs, else UTF-8
 * if most non-ASCII characters are valid UTF-8, else windows-1252. Throws `invalid_request` for an unknown requested
 * encoding.
 */
export async function detectEncoding(path: string, requested?: string): Promise<Encoding> {
  if (requested !== undefined) assertEncoding(requested)
  const detected = detectByHead(await readHead(path))
  const name = requested ?? detected?.name ?? 'utf-8'
  const encoding = { name, bomLength: detected?.bomLength ?? 0 }
  if (!isNamedUtf8(name) || (await isUtf8File(path, encoding.bomLength))) return encoding
  const survey = await surveyUtf8(path, encoding.bomLength)
  if (requested !== undefined || detected || survey.characters > survey.faults)
    return { ...encoding, remark: describeFaults(survey) }
  return {
    name: 'windows-1252',
    bomLength: 0,
    remark: 'The file is not UTF-8: read as windows-1252 (latin1). If letters look wrong, name the encoding.',
  }
}

const isNamedUtf8 = (name: string) => /^utf-?8$/i.test(name)

function describeFaults({ faults, lines }: Utf8Survey): string {
  const places = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  const subject = faults === 1 ? '1 byte is' : `${faults.toLocaleString('en')} bytes are`
  return `${subject} not UTF-8, such as on ${places}, and read as windows-1252 (latin1). Check the letters there.`
}

export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function detectByHead(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', bomLength: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', bomLength: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', bomLength: 2 }
  const countNuls = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const even = countNuls(0)
  const odd = countNuls(1)
  if (odd * 4 > head.length && even * 8 < odd) return { name: 'utf-16le', bomLength: 0 }
  if (even * 4 > head.length && odd * 8 < even) return { name: 'utf-16be', bomLength: 0 }
  return undefined
}

/**
 * Yields the text of a file in pieces that never split a surrogate pair. Invalid bytes in a UTF-8 file are read as
 * windows-1252; in other encodings they become U+FFFD. `onBytes` receives the number of bytes read so far.
 */
export async function* readDecoded(
  path: string,
  encoding: Encoding,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string> {
  if (isNamedUtf8(encoding.name)) {
    for await (const bytes of readWholeCharacters(path, { start: encoding.bomLength, chunkSize, onBytes })) {
      if (bytes.length > 0) yield decodeUtf8(bytes)
    }
    return
  }
  const decoder = iconv.getDecoder(encoding.name, { stripBOM: false })
  const stream = createReadStream(path, { start: encoding.bomLength, highWaterMark: chunkSize })
  let highSurrogate = ''
  for await (const chunk of stream) {
    const text = highSurrogate + decoder.write(chunk)
    highSurrogate = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
    if (text !== highSurrogate) yield highSurrogate === '' ? text : text.slice(0, -1)
    onBytes?.(encoding.bomLength + stream.bytesRead)
  }
  const rest = highSurrogate + (decoder.end() ?? '')
  if (rest !== '') yield rest
}

/** Reads the text of a file from its start until there is enough of it. */
export async function readStart(
  path: string,
  encoding: Encoding,
  isEnough: (text: string) => boolean,
): Promise<string> {
  let text = ''
  for await (const piece of readDecoded(path, encoding)) {
    text += piece
    if (isEnough(text)) break
  }
  return text
}

/** Matches a character of several bytes, or a byte that is not UTF-8, in a text with one letter per byte. */
const multiByteOrFault =
  /([\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})|[\x80-\xFF]/g

/** Yields the bytes of a file in chunks that end between two characters of UTF-8. */
export async function* readWholeCharacters(
  path: string,
  options: {
    readonly start: number
    readonly chunkSize?: number
    readonly onBytes?: ((bytes: number) => void) | undefined
  },
): AsyncGenerator<Buffer> {
  const { start, chunkSize = 1 << 16, onBytes } = options
  const stream = createReadStream(path, { start, highWaterMark: chunkSize })
  let begun: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk])
    const end = bytes.length - countOpenBytes(bytes)
    begun = bytes.subarray(end)
    yield bytes.subarray(0, end)
    onBytes?.(start + stream.bytesRead)
  }
  if (begun.length > 0) yield begun
}

/** Counts the bytes at the end that begin an incomplete character: 0 to 3. */
function countOpenBytes(bytes: Buffer): number {
  for (let length = 1; length <= 3; length += 1) {
    const byte = bytes.at(-length) ?? 0
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/** Decodes UTF-8. A byte that is not UTF-8 is read as windows-1252, its usual source. */
export function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  return bytes.toString('latin1').replace(multiByteOrFault, (piece, character) => {
    const letter = Buffer.from(piece, 'latin1')
    return character === undefined ? iconv.decode(letter, 'windows-1252') : letter.toString()
  })
}

/** True if a file is UTF-8 from the byte `start` on; a character that is cut at its end is ignored. */
async function isUtf8File(path: string, start: number): Promise<boolean> {
  for await (const bytes of readWholeCharacters(path, { start })) {
    if (!isUtf8(bytes) && countOpenBytes(bytes) === 0) return false
  }
  return true
}

/** The number of characters of several bytes and of bytes that are not UTF-8, with the first lines of the latter. */
type Utf8Survey = { characters: number; faults: number; lines: number[] }

const reportedLines = 5
const linesAndPieces = new RegExp(`\\n|${multiByteOrFault.source}`, 'g')

/** Examines a file from the byte `start` on. */
async function surveyUtf8(path: string, start: number): Promise<Utf8Survey> {
  const survey: Utf8Survey = { characters: 0, faults: 0, lines: [] }
  let line = 1
  for await (const bytes of readWholeCharacters(path, { start })) {
    for (const [piece, character] of bytes.toString('latin1').matchAll(linesAndPieces)) {
      if (piece === '\n') line += 1
      else if (character !== undefined) survey.characters += 1
      else {
        survey.faults += 1
        if (survey.lines.length < reportedLines && survey.lines.at(-1) !== line) survey.lines.push(line)
      }
    }
  }
  return survey
}
