import { plainText, proseOf } from './markdown-text.ts'
import { wordsPattern } from './searched-words.ts'

/** Characters of an article in which words are looked for. */
const reach = 20_000
const maxLength = 260

/**
 * The first paragraph of an article as plain text; with words to look for, the part around the first of them. Headings,
 * code and tables are left out; empty where there is no running text.
 */
export function articleSnippet(content: string, words: readonly string[] = []): string {
  const paragraphs = proseOf(content.slice(0, reach)).flatMap(({ kind, markdown }) =>
    kind === 'paragraph' ? [markdown] : [],
  )
  const pattern = wordsPattern(words)
  const found = pattern && paragraphs.find((paragraph) => pattern.test(paragraph))
  if (!pattern || !found) return cutAround(plainText(paragraphs[0] ?? ''), 0)
  const text = plainText(partFrom(found, found.search(pattern) - 2 * maxLength))
  return cutAround(text, text.search(pattern))
}

/** A paragraph from a word on; of one in which the place is near the beginning, all. */
const partFrom = (paragraph: string, at: number) =>
  at > maxLength ? paragraph.slice(paragraph.lastIndexOf(' ', at) + 1 || at) : paragraph

function cutAround(text: string, at: number): string {
  if (text.length <= maxLength) return text
  const lead = at > maxLength - 60 ? text.lastIndexOf(' ', at - 80) + 1 : 0
  const end = text.lastIndexOf(' ', lead + maxLength)
  const cut = lead + maxLength >= text.length ? text.length : end > lead ? end : lead + maxLength
  return `${lead > 0 ? '…' : ''}${text.slice(lead, cut)}${cut < text.length ? '…' : ''}`
}
