import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import { type CellValue, streamXlsxRows, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { isCutText } from '#lib/text/cell-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { pickCell } from './json-source.ts'
import { assertColumns, isUtcColumn, nameColumns, type Source, type SourceRow } from './source.ts'

/** Calls `visit` for each file of an archive. yauzl rejects names that lead out of the folder, and wrong sizes. */
export async function eachEntry(path: string, visit: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) await visit(zip, entry)
  }
}

export const workbookPart = /^xl\/workbook\d*\.xml$/

/** Reads the texts of the parts of a workbook whose names match. */
async function readParts(path: string, ...names: readonly RegExp[]): Promise<string[]> {
  const parts = names.map(() => '')
  await eachEntry(path, async (zip, entry) => {
    const at = names.findIndex((name) => name.test(entry.fileName))
    if (at >= 0) parts[at] += await text(await zip.openReadStreamPromise(entry))
  })
  return parts
}

const portionRows = 500

/**
 * Opens a sheet of a workbook (XLSX): the one of that name, else the first visible one. Its first row with content is
 * the header. Throws `invalid_request` if the workbook is damaged or has no such sheet.
 */
export async function openWorkbook(
  path: string,
  size: number,
  { sheet: requestedSheet, header_line: firstLine = 1 }: Pick<Mapping, 'sheet' | 'header_line'>,
): Promise<Source> {
  const { sheets, sheet, part, formats } = await chooseSheet(path, requestedSheet)
  const { header, line: headerLine, skipped } = await readHeader(path, sheet, firstLine)
  assertColumns(header.length, headerLine)
  const { names, remarks: headerRemarks } = nameColumns(header.map((cell) => String(cell ?? '')))
  const survey = await surveyPart(path, part, formats, headerLine)
  const remarks = [...headerRemarks, ...survey.remarks]
  const isUtc = names.map(isUtcColumn)
  return {
    format: 'XLSX',
    encoding: 'utf-8',
    header: names,
    sheets,
    sheet,
    remarks: sheets.length > 1 ? [`Of the sheets ${sheets.join(', ')}, ${sheet} is read.`, ...remarks] : remarks,
    size,
    pick: (column) => pickCell(names, column),
    async *rows(onBytes) {
      let portion: SourceRow[] = []
      let ordinal = 0
      let position = 0
      for await (const { index, values } of streamRows(path, sheet)) {
        position += 1
        const line = getLine(index, position)
        assertColumns(values.length, line, 'row')
        if (position <= skipped || values.every(isEmpty)) continue
        ordinal += 1
        const row = readRow({ ordinal, line }, values, isUtc)
        const fault = survey.faults.get(line)
        portion.push(fault === undefined ? row : { ...row, fault })
        if (portion.length < portionRows) continue
        yield portion
        portion = []
      }
      yield portion
      onBytes?.(size)
    },
    place: ({ line }) => `line ${line}`,
  }
}

const createDamagedError = (path: string, error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('invalid_request', `${basename(path)} cannot be read as a workbook: ${reason}`)
}

async function* streamRows(path: string, sheet: string | undefined) {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  try {
    yield* streamXlsxRows(bytes, sheet === undefined ? {} : { sheet })
  } catch (error) {
    throw createDamagedError(path, error)
  }
}

async function chooseSheet(path: string, requested: string | undefined) {
  const names = [workbookPart, /^xl\/_rels\/workbook\d*\.xml\.rels$/, /^xl\/styles\.xml$/]
  const [workbook = '', relations = '', styles = ''] = await readParts(path, ...names).catch((error) => {
    throw createDamagedError(path, error)
  })
  const ids = new Map<string, string>()
  const targets = new Map<string, string>()
  const onopentag = (tag: string, attributes: Readonly<Record<string, string>>) => {
    const { name, state, Id: id, Target: target } = attributes
    if (/^(?:\w+:)?sheet$/.test(tag) && name !== undefined && !state?.includes('idden'))
      ids.set(name, Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '')
    if (id !== undefined && target !== undefined) targets.set(id, target)
  }
  for (const part of [workbook, relations]) new Parser({ onopentag }, { xmlMode: true }).end(part)
  const sheets = [...ids.keys()]
  if (requested === undefined || ids.has(requested)) {
    const sheet = requested ?? sheets[0]
    const target = targets.get(ids.get(sheet ?? '') ?? '') ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { sheets, sheet, part, formats: readNumberFormats(styles) }
  }
  throw new AppError('invalid_request', `${basename(path)} has no sheet "${requested}", but ${sheets.join(', ')}.`)
}

/** Finds the first row with content from a line on; `skipped` is the number of rows to its end. */
async function readHeader(path: string, sheet: string | undefined, firstLine: number) {
  let skipped = 0
  for await (const { index, values } of streamRows(path, sheet)) {
    skipped += 1
    const line = getLine(index, skipped)
    if (line >= firstLine && !values.every(isEmpty)) return { header: values, line, skipped }
  }
  return { header: [], line: 1, skipped }
}

async function surveyPart(path: string, part: string, formats: Parameters<typeof surveySheet>[1], headerLine: number) {
  let survey: SheetSurvey = { faults: new Map(), remarks: [] }
  await eachEntry(path, async (zip, entry) => {
    if (entry.fileName === part)
      survey = await surveySheet(await zip.openReadStreamPromise(entry), formats, (line) => line > headerLine)
  })
  return survey
}

const isEmpty = (cell: CellValue | undefined) => cell === null || cell === undefined || cell === ''

