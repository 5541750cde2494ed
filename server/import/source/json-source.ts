import { quoteCell } from '#server/import/cells/text.ts'
import { type Encoding, readDecoded } from './encoding.ts'
import { type CellPicker, depthFault, isDeepText, maxRowLength, type Source, type SourceRow } from './source.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** Opens a JSON file: a list, NDJSON, or an object that wraps a list or one record (`{"result": …}`). */
export async function openJson(path: string, size: number, encoding: Encoding): Promise<Source> {
  const isLines = isJsonLines(await readHead(path, encoding))
  const read = isLines ? readJsonLines : readJsonItems
  return {
    format: isLines ? 'NDJSON' : 'JSON',
    encoding: encoding.name,
    header: null,
    remarks: encoding.remark ? [encoding.remark] : [],
    size,
    pick: pickMember,
    async *rows(onBytes) {
      let ordinal = 1
      for await (const items of read(readDecoded(path, encoding, onBytes)))
        yield items.map((item) => parseItem(item, ordinal++))
    },
    place: ({ ordinal, line }) => (isLines ? `line ${line}` : `record ${ordinal} (line ${line})`),
  }
}

async function readHead(path: string, encoding: Encoding): Promise<string> {
  let head = ''
  for await (const piece of readDecoded(path, encoding)) {
    head += piece
    if (head.length > 1_000_000) break
  }
  return head
}

