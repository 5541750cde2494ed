import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import { createElement, Fragment, type ReactNode } from 'react'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { LinkedNumbers } from './linked-text.tsx'

type MarkdownProps = {
  /** Heading level above the text; the headings of the text start one level below. */
  under?: 1 | 2 | 3 | 4
  children: string
}

/**
 * Renders Markdown as React elements, so that HTML in the text is never passed on. A text that exceeds the limits of
 * the parser is shown as plain text. On a server page it needs no script; in the browser use `MarkdownLazy`.
 */
export function Markdown({ under = 1, children }: MarkdownProps) {
  const tokens = parseMarkdown(children)
  return (
    <div className="prose">
      {tokens ? renderTokens(tokens, under) : <p className="whitespace-pre-wrap">{children}</p>}
    </div>
  )
}

/** Base URL whose host cannot exist. */
const base = 'https://hindsight.invalid'
const linkProtocols = new Set(['https:', 'http:', 'mailto:'])

/** True if a browser resolves the link to another origin, as for `//host` and `/\host`. */
function isExternal(href: string): boolean {
  const url = URL.parse(href, base)
  return url === null || (/^https?:$/.test(url.protocol) && url.origin !== base)
}

/** True if the protocol of a link is allowed; `javascript:` and `data:` are not. */
function isAllowed(href: string): boolean {
  const url = URL.parse(href, base)
  return url === null || linkProtocols.has(url.protocol)
}

type Open = { readonly token: Token; readonly tag: string; readonly children: ReactNode[] }

/** Converts parsed Markdown to React elements, with its headings one level below `under`. */
function renderTokens(tokens: readonly Token[], under: number): ReactNode {
  const root: ReactNode[] = []
  const open: Open[] = []
  const nest = createLevelMapping(under)
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({
        token,
        tag: token.type === 'heading_open' ? `h${nest(Number(token.tag[1]))}` : token.tag,
        children: [],
      })
      continue
    }
    const closed = token.nesting === -1 ? open.pop() : undefined
    const siblings = open.at(-1)?.children ?? root
    const isInLink = open.some(({ token: { type } }) => type === 'link_open')
    siblings.push(closed ? renderContainer(closed) : renderLeaf(token, under, isInLink))
  }
  return createElement(Fragment, null, ...root)
}

/** Maps the heading levels of a text to consecutive levels below `under`. */
function createLevelMapping(under: number): (written: number) => number {
  const open: number[] = []
  return (written) => {
    while ((open.at(-1) ?? 0) >= written) open.pop()
    open.push(written)
    return Math.min(6, open.length + under)
  }
}

function renderContainer({ token, tag, children }: Open): ReactNode {
  switch (token.type) {
    case 'link_open':
      return linkTo(String(token.attrGet('href')), children)
    case 'list_item_open':
      return token.meta ? taskItem(token.meta.isDone === true, children) : createElement('li', null, ...children)
    case 'ordered_list_open':
      return createElement('ol', { start: token.attrGet('start') ?? undefined }, ...children)
    case 'table_open':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <div tabIndex={0} className="overflow-x-auto">
          {createElement('table', null, ...children)}
        </div>
      )
    case 'th_open':
    case 'td_open': {
      const align = /(left|center|right)$/.exec(String(token.attrGet('style')))?.[1]
      return createElement(tag, align ? { style: { textAlign: align } } : null, ...children)
    }
    default:
      return createElement(token.hidden ? Fragment : tag, null, ...children)
  }
}

function renderLeaf(token: Token, under: number, isInLink: boolean): ReactNode {
  const { type, content, children } = token
  switch (type) {
    case 'inline':
      return renderTokens(children ?? [], under)
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br />
    case 'hr':
      return <hr />
    case 'code_inline':
      return <code>{content}</code>
    case 'fence':
    case 'code_block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{content}</code>
        </pre>
      )
    case 'image':
      return imageLink(String(token.attrGet('src')), joinText(children ?? []))
    case 'text':
      return isInLink ? content : <LinkedNumbers text={content} />
    case 'text_special':
      return content
    default:
      return null
  }
}

function linkTo(href: string, children: readonly ReactNode[]): ReactNode {
  if (!isAllowed(href)) return createElement(Fragment, null, ...children)
  if (isExternal(href)) return createElement(ExternalLink, { href }, ...children)
  return createElement('a', { href, rel: 'noopener', className: 'link' }, ...children)
}

/** Turns an image into a link, because an article must not load anything from other sites. */
const imageLink = (src: string, alt: string): ReactNode =>
  isExternal(src) ? <ExternalLink href={src}>{alt || 'Image'}</ExternalLink> : alt

const taskItem = (isDone: boolean, children: readonly ReactNode[]): ReactNode =>
  createElement(
    'li',
    { className: 'task-list-item' },
    <input type="checkbox" checked={isDone} readOnly disabled aria-label={isDone ? 'Done' : 'Not done'} />,
    ' ',
    ...children,
  )

const joinText = (tokens: readonly Token[]): string =>
  tokens.map(({ content, children }) => (children ? joinText(children) : content)).join('')

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
function parseMarkdown(text: string): Token[] | null {
  if (text.split('[', maxBrackets + 2).length > maxBrackets + 1) return null
  const tokens = markdown.parse(text, {})
  if (isTooMuch(tokens)) return null
  for (const [at, item] of tokens.entries()) if (item.type === 'list_item_open') markTask(item, tokens[at + 2])
  return tokens
}

/** React recurses into each level, and the parser drops elements nested deeper than `maxNesting`. */
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
