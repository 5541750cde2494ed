import { readListText } from '#lib/text/cell-text.ts'
import { Fault, quoteCell } from './fault.ts'
import { readDisplayedValue } from './servicenow-value.ts'

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

/**
 * Reads a cell as a list of texts without repetitions: a JSON list, or the items of a text as `readListText` reads
 * them.
 */
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

/** Reads a cell as true or false. */
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

/** Reads a cell as the http or https URL of a web page or picture. */
export function readUrl(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : new Fault('must be an http or https address')
}
