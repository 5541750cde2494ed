import MarkdownIt from 'markdown-it'
import { getArticleBody } from '#lib/domain/articles/article-body.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { cutText } from './cut-text.ts'

const maxTitleLength = 100
/**
 * Maximum brackets in a text: the parser tries each one as the start of a link. Longer texts are shown as plain text.
 */
const maxBrackets = 10_000

const markdown = new MarkdownIt({ html: false, maxNesting: 50 })

/**
 * Converts an article to a draft of `kb_knowledge`. Its text ends with a link to its source, which identifies it in
 * ServiceNow.
 */
export function buildKnowledgeDraft({ id, content }: { readonly id: string; readonly content: string }, link: string) {
  const body = getArticleBody(content)
  const isSimple = body.split('[').length <= maxBrackets
  const text = isSimple ? markdown.render(body) : `<pre>${markdown.utils.escapeHtml(body)}</pre>`
  const source = `<p>From Hindsight: ${markdown.utils.escapeHtml(link)} (${id})</p>`
  return { short_description: cutText(getArticleTitle(content), maxTitleLength, ''), text: `${text.trim()}\n${source}` }
}
