import type { CanvasElement, Content } from 'pdfmake/interfaces.js'
import type { ReportBlock, TimelineKind } from '#lib/report/report.ts'
import { labelTicks, placeRow } from '#lib/report/timeline.ts'
import { below, colors, type PdfStyle, width, writeInline } from './values.ts'

type Timeline = Extract<ReportBlock, { kind: 'timeline' }>

const barStyles: Readonly<Record<TimelineKind, { color: string; lineColor: string }>> = {
  planned: { lineColor: colors.muted, color: '#ffffff' },
  actual: { lineColor: colors.ink, color: colors.ink },
  deployment: { lineColor: colors.green, color: colors.green },
  failed_deployment: { lineColor: colors.red, color: '#ffffff' },
  incident: { lineColor: colors.red, color: colors.red },
  unrelated: { lineColor: colors.line, color: '#ffffff' },
}

/** Draws one bar per row above a scale of times. */
export function writeTimeline(style: PdfStyle, timeline: Timeline): Content[] {
  const ticks = labelTicks(timeline, style.zone)
  const grid = [drawLine(0, width, 4, 4), ...ticks.map(({ at }) => drawLine(at * width, at * width, 0, 8))]
  const rows = timeline.rows.map(
    (row): Content => ({
      stack: [{ text: writeInline(style, row.label), fontSize: 8 }, { canvas: [...grid, drawBar(row, timeline)] }],
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
