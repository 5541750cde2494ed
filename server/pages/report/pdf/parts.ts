import type { CanvasElement, Content } from 'pdfmake/interfaces.js'
import { type Outline, outlineJson } from '#lib/domain/change/json-outline.ts'
import { describeMeasure, drawMeasure } from '#lib/report/measure-picture.ts'
import type { Inline, ReportBlock, TimelineKind } from '#lib/report/report.ts'
import { buildWindowTable } from '#lib/report/report-text.ts'
import { labelTicks, placeRow } from '#lib/report/timeline.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { readTextBlocks } from '#lib/text/markdown-text.ts'
import { formatDay, formatInstant } from '#lib/time/format-time.ts'
import type { Printer } from './printable.ts'

/** The style of a PDF's values: the printer of its texts, its time zone, and the base URL of its links. */
export type PdfStyle = Printer & {
  readonly zone: string
  /** The URL of the service; null if it is not known, so that links are plain text. */
  readonly origin: string | null
}

/** Width of A4 without its margins, in points. */
const width = 511
export const colors = { ink: '#1b1f20', muted: '#57606a', line: '#c9cdd1', red: '#a4262c', green: '#1a7f4b' }

export const below = (points: number): [number, number, number, number] => [0, 0, 0, points]

const writeMoment = ({ zone }: PdfStyle, moment: string): Content => ({
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

/** Long words, such as a hash or a URL, break anywhere: a table with one would be wider than the paper. */
const writeBreakable = ({ print }: PdfStyle, text: string) => ({
  text: print(text)
    .split(/(\S{25,})/)
    .map((part, index) => (index % 2 === 1 ? { text: part, wordBreak: 'break-all' as const } : part)),
})

const writeQuiet = (text: string): Content => ({ text, color: colors.muted, margin: [0, 2, 0, 4] })

const writeFact = ({ print }: PdfStyle, label: string, value: Content): Content => ({
  columns: [{ text: print(label), color: colors.muted, width: 130 }, value],
  columnGap: 8,
  margin: below(3),
})

const writeTable = (
  { print }: PdfStyle,
  columns: readonly string[],
  rows: readonly (readonly Content[])[],
): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
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

/** Writes parts of a report until its texts are cut. A section within a section has the next `level`. */
export const writeParts = (style: PdfStyle, parts: readonly ReportBlock[], level = 1): Content[] =>
  parts.flatMap((part) => (style.left.isCut ? [] : writePart(style, part, level)))

function writePart(style: PdfStyle, part: ReportBlock, level: number): Content[] {
  const { print } = style
  switch (part.kind) {
    case 'section':
      return [writeHeading(style, part.title, level), ...writeParts(style, part.parts, level + 1)]
    case 'facts':
      return part.facts.map(({ label, value }) => writeFact(style, label, writeInline(style, value)))
    case 'text':
      return [
        {
          text: writeInline(style, part.text),
          margin: [0, 2, 0, 4],
          ...(part.isQuiet ? { color: colors.muted } : {}),
        },
      ]
    case 'warning':
      return [{ text: [{ text: `${print(part.title)}\n`, bold: true }, print(part.text)], margin: [0, 2, 0, 6] }]
    case 'markdown':
      return readTextBlocks(part.source).map(({ kind, text }) => ({
        text: `${kind === 'item' ? '•  ' : ''}${print(text)}`,
        margin: [kind === 'item' ? 8 : 0, kind === 'heading' ? 4 : 0, 0, 3],
        bold: kind === 'heading',
      }))
    case 'document':
      return writeOutline(style, outlineJson(part.value))
    case 'window':
      return writePart(style, buildWindowTable(part.window), level)
    case 'measure':
      return writeMeasure(style, part)
    case 'table': {
      if (part.rows.length === 0) return [writeQuiet(print(part.empty))]
      const rows = part.rows.map((row) => row.map((cell) => writeInline(style, cell)))
      return [writeTable(style, part.columns, rows)]
    }
    case 'timeline':
      return writeTimeline(style, part)
  }
}

const writeHeading = ({ print }: PdfStyle, title: string, level: number): Content => ({
  text: print(title),
  headlineLevel: level,
  bold: true,
  fontSize: level === 1 ? 12 : 9.5,
  margin: [0, level === 1 ? 14 : 8, 0, 4],
})

/** Writes a JSON document of a record, such as the implementation plan of a change. */
function writeOutline(style: PdfStyle, outline: Outline): Content[] {
  const { print } = style
  switch (outline.kind) {
    case 'none':
      return [writeQuiet('None recorded')]
    case 'flag':
      return [{ text: outline.value ? 'Yes' : 'No' }]
    case 'instant':
      return [writeMoment(style, outline.text)]
    case 'day':
      return [{ text: formatDay(outline.text) }]
    case 'text':
    case 'number':
    case 'link':
      return [{ text: print(outline.text) }]
    case 'list':
      return [{ ul: outline.items.map((item) => writeOutline(style, item)) }, ...writeRest(outline.left)]
    case 'steps':
      return [{ ol: outline.steps.map((step) => writeStep(style, step)) }, ...writeRest(outline.left)]
    case 'table':
      return [
        writeTable(
          style,
          outline.columns.map(({ label }) => label),
          outline.rows.map((row) => row.map((cell) => ({ stack: writeOutline(style, cell) }))),
        ),
        ...writeRest(outline.left),
      ]
    case 'sections':
      return [...writeSections(style, outline.sections), ...writeRest(outline.left)]
    case 'deep':
      return [{ ul: outline.lines.map(({ label, text }) => print(`${label}: ${text}`)) }, ...writeRest(outline.left)]
  }
}

type OutlineOf<Kind extends Outline['kind']> = Extract<Outline, { kind: Kind }>

const writeStep = (style: PdfStyle, { title, detail, sections }: OutlineOf<'steps'>['steps'][number]): Content => ({
  stack: [style.print(title), ...(detail ? [writeQuiet(style.print(detail))] : []), ...writeSections(style, sections)],
})

const writeSections = (style: PdfStyle, sections: OutlineOf<'sections'>['sections']): Content[] =>
  sections.map(({ label, value }) => writeFact(style, label, { stack: writeOutline(style, value) }))

const writeRest = (count: number): Content[] => (count === 0 ? [] : [writeQuiet(`${count} more are not shown here.`)])

const pictureHeight = 44

function writeMeasure(style: PdfStyle, { measure, work }: Extract<ReportBlock, { kind: 'measure' }>): Content[] {
  const { promise, verdict, isBad, details } = describeMeasure(measure, work)
  const { lines, points, work: span } = drawMeasure(measure, work)
  const [from = 0, to = 1] = span
  const length = Math.max(2, (to - from) * width)
  const band: CanvasElement = { type: 'rect', x: from * width, y: 0, w: length, h: pictureHeight, color: colors.line }
  const picture = [
    ...(span.length > 0 ? [band] : []),
    ...lines.map(({ kind, y }): CanvasElement => {
      const line = drawLine(0, width, y * pictureHeight, y * pictureHeight)
      return { ...line, ...measureLines[kind] }
    }),
    ...points.map(({ x, y, isResult }): CanvasElement => {
      const point = { type: 'ellipse' as const, x: x * width, y: y * pictureHeight, lineColor: colors.ink }
      return { ...point, r1: 2.5, r2: 2.5, color: isResult ? colors.ink : '#ffffff' }
    }),
  ]
  const words: Inline = [promise, '. ', isBad ? { alarming: verdict } : { strong: verdict }, { under: details }]
  return [
    {
      stack: [...(points.length > 0 ? [{ canvas: picture }] : []), writeInline(style, words)],
      unbreakable: true,
      margin: [0, 2, 0, 6],
    },
  ]
}

const measureLines = {
  target: { lineColor: colors.ink },
  baseline: { lineColor: colors.muted, dash: { length: 6 } },
  abort: { lineColor: colors.red, dash: { length: 1.5 } },
} as const

type Timeline = Extract<ReportBlock, { kind: 'timeline' }>

const barStyles: Readonly<Record<TimelineKind, { color: string; lineColor: string }>> = {
  planned: { lineColor: colors.muted, color: '#ffffff' },
  actual: { lineColor: colors.ink, color: colors.ink },
  late: { lineColor: colors.red, color: colors.red },
  deployment: { lineColor: colors.green, color: colors.green },
  failed_deployment: { lineColor: colors.red, color: '#ffffff' },
  incident: { lineColor: colors.red, color: colors.red },
  unrelated: { lineColor: colors.line, color: '#ffffff' },
}

function writeTimeline(style: PdfStyle, timeline: Timeline): Content[] {
  const ticks = labelTicks(timeline, style.zone)
  // Made anew for each row: the library moves the lines that it draws to their place.
  const drawGrid = () => [drawLine(0, width, 4, 4), ...ticks.map(({ at }) => drawLine(at * width, at * width, 0, 8))]
  const rows = timeline.rows.map(
    (row): Content => ({
      stack: [
        { text: writeInline(style, row.label), fontSize: 8 },
        { canvas: [...drawGrid(), drawBar(row, timeline)] },
      ],
      unbreakable: true,
      margin: below(3),
    }),
  )
  const scale = ticks.map(({ text, at }) => ({ text, relativePosition: { x: at * width - 12, y: 0 } }))
  return [...rows, { stack: [...scale, ' '], fontSize: 7, color: colors.muted }]
}

const drawLine = (x1: number, x2: number, y1: number, y2: number): CanvasElement => ({
  type: 'line',
  x1,
  x2,
  y1,
  y2,
  lineWidth: 0.5,
  lineColor: colors.line,
})

function drawBar(row: Timeline['rows'][number], timeline: Timeline): CanvasElement {
  const { start, end } = placeRow(row, timeline)
  const length = Math.max(3, (end - start) * width)
  const x = Math.min(start * width, width - length)
  return { type: 'rect', x, y: 1, w: length, h: 6, lineWidth: 1, ...barStyles[row.kind] }
}