/** Returns the line of a row; the index in the file may be wrong. */
const getLine = (index: number, position: number) =>
  index >= 0 && index < XLSX_MAX_ROWS_PER_SHEET ? index + 1 : position

function readRow(
  row: Pick<SourceRow, 'ordinal' | 'line'>,
  values: readonly CellValue[],
  isUtc: readonly boolean[],
): SourceRow {
  const beyond = values.slice(isUtc.length).some((cell) => !isEmpty(cell))
  const content = (beyond ? values : isUtc).map((_, index) => printCell(values[index] ?? null, isUtc[index] ?? false))
  if (beyond) return { ...row, content, fault: `has ${values.length} cells where the header has ${isUtc.length}` }
  if (!content.some(isCutText)) return { ...row, content }
  return { ...row, content, fault: 'has a text that was cut to fit into a workbook; import it from CSV or NDJSON' }
}

/** Formats a cell as the text that a CSV file would have. */
function printCell(cell: CellValue, isUtc: boolean): string {
  if (cell === null) return ''
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  const iso = cell.toISOString()
  if (isUtc) return iso
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, -1).replace('T', ' ')
}

/** What the people who see a sheet may not expect of its values. */
type SheetSurvey = {
  /** Reasons to refuse a row, by its line. */
  readonly faults: ReadonlyMap<number, string>
  readonly remarks: readonly string[]
}

/** Whole numbers of more digits than a workbook stores, as digits or with an exponent. */
const tooLong = /^-?(?:\d{16,}|\d(?:\.\d+)?E\+(?:1[5-9]|[2-9]\d|\d{3}))$/i
/** A format of numbers that adds letters or leading zeros. */
const addsLetters = /"[^"]*\p{L}[^"]*"|\\\p{L}|^0{2,}$/u

/** Reads the formats of cells by their style, as far as they show other texts than numbers. */
function readNumberFormats(styles: string): readonly (string | undefined)[] {
  const codes = new Map<string, string>()
  const formats: (string | undefined)[] = []
  let isInCells = false
  const parser = new Parser(
    {
      onopentag(tag, { numFmtId = '', formatCode = '' }) {
        const name = localName(tag)
        if (name === 'numFmt') codes.set(numFmtId, formatCode)
        else if (name === 'cellXfs') isInCells = true
        else if (name === 'xf' && isInCells) formats.push(codes.get(numFmtId))
      },
      onclosetag(tag) {
        if (localName(tag) === 'cellXfs') isInCells = false
      },
    },
    { xmlMode: true },
  )
  parser.end(styles)
  const isOdd = (code: string) => addsLetters.test(code) && !/[ymdhs]/i.test(code.replace(/"[^"]*"|\\./g, ''))
  return formats.map((code) => (code !== undefined && isOdd(code) ? code : undefined))
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)

/** Looks for hidden and merged cells, formulas without a value, and numbers that a workbook cannot hold or shows otherwise. */
async function surveySheet(
  xml: AsyncIterable<Buffer>,
  formats: readonly (string | undefined)[],
  isData: (line: number) => boolean,
): Promise<SheetSurvey> {
  const faults = new Map<number, string>()
  const found = new Map<string, { count: number; first: string }>()
  const note = (kind: string, place: string) => {
    const entry = found.get(kind)
    if (entry) entry.count += 1
    else found.set(kind, { count: 1, first: place })
  }
  let line = 0
  let cell: Readonly<Record<string, string>> = {}
  let isFormula = false
  let isInValue = false
  let value: string | undefined
  const closeCell = () => {
    const { r: place = `line ${line}`, t: type = 'n', s: style = '' } = cell
    if (!isData(line)) return
    if (isFormula && value === undefined)
      faults.set(line, `has a formula without a value in ${place}; open the file in a spreadsheet, and save it again`)
    if (type !== 'n' || value === undefined) return
    if (tooLong.test(value))
      faults.set(line, `has a number of more than 15 digits in ${place}, which a workbook rounds; store it as text`)
    const format = formats[Number(style)]
    if (format !== undefined) note(`Numbers in the format ${format} are read without it`, place)
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag)
        if (name === 'row') {
          line = Number(attributes.r) || line + 1
          if (isOn(attributes.hidden) && isData(line)) note('Hidden rows are read too', `line ${line}`)
        } else if (name === 'col' && isOn(attributes.hidden))
          note('Hidden columns are read too', `column ${attributes.min}`)
        else if (name === 'c') [cell, isFormula, value] = [attributes, false, undefined]
        else if (name === 'f') isFormula = true
        else if (name === 'v' || name === 'is') [isInValue, value] = [true, '']
        else if (name === 'mergeCell') {
          const { ref = '' } = attributes
          if (isData(Number(/\d+$/.exec(ref)?.[0])))
            note('Merged cells have their value only in the first one, the others are empty', ref)
        }
      },
      ontext(text) {
        if (isInValue) value = `${value ?? ''}${text}`
      },
      onclosetag(tag) {
        const name = localName(tag)
        if (name === 'v' || name === 'is') isInValue = false
        else if (name === 'c') closeCell()
      },
    },
    { xmlMode: true },
  )
  for await (const bytes of xml) parser.write(bytes.toString('latin1'))
  parser.end()
  return { faults, remarks: [...found].map(([kind, { count, first }]) => `${kind} (${count}, such as ${first}).`) }
}

const isOn = (attribute: string | undefined) => attribute === '1' || attribute === 'true'
