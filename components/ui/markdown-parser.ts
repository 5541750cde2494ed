import MarkdownIt, { type Token } from 'markdown-it'

/** A text with more elements, or with elements nested deeper, is not readable as Markdown. */
const maxElements = 20_000
const maxDepth = 98
/** Each is tried as the beginning of a link. */
const maxBrackets = 10_000

/** CommonMark with the tables, struck out text and plain addresses of GitHub. Links are judged where they are shown. */
const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: maxDepth + 2 })
markdown.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null)
markdown.validateLink = () => true

/** The Markdown of a text, in time linear in its length; null when it is not readable as such. */
export function parseMarkdown(text: string): Token[] | null {
  if (text.split('[', maxBrackets + 2).length > maxBrackets + 1) return null
  const tokens = markdown.parse(text, {})
  if (isTooMuch(tokens)) return null
  for (const [at, item] of tokens.entries()) if (item.type === 'list_item_open') markTask(item, tokens[at + 2])
  return tokens
}

/** React calls itself for each level, and the parser leaves out what lies below its greatest depth. */
function isTooMuch(tokens: readonly Token[]): boolean {
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  let depth = 0
  const depths = all.map(({ nesting }) => {
    depth += nesting
    return depth
  })
  return all.length > maxElements || depths.some((reached) => reached > maxDepth)
}

/** An item that begins with `[ ]` or `[x]` is a task. */
function markTask(item: Token, inline: Token | undefined): void {
  const [first] = inline?.children ?? []
  const box = first?.type === 'text' ? /^\[([ x])\]\s+/i.exec(first.content) : null
  if (!first || !box) return
  item.meta = { isDone: box[1] !== ' ' }
  first.content = first.content.slice(box[0].length)
}
