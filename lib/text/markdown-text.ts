import MarkdownIt, { type Token } from 'markdown-it'

/** Parses blocks only; `inlines` parses the text of the few blocks that are needed. */
const blocks = new MarkdownIt({ html: true })
blocks.core.ruler.enableOnly(['normalize', 'block'])
const inlines = new MarkdownIt()

const maxInlineLength = 2_000

type Prose = { readonly kind: 'heading' | 'paragraph'; readonly markdown: string }

/** Headings and paragraphs of a text in order, as Markdown; without code, tables, HTML and rules. */
export function readProse(content: string): Prose[] {
  const tokens = blocks.parse(content, {})
  return tokens.flatMap(({ type, content: markdown }, index): Prose[] => {
    const opening = type === 'inline' ? tokens[index - 1]?.type : undefined
    if (opening === 'heading_open') return [{ kind: 'heading', markdown }]
    return opening === 'paragraph_open' ? [{ kind: 'paragraph', markdown }] : []
  })
}

/** Returns the offset of the text below the leading heading; 0 without a leading heading or if it is empty. */
export function findEndOfFirstHeading(content: string): number {
  const [opening, heading] = blocks.parse(content, {})
  if (opening?.type !== 'heading_open' || !opening.map || toPlainText(heading?.content ?? '') === '') return 0
  const lineEnds = content.matchAll(/\r\n?|\n|$/g)
  const last = [...lineEnds.take(opening.map[1])].at(-1)
  return last ? last.index + last[0].length : 0
}

/** Returns a heading or paragraph on one line, without markup. The text of links, emphasis and code stays. */
export function toPlainText(markdown: string): string {
  const [inline] = inlines.parseInline(markdown.slice(0, maxInlineLength), {})
  return joinTokens(inline?.children ?? [])
    .replace(/\s+/g, ' ')
    .trim()
}

const joinTokens = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return type === 'image' ? joinTokens(children ?? []) : content
    })
    .join('')

export type TextBlock = { readonly kind: 'heading' | 'paragraph' | 'item' | 'code'; readonly text: string }

/** Returns all texts of a Markdown text in order, without markup. */
export function readTextBlocks(content: string): TextBlock[] {
  const tokens = blocks.parse(content, {})
  return tokens.flatMap(({ type, content: text }, index): TextBlock[] => {
    if (type === 'fence' || type === 'code_block' || type === 'html_block') return [{ kind: 'code', text }]
    if (type !== 'inline') return []
    if (tokens[index - 1]?.type === 'heading_open') return [{ kind: 'heading', text: toPlainText(text) }]
    const isItem = tokens[index - 2]?.type === 'list_item_open'
    return [{ kind: isItem ? 'item' : 'paragraph', text: text.length > maxInlineLength ? text : toPlainText(text) }]
  })
}
