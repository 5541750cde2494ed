import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number, a number that is shown as a time, the content of its element, or none. */
export type TestCell =
  | string
  | number
  | { readonly serial: number }
  | { readonly xml: string; readonly style?: number }
  | null
export type WorkbookOptions = {
  /** Names of hidden sheets. */
  readonly hidden?: readonly string[]
  readonly is1904?: boolean
  /** Lines of hidden rows, and merged areas such as `A1:A2`, in every sheet. */
  readonly hiddenRows?: readonly number[]
  readonly merged?: readonly string[]
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`

/** The letters of a column, counted from 0: A, …, Z, AA. */
const toLetters = (column: number): string =>
  (column < 26 ? '' : toLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Builds a workbook as Excel does, with the parts after the sheets that define the meaning of their cells. */
export function buildWorkbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  { hidden = [], is1904 = false, hiddenRows = [], merged = [] }: WorkbookOptions = {},
): Uint8Array {
  const texts: string[] = []
  const printCell = (cell: TestCell, ref: string) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
    if (typeof cell !== 'string' && 'xml' in cell) return `<c r="${ref}" s="${cell.style ?? 0}">${cell.xml}</c>`
    if (typeof cell !== 'string') return `<c r="${ref}" s="1"><v>${cell.serial}</v></c>`
    return `<c r="${ref}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  }
  const printRow = (cells: readonly TestCell[], at: number) =>
    `<row r="${at + 1}"${hiddenRows.includes(at + 1) ? ' hidden="1"' : ''}>${cells.map((cell, column) => printCell(cell, `${toLetters(column)}${at + 1}`)).join('')}</row>`
  const mergedTags =
    merged.length > 0 ? `<mergeCells>${merged.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>` : ''
  const names = Object.keys(sheets)
  const parts = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet ${main}><sheetData>${rows.map(printRow).join('')}</sheetData>${mergedTags}</worksheet>`,
  ])
  const sheetTags = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 3}"/>`,
  )
  const sheetRelations = names.map((_, index) => relation(index + 3, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  const files: Readonly<Record<string, string>> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
    '_rels/.rels': `<Relationships ${packageRelations}>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><workbookPr date1904="${is1904}"/><sheets>${sheetTags.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${packageRelations}>${relation(1, 'sharedStrings', 'sharedStrings.xml')}${relation(2, 'styles', 'styles.xml')}${sheetRelations.join('')}</Relationships>`,
    ...Object.fromEntries(parts),
    'xl/styles.xml': `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;INC&quot;0000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${texts.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
