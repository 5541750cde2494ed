import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'

/** Matches a character of several bytes, or a byte that is not UTF-8, in a text with one letter per byte. */
const multiByteOrFault =
  /([\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})|[\x80-\xFF]/g

/**
 * Yields the bytes of a file in chunks that end between two characters of UTF-8. `onBytes` receives the number of bytes
 * of the file read so far.
 */
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
export async function isUtf8File(path: string, start: number): Promise<boolean> {
  for await (const bytes of readWholeCharacters(path, { start })) {
    if (!isUtf8(bytes) && countOpenBytes(bytes) === 0) return false
  }
  return true
}

/**
 * Counts of the characters of several bytes in a file and of the bytes that are not UTF-8, with the lines of the first
 * such bytes.
 */
export type Utf8Survey = { characters: number; faults: number; lines: number[] }

const reportedLines = 5
const linesAndPieces = new RegExp(`\\n|${multiByteOrFault.source}`, 'g')

/** Examines a file from the byte `start` on. */
export async function surveyUtf8(path: string, start: number): Promise<Utf8Survey> {
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
