import { plainText, proseLines } from './article-title.ts'

/** Characters of an article in which words are looked for, and characters shown. */
const reach = 20_000
const longest = 260

/**
 * What an article begins with, as plain text without headings, code and tables; with words to look for, the part around
 * the first of them. Empty where there is no running text.
 */
export function articleSnippet(content: string, words: readonly string[] = []): string {
  const paragraphs = proseParagraphs(content.slice(0, reach))
  const pattern = wordsPattern(words)
  const found = pattern ? paragraphs.find((paragraph) => paragraph.search(pattern) >= 0) : undefined
  const text = found ?? paragraphs[0] ?? ''
  return cutAround(text, found && pattern ? found.search(pattern) : 0)
}

function proseParagraphs(content: string): string[] {
  return proseLines(content)
    .map((line) => (/^\s{0,3}(?:#{1,6}\s|\||[-*_=](?:\s*[-*_=]){2,}\s*$|<)/.test(line) ? '' : plainText(line)))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function cutAround(text: string, at: number): string {
  if (text.length <= longest) return text
  const lead = at > longest - 60 ? text.lastIndexOf(' ', at - 80) + 1 : 0
  const end = text.lastIndexOf(' ', lead + longest)
  const cut = lead + longest >= text.length ? text.length : end > lead ? end : lead + longest
  return `${lead > 0 ? '…' : ''}${text.slice(lead, cut)}${cut < text.length ? '…' : ''}`
}

/**
 * The words that a search looks for, without the marks of its language: those left out by `-`, `or` and quotes are not
 * among them. Common endings are taken off, as the full-text search does.
 */
export function searchWords(q: string): string[] {
  const words = q
    .toLowerCase()
    .split(/[\s"]+/)
    .filter((word) => !word.startsWith('-') && word !== 'or')
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word)))].slice(
    0,
    20,
  )
}

/** A text cut where searched words begin and end, so that they can be marked. */
export function splitAtWords(text: string, words: readonly string[]): { text: string; isHit: boolean }[] {
  const pattern = wordsPattern(words)
  if (!pattern) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${pattern.source})`, 'giu'))
    .map((part, at) => ({ text: part, isHit: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** Longer words match with any ending, short ones only as they are or in the plural. */
function wordsPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const forms = words.map((word) => (word.length >= 4 ? `${word}[\\p{L}\\p{N}]{0,6}` : `${word}s?`))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
