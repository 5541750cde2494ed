/**
 * Converts values to cells of a CSV file or a workbook, and back. The export writes with these functions and the import
 * reads with their inverses, so an unchanged export imports without changes.
 */

/** A spreadsheet runs a text as a formula if it begins with one of these characters, also in full width. */
const formulaStart = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`
const needsMark = new RegExp(`^'*${formulaStart}`)
const hasMark = new RegExp(`^'+${formulaStart}`)

/** Marks a text that a spreadsheet would run as a formula: `=A1` is `'=A1`, `'=A1` is `''=A1`, `'quoted'` stays. */
export const escapeFormula = (text: string): string => (needsMark.test(text) ? `'${text}` : text)

/** Reverses `escapeFormula`; other texts stay. */
export const unescapeFormula = (cell: string): string => (hasMark.test(cell) ? cell.slice(1) : cell)

/** Returns the text of `="0012"`, which Excel users write to preserve leading zeros; other cells stay. */
export function unwrapFormulaText(cell: string): string {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return cell
  const text = cell.slice(2, -1)
  return text.replaceAll('""', '').includes('"') ? cell : text.replaceAll('""', '"')
}

export function readCellText(cell: string): string {
  const unwrapped = unwrapFormulaText(cell)
  return unwrapped === cell ? unescapeFormula(cell) : unwrapped
}

/** Characters that end an item of a list, and the beginning of a list in JSON. */
const needsQuotes = /[;,|"\r\n]|^\[/

/** Writes texts as a cell: `payments-db; payments-api`. With a separator or quote they are quoted as in CSV. */
export const writeList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ')

const quotedItem = /\s*"((?:[^"]|"")*)"\s*(?:[,;|]|$)/y
const plainItem = /([^,;|]*)(?:[,;|]|$)/y

/**
 * Reads the items of a list in a cell: as `writeList` writes them, as JSON, or separated by commas, semicolons or bars,
 * as other systems write them. Blanks around items and empty items are dropped.
 */
export function readListText(cell: string): string[] {
  const jsonList = readJsonList(cell)
  if (jsonList) return jsonList
  const items: string[] = []
  for (let index = 0; index < cell.length; ) {
    quotedItem.lastIndex = index
    plainItem.lastIndex = index
    const quoted = quotedItem.exec(cell)
    const match = quoted ?? plainItem.exec(cell)
    const text = match?.[1] ?? ''
    items.push(quoted ? text.replaceAll('""', '"') : unwrapFormulaText(text.trim()))
    index += Math.max(1, match?.[0].length ?? 1)
  }
  return items.filter((item) => item !== '')
}

function readJsonList(cell: string): string[] | undefined {
  if (!/^\s*\[/.test(cell)) return undefined
  try {
    const items: unknown = JSON.parse(cell)
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : undefined
  } catch {
    return undefined
  }
}

const cutMark = '…'
/** Maximum length of a workbook cell in characters; Excel rejects longer ones. */
const maxWorkbookText = 32_767

/** Writes a text as a workbook cell, which never is a formula. Cuts a text that is too long. */
export function writeWorkbookText(text: string): string {
  const cell = text.length > maxWorkbookText ? `${text.slice(0, maxWorkbookText - 1).toWellFormed()}${cutMark}` : text
  // Workbooks write a control character as _x0007_, so a text that looks like one is escaped.
  return cell.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

export const isCutText = (cell: string): boolean => cell.length === maxWorkbookText && cell.endsWith(cutMark)
