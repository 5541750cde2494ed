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
  return tagsToMarkdown(withoutHidden(html).replace(/\s+/g, ' '))
    .replace(/&(#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decodeEntity)
    .replace(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Each tag becomes its Markdown or nothing, in one pass over the text. */
function tagsToMarkdown(html: string): string {
  const parts: string[] = []
  let done = 0
  let link: { readonly at: number; readonly href: string } | undefined
  for (const { 0: tag, 1: closing, 2: name = '', index } of html.matchAll(/<(\/?)([a-z!][a-z\d]*)[^<>]*>/gi)) {
    parts.push(html.slice(done, index))
    done = index + tag.length
    if (name.toLowerCase() !== 'a') {
      const mark = markOf(name.toLowerCase(), closing === '/')
      parts.push(mark)
      if (mark.endsWith(' ') && html[done] === ' ') done += 1
    } else if (closing === '') {
      const href = /\bhref="([^"]*)"/i.exec(tag)?.[1]
      link = href === undefined ? undefined : { at: parts.push('') - 1, href }
    } else if (link) {
      parts[link.at] = '['
      parts.push(`](${link.href})`)
      link = undefined
    }
  }
  return parts.join('') + html.slice(done)
}

const blockTags = new Set(['p', 'div', 'ul', 'ol', 'table', 'tr', 'pre', 'blockquote'])

function markOf(name: string, isClosing: boolean): string {
  if (/^h[1-6]$/.test(name)) return isClosing ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
  if (name === 'li') return isClosing ? '' : '\n- '
  if (name === 'b' || name === 'strong') return '**'
  if (name === 'i' || name === 'em') return '*'
  if (name === 'br') return '\n'
  return blockTags.has(name) ? '\n\n' : ''
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
