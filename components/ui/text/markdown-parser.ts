import MarkdownIt, { type Token } from 'markdown-it'

/** A text with more elements or links, or with elements nested deeper, is shown as plain text. */
const maxElements = 10_000
/** Lower, because each link adds some 500 characters to the page, whatever its own length. */
const maxLinks = 500
const maxDepth = 98
/** Limited, because the parser tries each bracket as the start of a link. */
const maxBrackets = 10_000

/** CommonMark with GitHub's tables, strikethrough and plain URLs. Links are checked when they are rendered. */
const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: maxDepth + 2 })
markdown.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null)
markdown.validateLink = () => true

/** Parses Markdown in linear time; returns null if the text exceeds a limit. */
export function parseMarkdown(text: string): Token[] | null {
  if (text.split('[', maxBrackets + 2).length > maxBrackets + 1) return null
  const tokens = markdown.parse(text, {})
  if (isTooMuch(tokens)) return null
  for (const [at, item] of tokens.entries()) if (item.type === 'list_item_open') markTask(item, tokens[at + 2])
  return tokens
}

/**
 * True if a text exceeds a limit. React recurses into each level, and the parser drops elements nested deeper than
 * `maxNesting`.
 */
function isTooMuch(tokens: readonly Token[]): boolean {
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  let depth = 0
  const depths = all.map(({ nesting }) => {
    depth += nesting
    return depth
  })
  const links = all.filter(({ type }) => type === 'link_open' || type === 'image').length
  return all.length > maxElements || links > maxLinks || depths.some((reached) => reached > maxDepth)
}

/** Marks an item that begins with `[ ]` or `[x]` as a task. */
function markTask(item: Token, inline: Token | undefined): void {
  const [first] = inline?.children ?? []
  const box = first?.type === 'text' ? /^\[([ x])\]\s+/i.exec(first.content) : null
  if (!first || !box) return
  item.meta = { isDone: box[1] !== ' ' }
  first.content = first.content.slice(box[0].length)
}
