'use client'

import type { ReactNode } from 'react'
import { WindowTable } from '#components/records/window-table.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PlainTable } from '#components/ui/table/plain-table.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { lessonTextClass } from '#components/ui/text/lesson-text.ts'
import { useZone } from '#components/ui/time/clock.tsx'
import { ZoneNote } from '#components/ui/time/zone-note.tsx'
import type { Inline, ReportBlock, TimelineKind } from '#lib/report/report.ts'
import { labelTicks, placeRow } from '#lib/report/timeline.ts'
import { InlineText } from './inline-text.tsx'
import { ReportSection } from './report-section.tsx'

type Timeline = Extract<ReportBlock, { kind: 'timeline' }>

/** Classes that differ in shape too, for a black and white printer. */
const styles: Readonly<Record<TimelineKind, string>> = {
  planned: 'fill-surface stroke-muted',
  actual: 'fill-accent stroke-accent',
  deployment: 'fill-success stroke-success',
  failed_deployment: 'fill-danger-soft stroke-danger',
  incident: 'fill-danger stroke-danger',
  unrelated: 'fill-surface stroke-line-strong',
}

const percent = (share: number) => `${(100 * share).toFixed(3)}%`

/** Planned and actual window, deployments and incidents on one scale. The names and times of its rows are text. */
function TimelineFigure({ timeline }: { timeline: Timeline }) {
  const zone = useZone()
  const ticks = labelTicks(timeline, zone)
  return (
    <figure className="m-0 break-inside-avoid-page">
      <ul aria-label="Timeline" className="flex flex-col gap-1.5 text-xs">
        {timeline.rows.map((row, index) => {
          const { start, end } = placeRow(row, timeline)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report never move
            <li key={index}>
              <InlineText value={row.label} />
              <svg aria-hidden="true" width="100%" height="12" className="mt-0.5 block overflow-visible">
                <line x1="0" x2="100%" y1="6" y2="6" className="stroke-line" />
                {ticks.map(({ at }) => (
                  <line key={at} x1={percent(at)} x2={percent(at)} y1="0" y2="12" className="stroke-line" />
                ))}
                <rect
                  x={percent(Math.min(start, 0.994))}
                  y="1.5"
                  width={percent(Math.max(0.006, end - start))}
                  height="9"
                  rx="2"
                  className={styles[row.kind]}
                />
              </svg>
            </li>
          )
        })}
      </ul>
      <div aria-hidden="true" className="relative h-4 text-2xs text-muted tabular-nums">
        {ticks.map(({ at, text }, index) => (
          <span
            key={at}
            style={{ left: percent(at) }}
            className={cx('absolute -translate-x-1/2 whitespace-nowrap', index % 2 === 1 && 'max-sm:hidden')}
          >
            {text}
          </span>
        ))}
      </div>
      <figcaption className="mt-1 text-xs text-muted">
        <ZoneNote at={new Date(timeline.from).toISOString()} />
      </figcaption>
    </figure>
  )
}

type HeadingLevel = 2 | 3 | 4

type ReportPartsProps = {
  parts: readonly ReportBlock[]
  /** Heading level of its sections. */
  level: HeadingLevel
  /** Renders Markdown below a heading; a page does so on the server. */
  renderText: (source: string) => ReactNode
}

/** The parts of a report, rendered on a page. */
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
            <Fact key={index} label={label} wide={isWide}>
              <InlineText value={value} />
            </Fact>
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
    case 'table':
      return <PartTable table={part} />
    case 'timeline':
      return <TimelineFigure timeline={part} />
  }
}

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
        isEmpty: ({ row }: ReportRow) => (row[index] ?? '') === '',
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
