import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Parser } from 'htmlparser2'
import { type CellValue, streamXlsxRows, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Mapping } from '#lib/contracts/import-records.ts'
import {
  maxArchiveEntries,
  maxArchiveFolders,
  maxArchiveName,
  maxUnpackedBytes,
  maxWorkbookBytes,
  maxWorkbookTextBytes,
} from '#lib/domain/archive-bounds.ts'
import { isCutText } from '#lib/text/cell-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { withTemporaryFolder } from '#server/platform/files/temporary-folder.ts'
import { readHead } from './encoding.ts'
import { pickCell } from './json-source.ts'
import { assertColumns, isUtcColumn, nameColumns, type Source, type SourceRow } from './source.ts'
import { readNumberFormats, type SheetSurvey, surveySheet } from './survey-sheet.ts'

const zipSignature = 'PK\x03\x04'
const markdownNames = /\.(md|markdown)$/i
const dataNames = /\.(csv|tsv|txt|json|ndjson|jsonl)$/i

/**
 * Calls `work` with a path that can be imported. For a zip archive, that is the temporary folder of its Markdown files,
 * or its only data file; a workbook and any other path are passed as they are. Throws `invalid_request` for an archive
 * that is too large or damaged.
 */
export async function withUnpacked<Result>(path: string, work: (path: string) => Promise<Result>): Promise<Result> {
  if (!(await isZip(path))) return work(path)
  return withTemporaryFolder('unpacked', async (parent) =>
    work(await unpack(path, join(parent, basename(path, extname(path))))),
  )
}

async function isZip(path: string): Promise<boolean> {
  const head = await readHead(path).catch(() => undefined)
  return head?.toString('latin1', 0, zipSignature.length) === zipSignature
}

async function unpack(path: string, folder: string): Promise<string> {
  try {
    const entries = await checkEntries(path)
    const names = entries.map(({ fileName }) => fileName)
    if (names.includes('[Content_Types].xml') || names.includes('META-INF/manifest.xml')) {
      assertWorkbook(basename(path), entries)
      await eachEntry(path, readThrough)
      return path
    }
    const isMarkdown = names.some((name) => markdownNames.test(name))
    const data = names.filter((name) => dataNames.test(name) && !basename(name).startsWith('.'))
    if (!isMarkdown && data.length !== 1) {
      throw new AppError(
        'invalid_request',
        `${basename(path)} holds neither Markdown files nor exactly one CSV or JSON file.`,
      )
    }
    const namePattern = isMarkdown ? markdownNames : dataNames
    await mkdir(folder)
    await eachEntry(path, (zip, entry) => extract(zip, entry, folder, namePattern))
    return isMarkdown ? folder : join(folder, data[0] ?? '')
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `${basename(path)} cannot be unpacked: ${reason}.`)
  }
}

/** Throws `invalid_request` for an office document that is no workbook (XLSX), and for a workbook that is too large. */
function assertWorkbook(name: string, entries: readonly Entry[]): void {
  const sumSizes = (part: RegExp) =>
    entries.filter(({ fileName }) => part.test(fileName)).reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const refuse = (reason: string) => {
    throw new AppError('invalid_request', `${name} ${reason}`)
  }
  if (entries.some(({ fileName }) => /^xl\/workbook\d*\.bin$/.test(fileName)))
    refuse('is a binary workbook (XLSB). Save it as XLSX or CSV (in Excel: File, Save as) and import that file.')
  if (!entries.some(({ fileName }) => workbookPart.test(fileName)))
    refuse('is an office document, but not an Excel workbook. Save it as XLSX or CSV and import that file.')
  const limits = [
    ['when it is unpacked', sumSizes(/(?:)/), maxWorkbookBytes],
    ['of texts', sumSizes(/^xl\/sharedStrings\.xml$/i), maxWorkbookTextBytes],
  ] as const
  for (const [what, size, most] of limits) {
    const megabytes = most / 1024 / 1024
    if (size > most)
      refuse(`is a workbook with more than ${megabytes} MB ${what}. Save it as CSV, or in parts, and import that.`)
  }
}

const workbookPart = /^xl\/workbook\d*\.xml$/

/** Reads the texts of the parts of a workbook whose names match. */
async function readParts(path: string, ...names: readonly RegExp[]): Promise<string[]> {
  const parts = names.map(() => '')
  await eachEntry(path, async (zip, entry) => {
    const at = names.findIndex((name) => name.test(entry.fileName))
    if (at >= 0) parts[at] += await text(await zip.openReadStreamPromise(entry))
  })
  return parts
}

/** Lists the files in an archive. Throws `invalid_request` if their number, names or total size exceed the limits. */
async function checkEntries(path: string): Promise<Entry[]> {
  const entries: Entry[] = []
  let size = 0
  const refuse = (reason: string) => {
    throw new AppError('invalid_request', `${basename(path)} holds ${reason}.`)
  }
  await eachEntry(path, async ({ entryCount }, entry) => {
    const { fileName, uncompressedSize } = entry
    if (entryCount > maxArchiveEntries) refuse(`more than ${maxArchiveEntries.toLocaleString('en')} files and folders`)
    const quotedName = JSON.stringify(fileName.slice(0, 50))
    if (fileName.length > maxArchiveName) refuse(`a name of more than ${maxArchiveName} characters: ${quotedName}…`)
    if (fileName.split('/').length > maxArchiveFolders + 1)
      refuse(`a file in more than ${maxArchiveFolders} folders: ${quotedName}…`)
    entries.push(entry)
    size += uncompressedSize
    if (size > maxUnpackedBytes) refuse(`more than ${maxUnpackedBytes / 1024 / 1024} MB when it is unpacked`)
  })
  return entries
}

/** Calls `visit` for each file of an archive. yauzl rejects names that lead out of the folder, and wrong sizes. */
async function eachEntry(path: string, visit: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) await visit(zip, entry)
  }
}

/** Reads a file of an archive to its end, so that yauzl rejects one that is larger than its header states. */
async function readThrough(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await zip.openReadStreamPromise(entry)) {
  }
}

/** Writes a file whose name matches. Others are created empty, so that the import reports them as left out. */
async function extract(zip: ZipFile, entry: Entry, folder: string, namePattern: RegExp): Promise<void> {
  const to = join(folder, entry.fileName)
  await mkdir(dirname(to), { recursive: true })
  if (!namePattern.test(entry.fileName)) return writeFile(to, '')
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to))
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
