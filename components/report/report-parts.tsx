import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { WindowTable } from '#components/records/window-table.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PlainTable } from '#components/ui/table/table.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { lessonTextClass } from '#components/ui/text/lesson-text.ts'
import type { Inline, ReportBlock } from '#lib/report/report.ts'
import { InlineText } from './inline-text.tsx'
import { TimelineFigure } from './timeline-figure.tsx'

// Most reviews have none.
const MeasureFigure = dynamic(() => import('./measure-figure.tsx').then((part) => part.MeasureFigure), {
  loading: () => null,
})

type HeadingLevel = 2 | 3 | 4

type ReportPartsProps = {
  parts: readonly ReportBlock[]
  level: HeadingLevel
  /** Renders Markdown below a heading; a page does so on the server. */
  renderText: (source: string) => ReactNode
}

export const ReportParts = ({ parts, ...rest }: ReportPartsProps) =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a report never move
    <ReportPart key={index} part={part} {...rest} />
  ))

function ReportPart({ part, level, renderText }: Omit<ReportPartsProps, 'parts'> & { part: ReportBlock }) {
  switch (part.kind) {
    case 'section':
      return (
        <ReportSection title={part.title} level={level}>
          <ReportParts parts={part.parts} level={level === 2 ? 3 : 4} renderText={renderText} />
        </ReportSection>
      )
    case 'facts':
      return (
        <Facts>
          {part.facts.map(({ label, value, isWide = false }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, such as two returns
            <Fact key={index} label={label} wide={isWide} value={<InlineText value={value} />} />
          ))}
        </Facts>
      )
    case 'text':
      return (
        <p className={part.isQuiet ? 'break-after-avoid-page text-sm text-muted' : 'text-sm'}>
          <InlineText value={part.text} />
        </p>
      )
    case 'warning':
      return (
        <Notice tone="warning" title={part.title}>
          <InlineText value={{ written: part.text }} />
        </Notice>
      )
    case 'markdown':
      return <div className={lessonTextClass}>{renderText(part.source)}</div>
    case 'document':
      return <JsonDocument value={part.value} />
    case 'window':
      return <WindowTable window={part.window} />
    case 'measure':
      return <MeasureFigure measure={part.measure} work={part.work} />
    case 'table':
      return <PartTable table={part} />
    case 'timeline':
      return <TimelineFigure timeline={part} />
  }
}

const isBlank = (value: Inline = '') =>
  value === '' || (typeof value === 'object' && 'written' in value && value.written === '')

type ReportRow = { readonly row: readonly Inline[]; readonly id: string }

/** A table as wide as the page. Its first column heads the cards; text wraps and rows do not break in print. */
function PartTable({ table: { caption, columns, rows, empty } }: { table: Extract<ReportBlock, { kind: 'table' }> }) {
  if (rows.length === 0) return <p className="text-sm text-muted">{empty}</p>
  return (
    <PlainTable
      label={caption}
      columns={columns.map((label, index) => ({
        label,
        isPrimary: index === 0,
        isEmpty: ({ row }: ReportRow) => isBlank(row[index]),
        empty: '',
        // One element, because the cells of a card are flex boxes.
        cell: ({ row }: ReportRow) => (
          <div className="min-w-0">
            <InlineText value={row[index] ?? ''} />
          </div>
        ),
      }))}
      rows={rows.map((row, index) => ({ row, id: String(index) }))}
      rowKey={({ id }: ReportRow) => id}
      className="rounded-md border border-line"
      rowClass="break-inside-avoid-page"
    />
  )
}

const styles = {
  2: { Heading: 'h2', className: 'border-b border-line pb-1 text-lg' },
  3: { Heading: 'h3', className: 'text-sm' },
  4: { Heading: 'h4', className: 'text-sm' },
} as const

/** A section of the report. In print, its heading stays on the page of the text below. */
export function ReportSection({ title, level, children }: { title: string; level: 2 | 3 | 4; children: ReactNode }) {
  const { Heading, className } = styles[level]
  return (
    <section>
      <Heading className={`mb-2 break-after-avoid-page font-semibold ${className}`}>{title}</Heading>
      <div className="space-y-3 [&>section]:mt-5">{children}</div>
    </section>
  )
}
