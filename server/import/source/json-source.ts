import type { ImportKind } from '#lib/contracts/import-values.ts'
import { quoteCell } from '#server/import/cells/text.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseExactJson } from '#server/platform/http/read-body.ts'
import { type Encoding, readDecoded, readStart } from './encoding.ts'
import { type CellPicker, depthFault, isDeepText, maxRowLength, type Source, type SourceRow } from './source.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** Opens a JSON file: a list, NDJSON, or an object that wraps a list or one record (`{"result": …}`). */
export async function openJson(path: string, size: number, encoding: Encoding, kind: ImportKind): Promise<Source> {
  const isLines = isJsonLines(await readStart(path, encoding, (text) => text.length > maxRowLength), kind)
  const read = (pieces: AsyncIterable<string>) => (isLines ? readJsonLines(pieces) : readJsonItems(pieces, kind))
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

function parseItem({ line, text, fault }: JsonItem, ordinal: number): SourceRow {
  if (text === undefined) return { ordinal, line, content: undefined, fault: fault ?? 'is empty' }
  if (isDeepText(text)) return { ordinal, line, content: { text }, fault: depthFault }
  try {
    const content = parseExactJson(text)
    if (isRecord(content)) return { ordinal, line, content }
    return { ordinal, line, content: { text }, fault: 'is not an object' }
  } catch {
    return { ordinal, line, content: { text }, fault: `is not JSON: ${explainBrokenJson(text, line)}` }
  }
}

/** A string, which is skipped, or what JSON does not have, by the advice that helps. */
const misfits =
  /"(?:[^"\\]|\\.)*"|(?<comma>,)(?=\s*[}\]])|(?<word>[-+]?(?:NaN|Infinity)|None|undefined|True|False)\b|(?<quote>')/gs

/** Names what is wrong in a text that begins on a line, where it is, and what to do. */
function explainBrokenJson(text: string, line: number): string {
  const found = [...text.matchAll(misfits)].find(({ groups }) => Object.values(groups ?? {}).some(Boolean))
  const { comma, word } = found?.groups ?? {}
  if (!found) return quoteCell(text)
  const at = `on line ${line + text.slice(0, found.index).split('\n').length - 1}`
  if (comma) return `a comma before a closing bracket ${at}; delete it`
  if (!word) return `a text in single quotes ${at}; write it in double quotes`
  return `${word} ${at} is no value; write ${/^[TF]/.test(word) ? word.toLowerCase() : 'null'}`
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
    return parseExactJson(cell) as JsonRecord
  } catch {
    return undefined
  }
}

/** The text of one record, or the fault that it has instead. */
type JsonItem = { readonly line: number; readonly text?: string; readonly fault?: string }

/** Keys under which responses of APIs have their records, of any kind and of each. */
const commonKeys = 'result results data records items rows entries value values'.split(' ')
const keysByKind: Partial<Record<ImportKind, readonly string[]>> = {
  changes: ['changes', 'change_requests', 'issues', 'tickets', 'requests'],
  incidents: ['incidents', 'issues', 'tickets', 'requests', 'alerts'],
  accounts: ['accounts', 'users'],
}
const maxKeyLength = 20

/**
 * Yields the records of JSON that arrives in pieces, with at most one record in memory: the elements of the list at the
 * root or under a usual key (`{"result": […]}`); without such a list, the innermost object under such keys is the only
 * record. Several values may follow each other, such as pages. Anything but a whole record has a fault. Throws
 * `invalid_request` if a value has a second list, or says that it is not the last page.
 *
 * Only brackets and strings are scanned, and `JSON.parse` reads each record by itself: a broken or oversized record
 * thus has a line and does not end the import, as it would with a streaming parser.
 */
export async function* readJsonItems(
  pieces: AsyncIterable<string>,
  kind: ImportKind,
): AsyncGenerator<readonly JsonItem[]> {
  const scanner = new RecordScanner(new Set([...commonKeys, ...(keysByKind[kind] ?? [kind])]))
  for await (const piece of pieces) {
    const items = scanner.feed(piece)
    if (items.length > 0) yield items
  }
  yield scanner.end()
}

/** An open bracket that may hold records; `at` is its place in the text around the records. */
type Wrapper = { readonly at: number; readonly line: number; readonly isList: boolean; hasRecords: boolean }