function parseItem({ line, text, fault }: JsonItem, ordinal: number): SourceRow {
  if (text === undefined) return { ordinal, line, content: undefined, fault: fault ?? 'is empty' }
  if (isDeepText(text)) return { ordinal, line, content: { text }, fault: depthFault }
  try {
    const content: unknown = JSON.parse(text)
    if (isRecord(content)) return { ordinal, line, content }
    return { ordinal, line, content: { text }, fault: 'is not an object' }
  } catch {
    return { ordinal, line, content: { text }, fault: `is not JSON: ${quoteCell(text)}` }
  }
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getMember = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Picks a member by name or path: `address.city`; in a list of objects, `services.name` is the list of names. */
export function pickMember(column: string): CellPicker {
  const path = column.split('.')
  return (content) => {
    const record = content as JsonRecord
    if (path.length === 1 || Object.hasOwn(record, column))
      return Object.hasOwn(record, column) ? record[column] : undefined
    let value: unknown = record
    for (const name of path) {
      if (Array.isArray(value)) value = value.flatMap((item) => getMember(item, name) ?? [])
      else value = getMember(value, name)
      if (value === undefined) return undefined
    }
    return value
  }
}

/** Picks a cell by its column; `metadata.tags` is a member of the JSON object in the cell of `metadata`. */
export function pickCell(header: readonly string[], column: string): CellPicker {
  const index = header.indexOf(column)
  if (index >= 0) return (content) => (content as readonly string[])[index]
  const parent = header.findIndex((name) => column.startsWith(`${name}.`))
  if (parent < 0) return () => undefined
  const pick = pickMember(column.slice((header[parent]?.length ?? 0) + 1))
  return (content) => {
    const object = readJsonObject((content as readonly string[])[parent])
    return object && pick(object)
  }
}

/** Reads the object that a cell contains as JSON; undefined for any other cell. */
export function readJsonObject(cell: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof cell !== 'string' || !/^\s*\{/.test(cell) || isDeepText(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** The text of one record, or the fault that it has instead. */
type JsonItem = { readonly line: number; readonly text?: string; readonly fault?: string }

/** Keys under which responses of APIs usually have their records. */
const wrapperKeys = new Set(
  `result results data records items rows entries value users products changes change_requests incidents articles issues
  tickets requests`.split(/\s+/),
)
const maxKeyLength = Math.max(...[...wrapperKeys].map((key) => key.length))

/**
 * Yields the records of a JSON document that arrives in pieces, with at most one record in memory: the elements of the
 * list at the root or under a usual key (`{"result": […]}`); without such a list, the innermost object under such keys
 * is the only record. Anything but a whole record has a fault.
 *
 * Only brackets and strings are scanned, and `JSON.parse` reads each record by itself: a broken or oversized record
 * thus has a line and does not end the import, as it would with a streaming parser.
 */
export async function* readJsonItems(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  const scanner = new RecordScanner()
  for await (const piece of pieces) {
    const items = scanner.feed(piece)
    if (items.length > 0) yield items
    if (scanner.isDone) return
  }
  yield scanner.end()
}

class RecordScanner {
  isDone = false
  #line = 1
  /** Number of open brackets. */
  #depth = 0
  /** Number of brackets that wrap the records: the root, and wrapper keys inside it. */
  #wrapperDepth = 0
  #isInList = false
  #isInString = false
  #isEscaped = false
  /** The last string directly inside a wrapper, which is a key once a colon follows. */
  #lastString = ''
  #key = ''
  #isInRecord = false
  #recordLine = 1
  /** The text of the current record in earlier pieces, and its start in this one. */
  #text = ''
  #from = 0
  #hasScalar = false
  #items: JsonItem[] = []

  feed(piece: string): JsonItem[] {
    this.#items = []
    this.#from = 0
    for (let index = 0; index < piece.length && !this.isDone; index += 1) {
      const letter = piece.charAt(index)
      if (letter === '\n') this.#line += 1
      if (this.#isInString) this.#scanString(letter)
      else this.#scan(letter, piece, index)
    }
    if (this.#isInRecord && this.#text.length <= maxRowLength) this.#text += piece.slice(this.#from)
    return this.#items
  }

  /** Returns the faults of a text that ends at this point. */
  end(): JsonItem[] {
    if (this.isDone) return []
    const isCut = this.#isInRecord || (this.#wrapperDepth > 0 && !this.#isInList)
    if (isCut) return [{ line: this.#recordLine, fault: 'is cut: the file ends in the middle of it' }]
    if (this.#isInList) return [{ line: this.#line, fault: 'is missing: the file ends before its list does' }]
    return this.#hasScalar ? [{ line: 1, fault: 'is not a JSON object' }] : []
  }

  #isInWrapper = () => this.#depth === this.#wrapperDepth

  #scanString(letter: string) {
    if (this.#isEscaped) this.#isEscaped = false
    else if (letter === '\\') this.#isEscaped = true
    else if (letter === '"') this.#isInString = false
    if (this.#isInString && this.#isInWrapper() && this.#lastString.length <= maxKeyLength) this.#lastString += letter
  }

  #scan(letter: string, piece: string, at: number) {
    switch (letter) {
      case '"':
        this.#isInString = true
        this.#lastString = ''
        this.#hasScalar ||= this.#isInWrapper()
        break
      case ':':
        if (this.#isInWrapper()) this.#key = this.#lastString
        break
      case '{':
      case '[':
        this.#open(letter, at)
        break
      case '}':
      case ']':
        this.#close(piece, at)
        break
      case ',':
        this.#endElement()
        break
      default:
        if (letter > ' ') this.#hasScalar ||= this.#isInWrapper()
    }
  }

  #open(bracket: string, at: number) {
    if (this.#isInWrapper()) {
      const isWrapper = !this.#isInList && (this.#depth === 0 || wrapperKeys.has(this.#key))
      if (isWrapper) this.#wrapperDepth += 1
      if (isWrapper && bracket === '[') this.#isInList = true
      if (isWrapper || this.#isInList) {
        this.#hasScalar = false
        this.#isInRecord = bracket === '{' || !isWrapper
        this.#recordLine = this.#line
        this.#text = ''
        this.#from = at
      }
    }
    this.#depth += 1
  }

  #close(piece: string, at: number) {
    const isEndOfWrapper = this.#isInWrapper()
    if (isEndOfWrapper && this.#isInList) {
      this.#endElement()
      this.isDone = true
    } else {
      this.#depth -= 1
      if (!isEndOfWrapper && !(this.#isInList && this.#isInWrapper())) return
      this.#emit(this.#text + piece.slice(this.#from, at + 1))
      this.isDone = isEndOfWrapper
    }
  }

  #emit(text: string) {
    this.#isInRecord = false
    const line = this.#recordLine
    const fault = `is longer than ${maxRowLength.toLocaleString('en')} characters`
    this.#items.push(text.length > maxRowLength ? { line, fault } : { line, text })
  }

  #endElement() {
    if (!this.#hasScalar || !this.#isInList || !this.#isInWrapper()) return
    this.#items.push({ line: this.#line, fault: 'is not an object' })
    this.#hasScalar = false
  }
}

/** Yields the lines of an NDJSON text without empty ones; a line that is too long has a fault instead of its text. */
export async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let rest = ''
  let line = 0
  let isTooLong = false
  const toItems = (text: string): JsonItem[] => {
    line += 1
    const fault = `is longer than ${maxRowLength.toLocaleString('en')} characters`
    if (isTooLong || text.length > maxRowLength) return [{ line, fault }]
    return text.trim() === '' ? [] : [{ line, text }]
  }
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    const items: JsonItem[] = []
    while (lines.length > 1) {
      items.push(...toItems(rest + (lines.shift() ?? '')))
      rest = ''
      isTooLong = false
    }
    rest = isTooLong ? '' : rest + (lines[0] ?? '')
    isTooLong ||= rest.length > maxRowLength
    yield items
  }
  yield toItems(rest)
}

/** True if the head of a text is NDJSON: at least two of its first lines are JSON objects by themselves. */
export function isJsonLines(head: string): boolean {
  const lines = head.split('\n', 20).filter((line) => line.trim().startsWith('{'))
  return lines.filter((line) => isJsonObject(line)).length > 1
}

function isJsonObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
