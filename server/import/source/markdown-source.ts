import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import iconv from 'iconv-lite'
import { detectEncoding } from './encoding.ts'
import { readFrontMatter } from './front-matter.ts'
import { pickMember } from './json-source.ts'
import { isIndexPage, isUnfilledTemplate, listMarkdown } from './markdown-files.ts'
import type { Source, SourceRow } from './source.ts'

const maxFileSize = 1_000_000

/**
 * Opens one Markdown file, or a folder of them with its subfolders; each file is a row. Index pages and templates in a
 * folder are skipped; a single file is always read.
 */
export async function openMarkdown(path: string, requestedEncoding?: string): Promise<Source> {
  const isFolder = (await stat(path)).isDirectory()
  const { files, remarks } = isFolder ? await listMarkdown(path) : { files: [''], remarks: [] }
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size))
  return {
    format: 'Markdown',
    encoding: requestedEncoding ?? 'utf-8',
    header: null,
    remarks,
    size: sizes.reduce((sum, size) => sum + size, 0),
    pick: pickMember,
    async *rows(onBytes) {
      let bytes = 0
      for (const [index, file] of files.entries()) {
        yield [await readRow(join(path, file), file, index + 1, sizes[index] ?? 0, requestedEncoding)]
        bytes += sizes[index] ?? 0
        onBytes?.(bytes)
      }
    },
    place: ({ ordinal }) => files[ordinal - 1] || basename(path),
  }
}

async function readRow(
  path: string,
  name: string,
  ordinal: number,
  size: number,
  encodingName?: string,
): Promise<SourceRow> {
  const row = { ordinal, line: 1 }
  const content = describeFile(basename(name || path))
  if (size > maxFileSize) return { ...row, content, fault: `is larger than ${maxFileSize.toLocaleString('en')} bytes` }
  const encoding = await detectEncoding(path, encodingName)
  const text = iconv.decode(await readFile(path), encoding.name)
  try {
    const { fields, body } = readFrontMatter(text)
    const row = { ordinal, line: 1, content: { ...fields, ...content, content: body.trim() } }
    const fault = name === '' ? undefined : findFault(body)
    return fault === undefined ? row : { ...row, fault }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0]?.replace(/:$/, '') : ''
    return { ...row, content, fault: `has a front matter that cannot be read: ${reason}` }
  }
}

/** Returns the reason why a file of a folder is not an article; undefined if it is one. */
function findFault(body: string): string | undefined {
  if (isIndexPage(body)) return 'is an index page: most of it are links to other pages'
  return isUnfilledTemplate(body) ? 'is a template: its date is still to be filled in' : undefined
}

/** Reads the identifier and title in a file name: "PM2020-004 - CoreDNS upgrade issue.md". */
function describeFile(name: string): { file_id: string; file_title: string } {
  const stem = name.slice(0, name.length - extname(name).length).trim()
  const numbered = /^([A-Za-z]{1,10}[-_]?\d[\w-]*?)(?:\s+[-–—:]?\s*|\s*[–—:]\s*|$)(.*)$/.exec(stem)
  if (numbered) return { file_id: numbered[1] ?? stem, file_title: numbered[2] || stem }
  const slug = stem
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return { file_id: slug.slice(0, 64) || stem, file_title: stem.replace(/[-_]+/g, ' ') }
}
