import { createWriteStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import {
  maxArchiveEntries,
  maxArchiveFolders,
  maxArchiveName,
  maxUnpackedBytes,
  maxWorkbookBytes,
  maxWorkbookTextBytes,
} from '#lib/domain/archive-bounds.ts'
import { AppError } from '#server/platform/errors.ts'
import { withTemporaryFolder } from '#server/platform/files/temporary-folder.ts'
import { openCsv } from './csv-source.ts'
import { detectEncoding, readHead, readStart } from './encoding.ts'
import { openJson } from './json-source.ts'
import { openMarkdown } from './markdown-source.ts'
import type { Source } from './source.ts'
import { eachEntry, openWorkbook, workbookPart } from './workbook.ts'

/**
 * Opens a folder or a file of Markdown, a workbook, a JSON file (one that begins with a bracket), else CSV. Throws
 * `not_found` and `invalid_request` (an empty file, an unknown encoding, an unsupported format).
 */
export async function openSource(
  path: string,
  options: Pick<Mapping, 'delimiter' | 'sheet' | 'encoding' | 'header_line'>,
  kind: ImportKind,
): Promise<Source> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new AppError('not_found', `There is no file ${path}.`)
  const extension = extname(path).toLowerCase()
  if (stats.isDirectory() || extension === '.md' || extension === '.markdown')
    return openMarkdown(path, options.encoding)
  if (stats.size === 0) throw new AppError('invalid_request', `${basename(path)} is empty.`)
  if (await isWorkbook(path)) return openWorkbook(path, stats.size, options)
  const encoding = await detectEncoding(path, options.encoding)
  const start = await readStart(path, encoding, (text) => text.trim() !== '')
  const isJson = extension !== '.csv' && extension !== '.tsv' && /^\s*[[{]/.test(start)
  return isJson ? openJson(path, stats.size, encoding, kind) : openCsv(path, stats.size, encoding, options)
}

const asXlsx = 'Save it as XLSX without a password, or as CSV (in Excel: File, Save as), and import that file.'

const zip = [0x50, 0x4b, 0x03, 0x04]

/** Formats that are often mistaken for supported exports, by their first bytes. */
const formats: readonly { readonly starts: readonly number[]; readonly name: string; readonly advice: string }[] = [
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old Excel workbook (XLS) or protected with a password',
    advice: asXlsx,
  },
  { starts: [0x25, 0x50, 0x44, 0x46], name: 'a PDF', advice: 'Export the records as CSV or JSON instead.' },
  { starts: [0x1f, 0x8b], name: 'packed with gzip', advice: 'Unpack it and import the file that it holds.' },
  { starts: zip, name: 'a zip archive', advice: 'Unpack it and import the files that it holds.' },
]
const page = { name: 'XML or a web page', advice: 'Export the records as CSV, JSON or XLSX instead.' }
/** The start of texts that are neither CSV nor JSON, such as a saved sign-in page. */
const markup = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!doctype|html|unload)[\s>]/i

/** The start of ServiceNow's own XML, also after a conversion to JSON. */
const unload =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<(?:unload|record_update)[\s>]|\{\s*"(?:unload|record_update)"\s*:)/
const updateSet = /record_update|sys_update_xml|sys_(?:remote_)?update_set/

/** Describes a text that begins as `unload` does, and the export to use instead; undefined for any other text. */
function describeUnload(text: string): { readonly name: string; readonly advice: string } | undefined {
  if (!unload.test(text)) return undefined
  const exportList = 'choose Export, then CSV, Excel or JSON in the menu of a column heading, and import that file.'
  if (updateSet.test(text)) {
    const advice = `Open the list of the records instead, ${exportList}`
    return { name: 'an update set of ServiceNow, which moves its configuration and has no records', advice }
  }
  const [table = 'the records'] =
    text.match(/(?<=<unload[^>]*>\s*<)\w+/) ?? text.match(/(?<=[[{,]\s*")(?!unload")\w+(?="\s*:\s*[[{])/) ?? []
  const kind = text.includes('<unload') ? 'XML export' : 'XML export, as JSON,'
  return {
    name: `an ${kind} of ServiceNow (unload, ${table})`,
    advice: `Open the list of ${table} there, ${exportList}`,
  }
}

const notWorkbook =
  'is named as an Excel workbook, but is none. Open it in Excel and save it as XLSX; if it is CSV, rename it to .csv.'

/**
 * True if a file begins like a workbook (XLSX). Throws `invalid_request`, with advice, for an old or encrypted
 * workbook, a PDF, an archive, XML, a web page, an `unload` of ServiceNow, or a file with only the name of a workbook.
 */
async function isWorkbook(path: string): Promise<boolean> {
  const head = await readHead(path)
  const text = head.toString('latin1')
  if (startsWith(head, zip) && /\[Content_Types\]\.xml|xl\//.test(text)) return true
  const otherFormat =
    describeUnload(text) ?? (markup.test(text) ? page : formats.find(({ starts }) => startsWith(head, starts)))
  if (otherFormat)
    throw new AppError('invalid_request', `${basename(path)} is ${otherFormat.name}. ${otherFormat.advice}`)
  if (/\.xls[xmb]?$/i.test(path)) throw new AppError('invalid_request', `${basename(path)} ${notWorkbook}`)
  return false
}

const startsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)

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
  return head !== undefined && startsWith(head, zip)
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
