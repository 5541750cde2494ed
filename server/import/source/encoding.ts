import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { AppError } from '#server/platform/errors.ts'
import { decodeUtf8, isUtf8File, readWholeCharacters, surveyUtf8, type Utf8Survey } from './utf8.ts'

export type Encoding = {
  readonly name: string
  /** Length of the byte order mark at the start of the file. */
  readonly bomLength: number
  readonly remark?: string
}

/** Bytes per chunk; small, so that replies of the database are handled soon and garbage stays young. */
const chunkSize = 1 << 13
const headSize = 4096

/**
 * Detects the encoding of a file: the requested one, else by its byte order mark, else UTF-16 by its NULs, else UTF-8
 * if most non-ASCII characters are valid UTF-8, else windows-1252. Throws `invalid_request` for an unknown requested
 * encoding.
 */
export async function detectEncoding(path: string, requested?: string): Promise<Encoding> {
  if (requested !== undefined && !iconv.encodingExists(requested)) {
    throw new AppError('invalid_request', `There is no encoding called ${requested}; try utf-8, latin1 or utf-16le.`)
  }
  const detected = detectByHead(await readHead(path))
  const name = requested ?? detected?.name ?? 'utf-8'
  const encoding = { name, bomLength: detected?.bomLength ?? 0 }
  if (!isNamedUtf8(name) || (await isUtf8File(path, encoding.bomLength))) return encoding
  const survey = await surveyUtf8(path, encoding.bomLength)
  if (requested !== undefined || detected || survey.characters > survey.faults) {
    return { ...encoding, remark: describeFaults(survey) }
  }
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

async function readHead(path: string): Promise<Buffer> {
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
  if (odd * 4 > head.length && even === 0) return { name: 'utf-16le', bomLength: 0 }
  if (even * 4 > head.length && odd === 0) return { name: 'utf-16be', bomLength: 0 }
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
