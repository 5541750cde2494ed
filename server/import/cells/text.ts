import { readListText } from '#lib/text/cell-text.ts'
import { shorten } from '#lib/text/shorten.ts'

/** Reads a cell as trimmed text, by its display value. A list is joined with commas; an object is a Fault. */
export function readText(cell: unknown): string | Fault {
  const value = typeof cell === 'string' ? cell : readDisplayedValue(cell)
  if (typeof value === 'string') return value.includes('\0') ? new Fault('contains a NUL character') : value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return readJoined(value)
  return new Fault('is an object where text is expected')
}

function readJoined(cells: readonly unknown[]): string | Fault {
  const texts: string[] = []
  for (const cell of cells) {
    const text = readText(cell)
    if (text instanceof Fault) return text
    if (text !== '') texts.push(text)
  }
  return texts.join(', ')
}

/** Reads a cell as a list of texts without repetitions: a JSON list, or the items of a text. */
export function readList(cell: unknown): string[] | Fault {
  const value = readDisplayedValue(cell)
  const text = Array.isArray(value) ? value : readText(value)
  if (text instanceof Fault) return text
  const parts = (typeof text === 'string' ? readListText(text) : text).map(readText)
  const texts = new Set<string>()
  for (const part of parts) {
    if (part instanceof Fault) return part
    if (part !== '') texts.add(part)
  }
  return [...texts]
}

export function readFlag(cell: unknown): boolean | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  if (/^(true|yes|y|1|x)$/i.test(text)) return true
  if (/^(false|no|n|0)$/i.test(text)) return false
  return new Fault('must be true or false')
}

/** Reads a cell as a count: a whole number from 0 to 2,147,483,647. */
export function readCount(cell: unknown): number | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return count < 2 ** 31 ? count : new Fault(`${quoteCell(text)} is not a count`)
}

/** Reads a cell as hours: `1.5`, `1,5`, `1h 30m`, `1 hour 30 minutes` or `1:30`. Days are Faults: they differ in length. */
export function readHours(cell: unknown): number | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  if (/^\d{1,9}([.,]\d{1,9})?$/.test(text)) return Number(text.replace(',', '.'))
  const [, hours, minutes] =
    /^(\d{1,9}):([0-5]\d)(?::00)?$/.exec(text) ??
    /^(?=\d)(?:(\d{1,9}) ?h(?:ours?)?)?[ ,]*(?:(\d{1,9}) ?m(?:in(?:utes?)?)?)?$/i.exec(text) ??
    []
  if (hours === undefined && minutes === undefined) return new Fault(`${quoteCell(text)} is not a number of hours`)
  return Number(hours ?? 0) + Number(minutes ?? 0) / 60
}

export function readUrl(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : new Fault('must be an http or https address')
}

/** The reason why a cell cannot be read, as the end of a sentence: `"31-02-2016" is not a date that exists`. */
export class Fault {
  readonly issue: string

  constructor(issue: string) {
    this.issue = issue
  }
}

/** Quotes a cell for a message, on one line and cut to 40 characters. */
export function quoteCell(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('\0', '␀')
  return JSON.stringify(shorten(line, 40))
}

/** A field as ServiceNow's Table API returns it with `sysparm_display_value=all`, or a reference to another record. */
type ServiceNowValue = { readonly value?: unknown; readonly display_value?: unknown; readonly link?: unknown }

export function isServiceNowValue(cell: unknown): cell is ServiceNowValue {
  return (
    typeof cell === 'object' &&
    cell !== null &&
    !Array.isArray(cell) &&
    ('display_value' in cell || ('value' in cell && 'link' in cell))
  )
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The members in which APIs name what an object stands for, such as a status, a person or a service. */
const nameMembers = ['display_name', 'displayName', 'name', 'summary']

/** Returns the display value of a field or object: a name rather than an identifier. Other cells stay as they are. */
export function readDisplayedValue(cell: unknown): unknown {
  if (isServiceNowValue(cell)) return isFilled(cell.display_value) ? cell.display_value : cell.value
  if (typeof cell !== 'object' || cell === null || Array.isArray(cell)) return cell
  const members = new Map(Object.entries(cell))
  return nameMembers.map((name) => members.get(name)).find((name) => typeof name === 'string' && name !== '') ?? cell
}

/** Returns the stored value of a field: a moment in UTC, not in the zone of a user. Other cells stay as they are. */
export function readStoredValue(cell: unknown): unknown {
  if (!isServiceNowValue(cell)) return cell
  return isFilled(cell.value) ? cell.value : cell.display_value
}

/** True if a text is the internal identifier of a record, 32 hexadecimal digits. */
export const isSysId = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text)