class RecordScanner {
  readonly #keys: ReadonlySet<string>
  #line = 1
  /** Number of open brackets, and those of them that may hold records. */
  #depth = 0
  #wrappers: Wrapper[] = []
  #isInString = false
  #isEscaped = false
  /** The last string directly inside a wrapper, which is a key once a colon follows. */
  #lastString = ''
  #key = ''
  /** The element of a list that is being read. */
  #record: string | undefined
  #recordLine = 1
  /** The text of the current value around the records, to see whether it says that there are more. */
  #around = ''
  #from = 0
  #hasScalar = false
  #hasList = false
  #count = 0
  #missing: string | undefined
  #items: JsonItem[] = []

  constructor(keys: ReadonlySet<string>) {
    this.#keys = keys
  }

  feed(piece: string): JsonItem[] {
    this.#items = []
    this.#from = 0
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#isInString || !this.#isInWrapper()) at = this.#findNext(piece, at)
      const letter = piece.charAt(at)
      if (letter === '\n') this.#line += 1
      if (this.#isInString) this.#scanString(letter)
      else this.#scan(letter, piece, at)
    }
    this.#take(piece, piece.length)
    return this.#items
  }

  /** Returns the fault of a text that ends at this point. */
  end(): JsonItem[] {
    const [fault, line] = this.#findFault() ?? []
    if (fault !== undefined) return [{ line: line ?? 1, fault }]
    if (this.#missing !== undefined)
      throw new AppError(
        'invalid_request',
        `The file is a page of a longer answer (${this.#missing}): import all pages, one after the other in a file or each as its own.`,
      )
    return []
  }

  #findFault(): [fault: string, line: number] | undefined {
    const inner = this.#wrappers.at(-1)
    const isCut = this.#record !== undefined || (inner && !inner.isList)
    if (isCut)
      return [
        'is cut: the file ends in the middle of it',
        this.#record === undefined ? (inner?.line ?? 1) : this.#recordLine,
      ]
    if (inner) return ['is missing: the file ends before its list does', this.#line]
    return this.#hasScalar ? ['is not a JSON object', this.#line] : undefined
  }

  #isInWrapper = () => this.#depth === this.#wrappers.length

  /** Skips letters that mean nothing here. */
  #findNext(piece: string, from: number): number {
    if (this.#isEscaped || (this.#isInString && this.#isInWrapper())) return from
    const stop = this.#isInString ? stringStop : bracketStop
    stop.lastIndex = from
    return stop.exec(piece)?.index ?? piece.length
  }

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
        this.#open(letter, piece, at)
        break
      case '}':
      case ']':
        this.#close(piece, at)
        break
      case ',':
        if (this.#isInWrapper()) this.#endElement(piece, at)
        break
      default:
        if (letter > ' ') this.#hasScalar ||= this.#isInWrapper()
    }
  }

