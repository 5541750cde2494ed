import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { ExternalLink } from './external-link.tsx'
import { boundDepth, isTooMuch } from './markdown-bounds.ts'
import { nestHeadings } from './nest-headings.ts'
import { linkClass } from './text-link.tsx'

// Pictures become links: an article must not fetch from elsewhere by itself.
const components: Components = {
  a: ({ href = '', children, id }) =>
    /^https?:/i.test(href) ? (
      <ExternalLink href={href}>{children}</ExternalLink>
    ) : (
      <a href={href} id={id} rel="noopener" className={linkClass}>
        {children}
      </a>
    ),
  img: ({ src, alt }) =>
    typeof src === 'string' && /^https?:/i.test(src) ? <ExternalLink href={src}>{alt || 'Picture'}</ExternalLink> : alt,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} readOnly disabled aria-label={checked ? 'Done' : 'Not done'} />
  ),
}

type MarkdownProps = {
  /** Level of the heading that the text stands under; its own begin one below. */
  under?: 1 | 2 | 3 | 4
  children: string
}

/**
 * Markdown (GitHub's kind) made safe; what nobody could read as such is shown as it is written. On a server page it
 * costs no script; in the browser load it by `MarkdownLazy`.
 */
export function Markdown({ under = 1, children }: MarkdownProps) {
  return <div className="prose">{formatted(children, under) ?? <p className="whitespace-pre-wrap">{children}</p>}</div>
}

function formatted(text: string, under: number): ReactNode {
  if (isTooMuch(text)) return null
  try {
    return ReactMarkdown({
      remarkPlugins: [remarkGfm],
      rehypePlugins: [boundDepth, rehypeSanitize, [nestHeadings, { under }]],
      components,
      children: text,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
