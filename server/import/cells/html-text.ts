import { Parser } from 'htmlparser2'
import { Fault, readText } from './text.ts'

/** Reads a cell as Markdown. HTML is converted with its headings, lists, links and emphasis. */
export function readMarkdown(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  const isHtml =
    /<\/(p|div|b|strong|i|em|li|ul|ol|h[1-6]|span|table|td|a)>|<br\s*\/?>/i.test(text) && !/^#+ /m.test(text)
  return isHtml ? htmlToMarkdown(text) : text
}

const hiddenTags = new Set(['script', 'style'])

/** The Markdown before and after the content of an element. */
const marks: Readonly<Record<string, readonly [before: string, after: string]>> = {
  ...Object.fromEntries(
    ['p', 'div', 'ul', 'ol', 'table', 'tr', 'pre', 'blockquote'].map((name) => [name, ['\n\n', '\n\n']]),
  ),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [`\n\n${'#'.repeat(level)} `, '\n\n']])),
  li: ['\n- ', ''],
  br: ['\n', ''],
  b: ['**', '**'],
  strong: ['**', '**'],
  i: ['*', '*'],
  em: ['*', '*'],
}

function htmlToMarkdown(html: string): string {
  const parts: string[] = []
  const links: (string | undefined)[] = []
  let isHidden = false
  let text = ''
  /** Escapes text that looks like a tag, so that no reader of the Markdown takes it for HTML. */
  const endText = () => {
    parts.push(text.replace(/<(?=[a-z/!?])/gi, '&lt;'))
    text = ''
  }
  const parser = new Parser({
    onopentag(name, { href }) {
      endText()
      isHidden ||= hiddenTags.has(name)
      if (name === 'a') links.push(href)
      parts.push(name === 'a' && href !== undefined ? '[' : (marks[name]?.[0] ?? ''))
    },
    ontext(some) {
      if (!isHidden) text += some.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      endText()
      if (hiddenTags.has(name)) isHidden = false
      const href = name === 'a' ? links.pop() : undefined
      parts.push(href === undefined ? (marks[name]?.[1] ?? '') : `](${href})`)
    },
  })
  parser.end(html)
  endText()
  return parts
    .join('')
    .replace(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n')
    .replace(/^(#{1,6}|-) +/gm, '$1 ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
