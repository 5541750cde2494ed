import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import iconv from 'iconv-lite'
import { parse } from 'yaml'
import { AppError } from '#server/platform/errors.ts'
import { detectEncoding } from './encoding.ts'
import { pickMember } from './json-source.ts'
import { depthFault, isDeepValue, type Source, type SourceRow } from './source.ts'

const maxFileSize = 1_000_000

/** Opens a Markdown file, or a folder of them without index pages and templates; each file is a row. */
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

type FrontMatter = { readonly fields: Readonly<Record<string, unknown>>; readonly body: string }

/** Maximum characters of a front matter: deep nesting costs a YAML parser time and stack. */
const maxLength = 50_000

const block = /^---(\w*)[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/**
 * Splits a Markdown text into its YAML front matter and its body. Scalars stay text, so that invalid dates and leading
 * zeros reach their field unchanged. A text that begins with a horizontal rule has no front matter.
 * Throws an Error with the reason if the front matter cannot be read.
 */
export function readFrontMatter(text: string): FrontMatter {
  const match = block.exec(text)
  if (!match) return { fields: {}, body: text }
  const [whole, language = '', yaml = ''] = match
  if (yaml.length > maxLength) throw new Error(`it has more than ${maxLength.toLocaleString('en')} characters`)
  if (!['', 'yaml', 'yml', 'json'].includes(language.toLowerCase())) throw new Error(`it is ${language}, not YAML`)
  const fields: unknown = parse(yaml, { schema: 'failsafe', customTags: (tags) => [...tags, 'null'] })
  if (fields === null) return { fields: {}, body: text.slice(whole.length) }
  if (isDeepValue(fields)) throw new Error(`it ${depthFault}`)
  if (typeof fields !== 'object' || Array.isArray(fields)) return { fields: {}, body: text }
  return { fields: { ...fields }, body: text.slice(whole.length) }
}

/** The files of a folder to read, as relative paths, and remarks about the others. */
type MarkdownFiles = { readonly files: readonly string[]; readonly remarks: readonly string[] }

const extensions = new Set(['.md', '.markdown'])
const maxNamed = 5

/** Lists the Markdown files of a folder and its subfolders, without index pages, templates and hidden files. */
async function listMarkdown(folder: string): Promise<MarkdownFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
    .toSorted()
  const isMarkdown = (name: string) => extensions.has(extname(name).toLowerCase())
  const markdown = names.filter(isMarkdown)
  if (markdown.length === 0) throw new AppError('invalid_request', `${basename(folder)} holds no Markdown file (.md).`)
  const otherFiles = names.filter((name) => !isMarkdown(name))
  const indexes = markdown.filter((name) => /^(readme|_?index|toc)$/i.test(getStem(name)))
  const templates = markdown.filter((name) => isTemplate(getStem(name)))
  const leftOut = new Set([...indexes, ...templates])
  return {
    files: markdown.filter((name) => !leftOut.has(name)),
    remarks: [
      ...describeLeftOut(otherFiles, 'not named .md; rename what is an article'),
      ...describeLeftOut(indexes, 'an index page'),
      ...describeLeftOut(templates, 'a template'),
    ],
  }
}

const getStem = (name: string) => basename(name, extname(name))

/** True for a template. A numbered file is an article about a template, except for PM0000. */
const isTemplate = (stem: string) => /(?<![a-z])template(?![a-z])/i.test(stem) && !/[1-9]/.test(stem)

function describeLeftOut(names: readonly string[], reason: string): string[] {
  if (names.length === 0) return []
  const bare = (name: string) => (extname(name) === '' ? 0 : 1)
  const examples = names.toSorted((one, other) => bare(one) - bare(other)).slice(0, maxNamed)
  const more = names.length > examples.length ? ` and ${names.length - examples.length} more` : ''
  return [`Left out as ${reason}: ${examples.map((name) => JSON.stringify(name)).join(', ')}${more}.`]
}

/** True if most lines of a text are links to other pages. */
function isIndexPage(text: string): boolean {
  const lines = text.split('\n').filter((line) => /\S/.test(line) && !/^\s*(#|\|?[\s:|-]+$)/.test(line))
  const links = lines.filter((line) => /\]\([^)\s]+\.(md|markdown)[)#]/i.test(line))
  return links.length >= 3 && links.length * 2 > lines.length
}

/** True if the date of a template is not filled in. */
function isUnfilledTemplate(text: string): boolean {
  return /\bYYYY-MM-DD\b/.test(text) && !/\b(19|20)\d{2}-\d{2}-\d{2}\b/.test(text)
}
