import { readProse, toPlainText } from '#lib/text/markdown-text.ts'
import { shorten } from '#lib/text/shorten.ts'

/** The title is searched in the first characters of an article. */
export const titleReach = 4_000

const maxLength = 200
/** Maximum headings and lines to try: a text may have thousands of empty ones. */
const maxTried = 20

/**
 * Returns the title of an article: its first Markdown heading, else its first line of prose, as plain text of at most
 * 200 characters. Computed on the server, so that pages need no Markdown parser.
 */
export function getArticleTitle(content: string): string {
  const prose = readProse(content.slice(0, titleReach))
  const headings = prose.flatMap(({ kind, markdown }) => (kind === 'heading' ? [markdown] : []))
  const lines = prose.flatMap(({ markdown }) => markdown.split('\n', maxTried))
  const title =
    firstText(headings, (text) => text !== '') ?? firstText(lines, (text) => /[\p{Letter}\p{Number}]/u.test(text))
  if (title === undefined) return 'Untitled'
  return shorten(title, maxLength)
}

function firstText(candidates: readonly string[], isTitle: (text: string) => boolean): string | undefined {
  for (const candidate of candidates.slice(0, maxTried)) {
    const text = toPlainText(candidate)
    if (isTitle(text)) return text
  }
  return undefined
}
