import { Parser } from 'htmlparser2'
import { parseExactJson } from '#server/platform/http/read-body.ts'
import { Fault, isServiceNowValue, readText } from './text.ts'

type Plan = Record<string, unknown>

const marker = /^\s*(?:[-–—*•·]+|\(?\d{1,3}[.):]|step\s+\d{1,3}(?:\s*[.:)-])?)\s+(?=\S)|^\s*(?:--|•)\s*(?=\S)/i

/**
 * Reads a plan or an assessment as an object. Objects stay as they are, also as JSON text; a list becomes `{steps}`.
 * Text with list markers ("- ", "1. ", "--") becomes `{steps}`: lines before the first marker become the `description`,
 * lines after a marker belong to its step. Other text becomes `{description}`. HTML is read as the text that it shows.
 */
export function readPlan(cell: unknown): Plan | Fault {
  if (typeof cell === 'object' && cell !== null && !isServiceNowValue(cell)) return readDocument(cell)
  const text = readText(cell)
  if (text instanceof Fault) return text
  return readWrittenJson(text) ?? readSteps(withoutTags(text).replace(/\r\n?/g, '\n'))
}

function readDocument(value: object): Plan | Fault {
  if (hasNul(value)) return new Fault('contains a NUL character')
  return Array.isArray(value) ? { steps: value } : { ...value }
}

/** True if a text or a key in a document contains a NUL. An escaped backslash before it makes it the text `\\u0000`. */
const hasNul = (value: object) => /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(value))

function readWrittenJson(text: string): Plan | Fault | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return readDocument(parseExactJson(text))
  } catch {
    return undefined
  }
}

function readSteps(text: string): Plan {
  const lines = text.split('\n')
  if (lines.filter((line) => marker.test(line)).length < (lines.length > 1 ? 2 : 1)) return { description: text }
  const before: string[] = []
  const steps: string[] = []
  for (const line of lines) {
    if (marker.test(line)) steps.push(line.replace(marker, '').trim())
    else if (steps.length === 0) before.push(line)
    else steps.push(`${steps.pop()}\n${line.trimEnd()}`)
  }
  const description = before.join('\n').trim()
  const whole = steps.map((step) => step.trim().replace(/\n{2,}/g, '\n'))
  return description === '' ? { steps: whole } : { description, steps: whole }
}

/** Reads a cell as Markdown. HTML is converted with its headings, lists, links and emphasis. */
export function readMarkdown(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  const isHtml =
    /<\/(p|div|b|strong|i|em|li|ul|ol|h[1-6]|span|table|td|a)>|<br\s*\/?>/i.test(text) && !/^#+ /m.test(text)
  return isHtml ? convertHtml(text, { isMarkdown: true }) : text
}

const wholeHtml = /^<(?:p|div|ul|ol|table|h[1-6]|span|html|body)\b[^>]*>.*>$/is

/** Returns the words and lines of a rich text, which some systems export as HTML, GLPI also escaped; else the text. */
export function withoutTags(text: string): string {
  const trimmed = text.trim()
  const html = /^&(?:lt|#60);/i.test(trimmed) ? convertHtml(trimmed, { isMarkdown: false }) : trimmed
  return wholeHtml.test(html) ? convertHtml(html, { isMarkdown: false }) : text
}

const hiddenTags = new Set(['script', 'style'])

type Marks = Readonly<Record<string, readonly [before: string, after: string]>>

/** What stands before and after the content of an element that begins on a line of its own. */
const lineMarks: Marks = {
  ...Object.fromEntries(
    ['p', 'div', 'ul', 'ol', 'table', 'tr', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [
      name,
      ['\n\n', '\n\n'],
    ]),
  ),
  li: ['\n- ', ''],
  br: ['\n', ''],
}

/** The Markdown before and after the content of an element. */
const markdownMarks: Marks = {
  ...lineMarks,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [`\n\n${'#'.repeat(level)} `, '\n\n']])),
  b: ['**', '**'],
  strong: ['**', '**'],
  i: ['*', '*'],
  em: ['*', '*'],
}

function convertHtml(html: string, { isMarkdown }: { isMarkdown: boolean }): string {
  const marks = isMarkdown ? markdownMarks : lineMarks
  const parts: string[] = []
  const links: (string | undefined)[] = []
  let isHidden = false
  let text = ''
  /** Escapes text that looks like a tag, so that no reader of the Markdown takes it for HTML. */
  const endText = () => {
    parts.push(isMarkdown ? text.replace(/<(?=[a-z/!?])/gi, '&lt;') : text)
    text = ''
  }
  const parser = new Parser({
    onopentag(name, { href }) {
      endText()
      isHidden ||= hiddenTags.has(name)
      const link = isMarkdown ? href : undefined
      if (name === 'a') links.push(link)
      parts.push(name === 'a' && link !== undefined ? '[' : (marks[name]?.[0] ?? ''))
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
