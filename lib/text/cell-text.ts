/**
 * How values stand in the cells of a CSV file or a workbook. The export writes with these functions and the import reads
 * with their inverses, so that what is exported imports again and changes nothing.
 */

/** What makes a spreadsheet run a text as a formula: one of these characters, also in their full width. */
const formulaStart = String.raw`[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`
const needsMark = new RegExp(`^'*${formulaStart}`)
const hasMark = new RegExp(`^'+${formulaStart}`)

/**
 * Marks a text of a CSV cell with an apostrophe if a spreadsheet would run it as a formula, and if apostrophes alone
 * stand before such a text. So `=A1` becomes `'=A1` and `'=A1` becomes `''=A1`, while `'quoted'` stays.
 */
export const escapeFormula = (text: string): string => (needsMark.test(text) ? `'${text}` : text)

/** The inverse of `escapeFormula` for each text that it returns; other texts stay. */
export const unescapeFormula = (cell: string): string => (hasMark.test(cell) ? cell.slice(1) : cell)

/** The text in `="0012"`, as Excel users write numbers to keep their zeros; other cells stay. */
export function unwrapFormulaText(cell: string): string {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return cell
  const text = cell.slice(2, -1)
  return text.replaceAll('""', '').includes('"') ? cell : text.replaceAll('""', '"')
}

/** The text that a cell of a CSV file stands for. */
export function readCellText(cell: string): string {
  const unwrapped = unwrapFormulaText(cell)
  return unwrapped === cell ? unescapeFormula(cell) : unwrapped
}

/** What would end an item of a list, or begin a list written as JSON. */
const needsQuotes = /[;,|"\r\n]|^\[/

/** A list of texts as a cell: `payments-db; payments-api`. Items that hold a separator or a quote are quoted as in CSV. */
export const writeList = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ')

const quotedItem = /\s*"((?:[^"]|"")*)"\s*(?:[,;|]|$)/y
const plainItem = /([^,;|]*)(?:[,;|]|$)/y

/**
 * The items of a list in a cell: of `writeList`, of a list written as JSON, or texts between commas, semicolons or bars,
 * as other systems write them. Blanks around items and empty items are left out.
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
    items.push(quoted ? text.replaceAll('""', '"') : text.trim())
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

/** What a workbook cell holds instead of the characters beyond its limit. */
const cutMark = '…'
/** The most characters of a cell in a workbook: Excel rejects more. */
const maxWorkbookText = 32_767

/** A text as a cell of a workbook, where it is never a formula; a longer one is cut. */
export function writeWorkbookText(text: string): string {
  const cell = text.length > maxWorkbookText ? `${text.slice(0, maxWorkbookText - 1).toWellFormed()}${cutMark}` : text
  // Workbooks write a control character as _x0007_, so a text that looks like one is escaped.
  return cell.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** Whether a cell of a workbook is the beginning of a longer text. */
export const isCutText = (cell: string): boolean => cell.length === maxWorkbookText && cell.endsWith(cutMark)
