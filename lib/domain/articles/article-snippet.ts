import { readProse, toPlainText } from '#lib/text/markdown-text.ts'
import { buildWordsPattern } from '#lib/text/search-words.ts'

/** Only the first characters of an article are searched. */
const searchedLength = 20_000
const maxLength = 260

/**
 * Returns the first paragraph of an article as plain text, or the part around the first of the searched words. Skips
 * headings, code and tables; empty without running text.
 */
export function getArticleSnippet(content: string, words: readonly string[] = []): string {
  const paragraphs = readProse(content.slice(0, searchedLength)).flatMap(({ kind, markdown }) =>
    kind === 'paragraph' ? [markdown] : [],
  )
  const pattern = buildWordsPattern(words)
  const matchingParagraph = pattern && paragraphs.find((paragraph) => pattern.test(paragraph))
  if (!pattern || !matchingParagraph) return cutAround(toPlainText(paragraphs[0] ?? ''), 0)
  const text = toPlainText(partFrom(matchingParagraph, matchingParagraph.search(pattern) - 2 * maxLength))
  return cutAround(text, text.search(pattern))
}

/** Headings that announce advice, the best first. */
const adviceHeadings = [/recommend|next time|advice|what to do/i, /lesson|learn/i]

/**
 * Returns the advice of a lesson as plain text: the first paragraph under a heading that announces advice, else the
 * first paragraph.
 */
export function getArticleAdvice(content: string): string {
  const prose = readProse(content.slice(0, searchedLength))
  for (const pattern of adviceHeadings) {
    const index = prose.findIndex(({ kind, markdown }) => kind === 'heading' && pattern.test(markdown))
    const below = prose[index + 1]
    if (index > 0 && below?.kind === 'paragraph') return cutAround(toPlainText(below.markdown), 0)
  }
  return getArticleSnippet(content)
}

/** Returns the paragraph from the word at a position on, or all of it if the position is near its beginning. */
const partFrom = (paragraph: string, at: number) =>
  at > maxLength ? paragraph.slice(paragraph.lastIndexOf(' ', at) + 1 || at) : paragraph

function cutAround(text: string, at: number): string {
  if (text.length <= maxLength) return text
  const lead = at > maxLength - 60 ? text.lastIndexOf(' ', at - 80) + 1 : 0
  const end = text.lastIndexOf(' ', lead + maxLength)
  const cut = lead + maxLength >= text.length ? text.length : end > lead ? end : lead + maxLength
  return `${lead > 0 ? '…' : ''}${text.slice(lead, cut)}${cut < text.length ? '…' : ''}`
}
