import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { AppError } from '#server/platform/errors.ts'
import { openCsv } from './csv-source.ts'
import { detectEncoding, type Encoding, readDecoded, readHead } from './encoding.ts'
import { openJson } from './json-source.ts'
import { openMarkdown } from './markdown-source.ts'
import type { Source } from './source.ts'
import { openWorkbook } from './zip-files.ts'

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
  const isJson = extension !== '.csv' && extension !== '.tsv' && /^[[{]/.test(await readFirstLetters(path, encoding))
  return isJson ? openJson(path, stats.size, encoding, kind) : openCsv(path, stats.size, encoding, options)
}

async function readFirstLetters(path: string, encoding: Encoding): Promise<string> {
  for await (const text of readDecoded(path, encoding)) {
    const letters = text.trimStart()
    if (letters !== '') return letters.slice(0, 10)
  }
  return ''
}

const asXlsx = 'Save it as XLSX without a password, or as CSV (in Excel: File, Save as), and import that file.'

/** Formats that are often mistaken for supported exports, by their first bytes. */
const formats: readonly { readonly starts: readonly number[]; readonly name: string; readonly advice: string }[] = [
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old Excel workbook (XLS) or protected with a password',
    advice: asXlsx,
  },
  { starts: [0x25, 0x50, 0x44, 0x46], name: 'a PDF', advice: 'Export the records as CSV or JSON instead.' },
  { starts: [0x1f, 0x8b], name: 'packed with gzip', advice: 'Unpack it and import the file that it holds.' },
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
const zip = [0x50, 0x4b, 0x03, 0x04]
const archive = { name: 'a zip archive', advice: 'Unpack it and import the files that it holds.' }

/**
 * True if a file begins like a workbook (XLSX). Throws `invalid_request`, with advice, for an old or encrypted
 * workbook, a PDF, an archive, XML, a web page, an `unload` of ServiceNow, or a file with only the name of a workbook.
 */
async function isWorkbook(path: string): Promise<boolean> {
  const head = await readHead(path)
  const isZip = startsWith(head, zip)
  const text = head.toString('latin1')
  if (isZip && /\[Content_Types\]\.xml|xl\//.test(text)) return true
  const otherFormat = isZip
    ? archive
    : (describeUnload(text) ?? (markup.test(text) ? page : formats.find(({ starts }) => startsWith(head, starts))))
  if (otherFormat)
    throw new AppError('invalid_request', `${basename(path)} is ${otherFormat.name}. ${otherFormat.advice}`)
  if (/\.xls[xmb]?$/i.test(path)) throw new AppError('invalid_request', `${basename(path)} ${notWorkbook}`)
  return false
}

const startsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)
