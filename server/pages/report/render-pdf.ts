import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { type Outline, outlineJson } from '#lib/domain/change/json-outline.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import type { Inline, Part, Report, ReportFrame, TimelineKind } from '#lib/report/report.ts'
import { labelTicks, placeRow } from '#lib/report/timeline.ts'
import { windowTable } from '#lib/report/window-table.ts'
import { readTextBlocks } from '#lib/text/markdown-text.ts'
import { describeZone, formatDay, formatInstant } from '#lib/time/format-time.ts'
import { log } from '#server/platform/log/log.ts'
import { createPrinter, fontFiles, missing, type Printer } from './printable.ts'

export type PdfOptions = {
  readonly frame: ReportFrame
  /** Of its times. */
  readonly zone: string
  readonly now: Date
  /** The address of the service, for links; null where it is not known. */
  readonly origin: string | null
}

/** Points: A4 without its margins. */
const width = 511
const [ink, muted, line, red] = ['#1b1f20', '#57606a', '#c9cdd1', '#a4262c']

/** The report as a PDF. Runs in a thread: see `renderInThread`. */
export async function renderPdf(report: Report, options: PdfOptions): Promise<Buffer> {
  pdfmake.setFonts({ Roboto: fontFiles })
  // Nothing in a report makes the library read an address or another file.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path))
  const { logo } = options.frame
  const isKnown = logo !== null && /^data:image\/(?:png|jpeg);/.test(logo)
  try {
    return await pdfmake.createPdf(definitionOf(report, options, isKnown ? logo : null)).getBuffer()
  } catch (error) {
    if (!isKnown) throw error
    log.warn({ err: error }, 'report without logo')
    return pdfmake.createPdf(definitionOf(report, options, null)).getBuffer()
  }
}

function definitionOf(report: Report, options: PdfOptions, logo: string | null): TDocumentDefinitions {
  const { frame, zone, now } = options
  const printer = createPrinter()
  const { left } = printer
  const { inline, partsOf } = createWriter(options, printer)
  // First, so that a long report does not cut them.
  const [title, closing] = [inline(report.title), inline(report.closing)]
  const print = createPrinter().print
  const organisation = print(frame.organisation ?? 'Hindsight')
  const classification = print(frame.classification)
  const made = `Made for ${print(frame.madeFor)} on ${formatInstant(now, zone)}`
  const content: Content[] = [
    ...(logo
      ? [{ image: logo, fit: [32, 32] as [number, number], margin: [0, 0, 0, 6] as [number, number, number, number] }]
      : []),
    { text: inline(report.kind), color: muted },
    { text: title, fontSize: 18, bold: true, margin: [0, 2, 0, 4] },
    { text: report.facts.flatMap((fact, index) => [index > 0 ? '   ' : '', inline(fact)]), margin: [0, 0, 0, 6] },
    ...partsOf(report.parts, 1),
    {
      text: [closing, ` Times are in ${describeZone(zone, new Date(report.at))}.`],
      color: muted,
      margin: [0, 16, 0, 0],
    },
    ...(frame.checkpoint
      ? [
          {
            text: `Signed state of the history. Keep it: it shows later whether an earlier entry was changed.\n${print(frame.checkpoint.trimEnd())}`,
            color: muted,
            fontSize: 7,
            margin: [0, 8, 0, 0] as [number, number, number, number],
          },
        ]
      : []),
  ]
  const notes = [
    ...(left.isCut ? ['This PDF is cut: the page has the rest.'] : []),
    ...(left.hasMissing ? [`${missing} stands for a character that a PDF cannot show: print the page to see it.`] : []),
  ]
  return {
    pageSize: 'A4',
    pageMargins: [42, 56, 42, 52],
    info: { title: print(`${report.kind}: ${report.title}`), creator: 'Hindsight' },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.25, color: ink },
    header: {
      columns: [{ text: organisation }, { text: classification, alignment: 'right' }],
      margin: [42, 24],
      fontSize: 8,
      color: muted,
    },
    footer: (page, pages) => ({
      columns: [
        { text: made, width: '*' },
        { text: `Page ${page} of ${pages}`, width: 'auto' },
      ],
      margin: [42, 16],
      fontSize: 8,
      color: muted,
    }),
    content: [...content, ...notes.map((text): Content => ({ text, color: muted, margin: [0, 4, 0, 0] }))],
    // No heading alone at the foot of a page: below it there is room for the head and a row of a table.
    pageBreakBefore: ({ headlineLevel, startPosition }) =>
      headlineLevel !== undefined && startPosition.verticalRatio > 0.86,
  }
}

