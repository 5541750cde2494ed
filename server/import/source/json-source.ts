import { quoteCell } from '#server/import/cells/text.ts'
import { type Encoding, readDecoded } from './encoding.ts'
import { isJsonLines, type JsonItem, readJsonItems, readJsonLines } from './json-items.ts'
import { depthFault, isDeepText } from './limits.ts'
import type { CellPicker, Source, SourceRow } from './source.ts'

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
      for await (const items of read(readDecoded(path, encoding, onBytes))) {
        yield items.map((item) => parseItem(item, ordinal++))
      }
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

/**
 * Creates a picker for the member of a record, by its name or a path of names with dots: `address.city`. In a list of
 * objects, the path continues in each: `services.name` is the list of their names.
 */
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

/**
 * Creates a picker for the cell of a column, by its position in the header. A column that the header lacks, such as
 * `metadata.tags`, is a member of the object that the cell of `metadata` contains as JSON.
 */
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
