import { Fault } from './fault.ts'
import { readText } from './text.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A cell as Markdown. HTML, which knowledge bases export, keeps its headings, lists, links and emphasis. */
export function readMarkdown(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  const isHtml =
    /<\/(p|div|b|strong|i|em|li|ul|ol|h[1-6]|span|table|td|a)>|<br\s*\/?>/i.test(text) && !/^#+ /m.test(text)
  return isHtml ? htmlToMarkdown(text) : text
}

function htmlToMarkdown(html: string): string {
  return withoutHidden(html)
    .replace(/\s+/g, ' ')
    .replace(/<h([1-6])\b[^<>]*>\s*/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<li\b[^<>]*>\s*/gi, '\n- ')
    .replace(/<a\b[^<>]*?href="([^"<>]*)"[^<>]*>(.{0,500}?)<\/a>/gi, '[$2]($1)')
    .replace(/<\/?(b|strong)>/gi, '**')
    .replace(/<\/?(i|em)>/gi, '*')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?(p|div|ul|ol|table|tr|h[1-6]|pre|blockquote)\b[^<>]*>/gi, '\n\n')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/&(#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decodeEntity)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** HTML without scripts, styles and comments; one that is never closed goes to the end. Takes time as long as the text. */
function withoutHidden(html: string): string {
  const opening = /<(script|style)\b|<!--/gi
  let shown = ''
  for (let from = 0; ; ) {
    opening.lastIndex = from
    const found = opening.exec(html)
    if (!found) return shown + html.slice(from)
    shown += html.slice(from, found.index)
    const closing = found[1] === undefined ? /-->/g : new RegExp(`</${found[1]}[^>]*>`, 'gi')
    closing.lastIndex = found.index
    if (!closing.test(html)) return shown
    from = closing.lastIndex
  }
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