/** Writes values and parts in the form of the library. */
function createWriter({ zone, origin }: PdfOptions, { print, left }: Printer) {
  const at = (moment: string) => formatInstant(new Date(moment), zone)
  /** Long words, such as a hash or an address, break anywhere: a table with one would be wider than the paper. */
  const breakable = (text: string) => ({
    text: print(text)
      .split(/(\S{25,})/)
      .map((part, at) => (at % 2 === 1 ? { text: part, wordBreak: 'break-all' as const } : part)),
  })
  const inline = (value: Inline): Content => {
    if (typeof value === 'string') return breakable(value)
    if ('moment' in value) return { text: at(value.moment) }
    if ('day' in value) return { text: formatDay(value.day) }
    if ('outcome' in value) return { text: outcomeCriteria[value.outcome].label, bold: true }
    if ('strong' in value) return { text: print(value.strong), bold: true }
    if ('alarming' in value) return { text: print(value.alarming), bold: true, color: red }
    if ('written' in value) return breakable(value.written)
    if ('link' in value) {
      const link = origin === null ? {} : { link: new URL(value.path, origin).href }
      return { ...breakable(value.link), ...link }
    }
    if ('under' in value) return { text: ['\n', inline(value.under)], color: muted, fontSize: 8 }
    return { text: value.map(inline) }
  }
  const heading = (title: string, level: number): Content => ({
    text: print(title),
    headlineLevel: level,
    bold: true,
    fontSize: level === 1 ? 12 : 9.5,
    margin: [0, level === 1 ? 14 : 8, 0, 4],
  })
  const quiet = (text: string): Content => ({ text, color: muted, margin: [0, 2, 0, 4] })
  const fact = (label: string, value: Content): Content => ({
    columns: [{ text: print(label), color: muted, width: 130 }, value],
    columnGap: 8,
    margin: [0, 0, 0, 3],
  })
  const table = (columns: readonly string[], rows: readonly (readonly Content[])[]): Content => ({
    table: {
      headerRows: 1,
      widths: columns.map(() => '*'),
      body: [columns.map((text) => ({ text: print(text), color: muted, fontSize: 8 })), ...rows.map((row) => [...row])],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => line,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
    margin: [0, 2, 0, 6],
  })
  const partsOf = (parts: readonly Part[], level: number): Content[] =>
    parts.flatMap((part) => (left.isCut ? [] : partOf(part, level)))
  const partOf = (part: Part, level: number): Content[] => {
    switch (part.kind) {
      case 'section':
        return [heading(part.title, level), ...partsOf(part.parts, level + 1)]
      case 'facts':
        return part.facts.map(({ label, value }) => fact(label, inline(value)))
      case 'text':
        return [{ text: inline(part.text), margin: [0, 2, 0, 4], ...(part.isQuiet ? { color: muted } : {}) }]
      case 'warning':
        return [{ text: [{ text: `${print(part.title)}\n`, bold: true }, print(part.text)], margin: [0, 2, 0, 6] }]
      case 'markdown':
        return readTextBlocks(part.source).map(({ kind, text }) => ({
          text: `${kind === 'item' ? '•  ' : ''}${print(text)}`,
          margin: [kind === 'item' ? 8 : 0, kind === 'heading' ? 4 : 0, 0, 3],
          bold: kind === 'heading',
        }))
      case 'document':
        return outlineOf(outlineJson(part.value))
      case 'window':
        return partOf(windowTable(part.window), level)
      case 'table':
        return [
          part.rows.length === 0
            ? quiet(print(part.empty))
            : table(
                part.columns,
                part.rows.map((row) => row.map(inline)),
              ),
        ]
      case 'timeline':
        return timelineOf(part)
    }
  }
  const timelineOf = (timeline: Extract<Part, { kind: 'timeline' }>): Content[] => {
    const ticks = labelTicks(timeline, zone)
    const rule = (x: number) => ({ type: 'line' as const, x1: x, x2: x, y1: 0, y2: 8, lineWidth: 0.5, lineColor: line })
    const rows = timeline.rows.map((row): Content => {
      const { start, end } = placeRow(row, timeline)
      const length = Math.max(3, (end - start) * width)
      const bar = {
        type: 'rect' as const,
        x: Math.min(start * width, width - length),
        y: 1,
        w: length,
        h: 6,
        ...barLooks[row.kind],
      }
      const axis = { type: 'line' as const, x1: 0, x2: width, y1: 4, y2: 4, lineWidth: 0.5, lineColor: line }
      return {
        stack: [
          { text: inline(row.label), fontSize: 8 },
          { canvas: [axis, ...ticks.map((tick) => rule(tick.at * width)), bar] },
        ],
        unbreakable: true,
        margin: [0, 0, 0, 3],
      }
    })
    const scale = ticks.map(({ text, at: place }) => ({ text, relativePosition: { x: place * width - 12, y: 0 } }))
    return [...rows, { stack: [...scale, ' '], fontSize: 7, color: muted }]
  }
  const outlineOf = (node: Outline): Content[] => {
    switch (node.kind) {
      case 'none':
        return [quiet('None recorded')]
      case 'flag':
        return [{ text: node.value ? 'Yes' : 'No' }]
      case 'instant':
        return [{ text: at(node.text) }]
      case 'day':
        return [{ text: formatDay(node.text) }]
      case 'text':
      case 'number':
      case 'link':
        return [{ text: print(node.text) }]
      case 'list':
        return [{ ul: node.items.map((item) => outlineOf(item)) }, ...rest(node.left)]
      case 'steps':
        return [
          {
            ol: node.steps.map(
              ({ title, detail, sections }): Content => ({
                stack: [print(title), ...(detail ? [quiet(print(detail))] : []), ...sectionsOf(sections)],
              }),
            ),
          },
          ...rest(node.left),
        ]
      case 'table':
        return [
          table(
            node.columns.map(({ label }) => label),
            node.rows.map((row) => row.map((cell) => ({ stack: outlineOf(cell) }))),
          ),
          ...rest(node.left),
        ]
      case 'sections':
        return [...sectionsOf(node.sections), ...rest(node.left)]
      case 'deep':
        return [{ ul: node.lines.map(({ label, text }) => print(`${label}: ${text}`)) }, ...rest(node.left)]
    }
  }
  const sectionsOf = (sections: Extract<Outline, { kind: 'sections' }>['sections']): Content[] =>
    sections.map(({ label, value }) => fact(label, { stack: outlineOf(value) }))
  const rest = (count: number): Content[] => (count === 0 ? [] : [quiet(`${count} more are not shown here.`)])
  return { inline, partsOf }
}

const barLooks: Readonly<Record<TimelineKind, { color?: string; lineColor: string; lineWidth: number }>> = {
  planned: { lineColor: muted, color: '#ffffff', lineWidth: 1 },
  actual: { lineColor: ink, color: ink, lineWidth: 1 },
  deployment: { lineColor: '#1a7f4b', color: '#1a7f4b', lineWidth: 1 },
  failed_deployment: { lineColor: red, color: '#ffffff', lineWidth: 1 },
  incident: { lineColor: red, color: red, lineWidth: 1 },
  unrelated: { lineColor: line, color: '#ffffff', lineWidth: 1 },
}
