import MarkdownIt from 'markdown-it'
import { articleBody } from '#lib/domain/articles/article-body.ts'
import { articleTitle } from '#lib/domain/articles/article-title.ts'
import { cutText } from './cut-text.ts'

const maxTitleLength = 100
/** The parser tries each one as the start of a link; a text with more is shown as it is. */
const maxBrackets = 10_000

const markdown = new MarkdownIt({ html: false, maxNesting: 50 })

/** An article as a draft of `kb_knowledge`; its text ends with where it is from, which identifies it in ServiceNow. */
export function knowledgeDraft({ id, content }: { readonly id: string; readonly content: string }, link: string) {
  const body = articleBody(content)
  const isSimple = body.split('[').length <= maxBrackets
  const text = isSimple ? markdown.render(body) : `<pre>${markdown.utils.escapeHtml(body)}</pre>`
  const source = `<p>From Hindsight: ${markdown.utils.escapeHtml(link)} (${id})</p>`
  return { short_description: cutText(articleTitle(content), maxTitleLength, ''), text: `${text.trim()}\n${source}` }
}
