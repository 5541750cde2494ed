import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import matter from 'gray-matter'
import iconv from 'iconv-lite'
import { AppError } from '#server/errors.ts'
import { detectEncoding } from './encoding.ts'
import { pickMember } from './json-source.ts'
import type { Source, SourceRow } from './source.ts'

const largestFile = 1_000_000
const extensions = new Set(['.md', '.markdown'])

/** Opens a folder of Markdown files, the folders in it included, or one file. Each file is a row; README is left out. */
export async function openMarkdown(path: string, wantedEncoding?: string): Promise<Source> {
  const files = await listFiles(path)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size))
  return {
    format: 'Markdown',
    encoding: wantedEncoding ?? 'utf-8',
    header: null,
    remarks: [],
    size: sizes.reduce((sum, size) => sum + size, 0),
    pick: pickMember,
    async *rows(onBytes) {
      let bytes = 0
      for (const [index, file] of files.entries()) {
        yield [await readRow(join(path, file), file, index + 1, sizes[index] ?? 0, wantedEncoding)]
        bytes += sizes[index] ?? 0
        onBytes?.(bytes)
      }
    },
    place: ({ ordinal }) => files[ordinal - 1] || basename(path),
  }
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return ['']
  const names = await readdir(path, { recursive: true })
  const files = names.filter(
    (name) => extensions.has(extname(name).toLowerCase()) && !/^readme\./i.test(basename(name)),
  )
  if (files.length === 0) throw new AppError('invalid_request', `${basename(path)} holds no Markdown file (.md).`)
  return files.sort()
}

async function readRow(path: string, name: string, ordinal: number, size: number, wanted?: string): Promise<SourceRow> {
  const row = { ordinal, line: 1 }
  const content = describeFile(basename(name || path))
  if (size > largestFile) return { ...row, content, fault: `is larger than ${largestFile.toLocaleString('en')} bytes` }
  const encoding = await detectEncoding(path, wanted)
  const text = iconv.decode(await readFile(path), encoding.name)
  try {
    const { data, content: body } = matter(text, {
      engines: { javascript: refuseCode, js: refuseCode, coffee: refuseCode },
    })
    const front = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plain(value)]))
    return { ...row, content: { ...front, ...content, content: body.trim() } }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : ''
    return { ...row, content, fault: `has a front matter that cannot be read: ${reason}` }
  }
}

/** gray-matter would run code found in a front matter. */
function refuseCode(): never {
  throw new Error('it is code, not YAML')
}

/** A value of YAML, which has dates, as JSON has it. */
const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** What the name of a file tells: "PM2020-004 - CoreDNS upgrade issue.md" has an identifier and a title. */
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
