import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Report, ReportFrame } from '#lib/report/report.ts'
import { describeZone, formatInstant } from '#lib/time/format-time.ts'
import { log } from '#server/platform/log/log.ts'
import { below, colors, type PdfStyle, writeInline, writeParts } from './parts.ts'
import { createPrinter, fontFiles, missing, type Printer } from './printable.ts'

export type PdfOptions = {
  readonly frame: ReportFrame
  readonly zone: string
  readonly now: Date
  readonly origin: string | null
}

/** Renders a report as a PDF. Runs in a thread: see `renderInThread`. */
export async function renderPdf(report: Report, options: PdfOptions): Promise<Buffer> {
  pdfmake.setFonts({ Roboto: fontFiles })
  // The library must not load a URL or another file, whatever a report contains.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path))
  const { logo } = options.frame
  const isPrintable = logo !== null && /^data:image\/(?:png|jpeg);/.test(logo)
  try {
    return await pdfmake.createPdf(buildPdfDefinition(report, options, isPrintable ? logo : null)).getBuffer()
  } catch (error) {
    if (!isPrintable) throw error
    log.warn({ err: error }, 'report without logo')
    return pdfmake.createPdf(buildPdfDefinition(report, options, null)).getBuffer()
  }
}

function buildPdfDefinition(report: Report, options: PdfOptions, logo: string | null): TDocumentDefinitions {
  const style: PdfStyle = { ...options, ...createPrinter() }
  // A separate printer, as header and footer are never cut.
  const { print } = createPrinter()
  return {
    pageSize: 'A4',
    pageMargins: [42, 56, 42, 52],
    info: { title: print(`${report.kind}: ${report.title}`), creator: 'Hindsight', creationDate: options.now },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.25, color: colors.ink },
    ...buildMargins(options, print),
    content: writeContent(style, report, options.frame, logo),
    // No heading stands alone at the foot of a page: below it, there is room for the head and a row of a table.
    pageBreakBefore: ({ headlineLevel, startPosition }, { getFollowingNodesOnPage }) =>
      headlineLevel !== undefined && (startPosition.verticalRatio > 0.86 || getFollowingNodesOnPage().length === 0),
  }
}

function buildMargins({ frame, zone, now }: PdfOptions, print: Printer['print']) {
  const made = `Made for ${print(frame.madeFor)} on ${formatInstant(now, zone)}`
  const small = { fontSize: 8, color: colors.muted }
  return {
    header: {
      columns: [
        { text: print(frame.organisation ?? 'Hindsight') },
        { text: print(frame.classification), alignment: 'right' as const },
      ],
      margin: [42, 24] as [number, number],
      ...small,
    },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: made, width: '*' },
        { text: `Page ${page} of ${pages}`, width: 'auto' },
      ],
      margin: [42, 16] as [number, number],
      ...small,
    }),
  }
}

function writeContent(style: PdfStyle, report: Report, frame: ReportFrame, logo: string | null): Content[] {
  const { left } = style
  // Written before the parts, so that a long report cuts neither title nor closing.
  const title = writeInline(style, report.title)
  const closing = writeInline(style, report.closing)
  const facts = report.facts.flatMap((fact, index) => [index > 0 ? '   ' : '', writeInline(style, fact)])
  return [
    ...(logo ? [{ image: logo, fit: [32, 32] as [number, number], margin: below(6) }] : []),
    { text: writeInline(style, report.kind), color: colors.muted },
    { text: title, fontSize: 18, bold: true, margin: [0, 2, 0, 4] },
    { text: facts, margin: below(6) },
    ...writeParts(style, report.parts),
    {
      text: [closing, ` Times are in ${describeZone(style.zone, new Date(report.at))}.`],
      color: colors.muted,
      margin: [0, 16, 0, 0],
    },
    ...(frame.checkpoint ? [writeCheckpoint(frame.checkpoint)] : []),
    ...(left.isCut ? [writeRemark('This PDF is cut: the page has the rest.')] : []),
    ...(left.hasMissing
      ? [writeRemark(`${missing} stands for a character that a PDF cannot show: print the page to see it.`)]
      : []),
  ]
}

const writeRemark = (text: string): Content => ({ text, color: colors.muted, margin: [0, 4, 0, 0] })

const writeCheckpoint = (checkpoint: string): Content => ({
  text: `Signed state of the history. Keep it: it shows later whether an earlier entry was changed.\n${createPrinter().print(checkpoint.trimEnd())}`,
  color: colors.muted,
  fontSize: 7,
  margin: [0, 8, 0, 0],
})
