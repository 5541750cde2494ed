import { markdownElements } from './markdown-elements.tsx'
import { parseMarkdown } from './markdown-parser.ts'

type MarkdownProps = {
  /** Level of the heading that the text stands under; its own begin one below. */
  under?: 1 | 2 | 3 | 4
  children: string
}

/**
 * Markdown as elements of React, which makes it safe: no HTML of a text is ever passed on. What is not readable as Markdown
 * is shown as it is written. On a server page it costs no script; in the browser load it by `MarkdownLazy`.
 */
export function Markdown({ under = 1, children }: MarkdownProps) {
  const tokens = parseMarkdown(children)
  return (
    <div className="prose">
      {tokens ? markdownElements(tokens, under) : <p className="whitespace-pre-wrap">{children}</p>}
    </div>
  )
}
