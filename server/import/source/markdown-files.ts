import { readdir } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { AppError } from '#server/platform/errors.ts'

/** The files of a folder to read, as relative paths, and remarks about the others. */
export type MarkdownFiles = { readonly files: readonly string[]; readonly remarks: readonly string[] }

const extensions = new Set(['.md', '.markdown'])
/** Maximum files in a remark. */
const maxNamed = 5

/** Lists the Markdown files of a folder and its subfolders, without index pages, templates and hidden files. */
export async function listMarkdown(folder: string): Promise<MarkdownFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
    .toSorted()
  const isMarkdown = (name: string) => extensions.has(extname(name).toLowerCase())
  const markdown = names.filter(isMarkdown)
  if (markdown.length === 0) {
    throw new AppError('invalid_request', `${basename(folder)} holds no Markdown file (.md).`)
  }
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
export function isIndexPage(text: string): boolean {
  const lines = text.split('\n').filter((line) => /\S/.test(line) && !/^\s*(#|\|?[\s:|-]+$)/.test(line))
  const links = lines.filter((line) => /\]\([^)\s]+\.(md|markdown)[)#]/i.test(line))
  return links.length >= 3 && links.length * 2 > lines.length
}

/** True if the date of a template is not filled in. */
export function isUnfilledTemplate(text: string): boolean {
  return /\bYYYY-MM-DD\b/.test(text) && !/\b(19|20)\d{2}-\d{2}-\d{2}\b/.test(text)
}
