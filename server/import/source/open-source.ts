import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { AppError } from '#server/platform/errors.ts'
import { openCsv } from './csv-source.ts'
import { detectEncoding, type Encoding, readDecoded } from './encoding.ts'
import { openJson } from './json-source.ts'
import { openMarkdown } from './markdown-source.ts'
import { isWorkbook } from './other-formats.ts'
import type { Source } from './source.ts'
import { openWorkbook } from './workbook-source.ts'

export type SourceOptions = Pick<Mapping, 'delimiter' | 'sheet'> & { readonly encoding?: string | undefined }

/**
 * Opens a folder or a file of Markdown, a workbook, a JSON file (one that begins with a bracket), else CSV. Throws
 * `not_found` and `invalid_request` (an empty file, an unknown encoding, an unsupported format).
 */
export async function openSource(path: string, options: SourceOptions): Promise<Source> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new AppError('not_found', `There is no file ${path}.`)
  const extension = extname(path).toLowerCase()
  if (stats.isDirectory() || extension === '.md' || extension === '.markdown')
    return openMarkdown(path, options.encoding)
  if (stats.size === 0) throw new AppError('invalid_request', `${basename(path)} is empty.`)
  if (await isWorkbook(path)) return openWorkbook(path, stats.size, options.sheet)
  const encoding = await detectEncoding(path, options.encoding)
  const isJson = extension !== '.csv' && extension !== '.tsv' && /^[[{]/.test(await readFirstLetters(path, encoding))
  return isJson ? openJson(path, stats.size, encoding) : openCsv(path, stats.size, encoding, options.delimiter)
}

async function readFirstLetters(path: string, encoding: Encoding): Promise<string> {
  for await (const text of readDecoded(path, encoding)) {
    const letters = text.trimStart()
    if (letters !== '') return letters.slice(0, 10)
  }
  return ''
}