  /** Adds the text that was scanned to the record, or to the text around the records. */
  #take(piece: string, to: number) {
    const text = piece.slice(this.#from, to)
    this.#from = to
    if (this.#record !== undefined)
      this.#record = this.#record.length > maxRowLength ? this.#record : this.#record + text
    else if (this.#around.length + text.length <= maxRowLength) this.#around += text
    else throw new AppError('invalid_request', `The file has ${tooLong} beside its records, before line ${this.#line}.`)
  }

  #open(bracket: string, piece: string, at: number) {
    const wrapper = this.#wrappers.at(-1)
    if (this.#isInWrapper()) {
      this.#take(piece, at)
      if (wrapper?.isList) {
        this.#record = ''
        this.#recordLine = this.#line
      } else if (!wrapper || this.#keys.has(this.#key)) {
        const isList = bracket === '['
        if (isList && this.#hasList) throw createSecondListError(this.#key, this.#line)
        this.#hasList ||= isList
        if (wrapper) wrapper.hasRecords = true
        else this.#around = ''
        this.#wrappers.push({ at: this.#around.length, line: this.#line, isList, hasRecords: isList })
      }
      this.#hasScalar = false
    }
    this.#depth += 1
  }

  #close(piece: string, at: number) {
    const wrapper = this.#wrappers.at(-1)
    const isEnd = this.#isInWrapper()
    if (isEnd && wrapper?.isList) this.#endElement(piece, at)
    this.#depth = Math.max(0, this.#depth - 1)
    if (this.#record !== undefined && this.#isInWrapper()) {
      this.#take(piece, at + 1)
      this.#emit(this.#record, this.#recordLine)
      this.#record = undefined
    } else if (isEnd && wrapper) {
      this.#take(piece, at + 1)
      this.#wrappers.pop()
      if (!wrapper.hasRecords) {
        this.#emit(this.#around.slice(wrapper.at), wrapper.line)
        this.#around = `${this.#around.slice(0, wrapper.at)}0`
      }
      if (this.#wrappers.length === 0) this.#endValue(wrapper.line)
    }
  }

  #emit(text: string, line: number) {
    this.#count += 1
    this.#items.push(text.length > maxRowLength ? { line, fault: `is ${tooLong}` } : { line, text })
  }

  /** Reports an element of the list that is no record, and drops it from the text around the records. */
  #endElement(piece: string, at: number) {
    const wrapper = this.#wrappers.at(-1)
    if (!wrapper?.isList) return
    if (this.#hasScalar) this.#items.push({ line: this.#line, fault: 'is not an object' })
    this.#hasScalar = false
    this.#take(piece, at)
    this.#around = this.#around.slice(0, wrapper.at + 1)
    this.#from = piece.charAt(at) === ',' ? at + 1 : at
  }

  #endValue(line: number) {
    const around = readAround(this.#around, line)
    const list = findList(around, this.#keys)
    if (list !== undefined) throw createSecondListError(list, line)
    this.#missing = findMissing(this.#around, this.#count)
    this.#hasList = false
    this.#hasScalar = false
    this.#around = ''
  }
}

const stringStop = /["\\\n]/g
const bracketStop = /["{}[\]\n]/g
const tooLong = `longer than ${maxRowLength.toLocaleString('en')} characters`

const createSecondListError = (key: string, line: number) =>
  new AppError(
    'invalid_request',
    `The JSON value on line ${line} has a second list, ${quoteCell(key)}. Keep one list of records in a file.`,
  )

function readAround(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const reason = explainBrokenJson(text, line).replace(/ on line \d+/, '')
    throw new AppError(
      'invalid_request',
      `The value that begins on line ${line} is not JSON around its records: ${reason}.`,
    )
  }
}

/** Finds a list of objects beside the records, which would not be read. */
function findList(value: unknown, keys: ReadonlySet<string>): string | undefined {
  if (!isRecord(value)) return undefined
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(member) && member.some(isRecord)) return key
    const inner = keys.has(key) ? findList(member, keys) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

const endMark = /"(?:is_?last(?:_?page)?|last(?:_?page)?|end_of_stream|done)"\s*:\s*true/i
/** Members by which an answer says that it goes on. */
const moreMark =
  /"(?:is_?last(?:_?page)?|last(?:_?page)?|end_of_stream|done)"\s*:\s*false|"(?:more|has_?more(?:_?(?:results|rows))?|has_?next(?:_?page)?|incomplete_results|truncated)"\s*:\s*true|"(?:@odata\.)?next(?:_?page(?:_?token)?|_?cursor|_?link|_?url|RecordsUrl)?"\s*:\s*(?:"[^"]+"|\{\s*"|[1-9])/i
const totalMark = /"(?:@odata\.)?(?:total(?:_?count|_?results)?|count)"\s*:\s*(\d+)/gi

/** Returns the member that says that the answer goes on, such as `"isLast": false`. */
function findMissing(around: string, count: number): string | undefined {
  if (endMark.test(around)) return undefined
  const total = [...around.matchAll(totalMark)].find((match) => Number(match[1]) > count)
  return (moreMark.exec(around) ?? total)?.[0]
}

/** Yields the lines of an NDJSON text without empty ones; a line that is too long has a fault instead of its text. */
export async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let rest = ''
  let line = 0
  let isTooLong = false
  const toItems = (text: string): JsonItem[] => {
    line += 1
    if (isTooLong || text.length > maxRowLength) return [{ line, fault: `is ${tooLong}` }]
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

/** True if the head of a text is NDJSON: at least two of its first lines are JSON objects, and no pages of a list. */
export function isJsonLines(head: string, kind: ImportKind): boolean {
  const keys = ['result', 'results', 'data', ...(keysByKind[kind] ?? [kind])]
  return head.split('\n', 20).filter((line) => line.trim().startsWith('{') && isRecordLine(line, keys)).length > 1
}

function isRecordLine(text: string, keys: readonly string[]): boolean {
  try {
    return Object.entries(JSON.parse(text)).every(([key, value]) => !keys.includes(key) || !Array.isArray(value))
  } catch {
    return false
  }
}
