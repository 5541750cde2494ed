import type { Content } from 'pdfmake/interfaces.js'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import type { Inline } from '#lib/report/report.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import type { Printer } from './printable.ts'

/** The style of a PDF's values: the printer of its texts, its time zone, and the base URL of its links. */
export type PdfStyle = Printer & {
  readonly zone: string
  /** The URL of the service; null if it is not known, so that links are plain text. */
  readonly origin: string | null
}

/** Width of A4 without its margins, in points. */
export const width = 511
export const colors = { ink: '#1b1f20', muted: '#57606a', line: '#c9cdd1', red: '#a4262c', green: '#1a7f4b' }

/** Returns a margin below a text, in points. */
export const below = (points: number): [number, number, number, number] => [0, 0, 0, points]

export const writeMoment = ({ zone }: PdfStyle, moment: string): Content => ({
  text: formatInstant(new Date(moment), zone),
})

export function writeInline(style: PdfStyle, value: Inline): Content {
  const { print, origin } = style
  if (typeof value === 'string') return writeBreakable(style, value)
  if ('moment' in value) return writeMoment(style, value.moment)
  if ('day' in value) return { text: formatDay(value.day) }
  if ('outcome' in value) return { text: outcomeCriteria[value.outcome].label, bold: true }
  if ('strong' in value) return { text: print(value.strong), bold: true }
  if ('alarming' in value) return { text: print(value.alarming), bold: true, color: colors.red }
  if ('written' in value) return writeBreakable(style, value.written)
  if ('link' in value) {
    const text = writeBreakable(style, value.link)
    return origin === null ? text : { ...text, link: new URL(value.path, origin).href }
  }
  if ('under' in value) return { text: ['\n', writeInline(style, value.under)], color: colors.muted, fontSize: 8 }
  return { text: value.map((part) => writeInline(style, part)) }
}

/**
 * Writes a text whose long words, such as a hash or a URL, break anywhere: a table with one would be wider than the
 * paper.
 */
const writeBreakable = ({ print }: PdfStyle, text: string) => ({
  text: print(text)
    .split(/(\S{25,})/)
    .map((part, index) => (index % 2 === 1 ? { text: part, wordBreak: 'break-all' as const } : part)),
})

export const writeQuiet = (text: string): Content => ({ text, color: colors.muted, margin: [0, 2, 0, 4] })

export const writeFact = ({ print }: PdfStyle, label: string, value: Content): Content => ({
  columns: [{ text: print(label), color: colors.muted, width: 130 }, value],
  columnGap: 8,
  margin: below(3),
})

export const writeTable = (
  { print }: PdfStyle,
  columns: readonly string[],
  rows: readonly (readonly Content[])[],
): Content => ({
  table: {
    headerRows: 1,
    widths: columns.map(() => '*'),
    body: [
      columns.map((text) => ({ text: print(text), color: colors.muted, fontSize: 8 })),
      ...rows.map((row) => [...row]),
    ],
  },
  layout: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => colors.line,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
  margin: [0, 2, 0, 6],
})
