'use client'

import { cx } from '#components/ui/class-names.ts'
import { useZone, ZoneNote } from '#components/ui/time/clock.tsx'
import type { ReportBlock, TimelineKind } from '#lib/report/report.ts'
import { labelTicks, placeRow } from '#lib/report/timeline.ts'
import { InlineText } from './inline-text.tsx'

type Timeline = Extract<ReportBlock, { kind: 'timeline' }>

/** Classes that differ in shape too, for a black and white printer. */
const styles: Readonly<Record<TimelineKind, string>> = {
  planned: 'fill-surface stroke-muted',
  actual: 'fill-accent stroke-accent',
  late: 'fill-danger stroke-danger',
  deployment: 'fill-success stroke-success',
  failed_deployment: 'fill-danger-soft stroke-danger',
  incident: 'fill-danger stroke-danger',
  unrelated: 'fill-surface stroke-line-strong',
}

const percent = (share: number) => `${(100 * share).toFixed(3)}%`

/** Planned and actual window, deployments and incidents on one scale. The names and times of its rows are text. */
export function TimelineFigure({ timeline }: { timeline: Timeline }) {
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
