import { renderTokens } from './markdown-elements.tsx'
import { parseMarkdown } from './markdown-parser.ts'

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
