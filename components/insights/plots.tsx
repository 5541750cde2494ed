'use client'

import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { groupDigits } from '#lib/text/grouped.ts'
import {
  describeOutcomes,
  type OutcomeTally,
  outcomeStyles,
  splitShare,
  stackOutcomes,
  sumUp,
} from './outcome-style.tsx'

// The server says what to draw, so that a page carries numbers instead of every element twice.

const plotHeight = 176
const labelHeight = 36
const barHeight = 14

/** Maximum columns that are links, at least 24 px apart, at a desk and on a phone. The table has the rest. */
const maxTargets = 16
const maxOnPhone = 8

const percent = (share: number) => `${Number(share.toFixed(2))}%`

export type PlottedColumn = {
  /** Counts of outcomes, or one value. */
  readonly values: readonly number[]
  /** Shown above the column and in it, if there is room. */
  readonly above: string
  readonly inside?: string
  /** Shown below it, in two lines; a minor name not on a phone. */
  readonly name: string
  readonly year: string | null
  readonly isMinor: boolean
  /** URL of the list of its records; null if there are none. */
  readonly list: string | null
  /** Name and tooltip of the link. */
  readonly title: string
}

const listParts = (values: readonly number[], isStacked: boolean) =>
  isStacked
    ? stackOutcomes(values).map(({ outcome, ...ends }) => ({ ...ends, ...outcomeStyles[outcome].draw }))
    : values.map((high) => ({ low: 0, high, className: 'fill-accent' }))

type ColumnPlotProps = {
  summary: string
  /** Values of the lines, from 0 to the top of the plot. */
  ticks: readonly number[]
  columns: readonly PlottedColumn[]
  /** True if the values of a column are counts of outcomes. */
  isStacked: boolean
}

/** Widths are percentages and heights pixels, so texts and patterns keep their size at any width. */
export function ColumnPlot({ summary, ticks, columns, isStacked }: ColumnPlotProps) {
  const step = 100 / columns.length
  const width = Math.min(0.7 * step, 12)
  const hasRoom = columns.length <= maxTargets
  const hasRoomOnPhone = columns.length <= maxOnPhone
  const toPixels = (value: number) => (value * (plotHeight - 16)) / (ticks.at(-1) ?? 1)
  const y = (value: number) => Math.round(plotHeight - toPixels(value))
  // Side by side on a phone, such texts would overlap.
  const hideLong = (place: 'above' | 'inside') =>
    !hasRoomOnPhone && columns.some(({ [place]: text = '' }) => text.length > 4) && 'max-sm:hidden'
  return (
    <div className="relative ml-7">
      <svg
        role="img"
        aria-label={summary}
        width="100%"
        height={plotHeight + labelHeight}
        textAnchor="middle"
        fill="currentColor"
        className="column-plot"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x2="100%" y1={y(tick)} y2={y(tick)} className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'} />
            <text x="-6" y={y(tick)} dy="0.32em" textAnchor="end">
              {groupDigits(tick)}
            </text>
          </g>
        ))}
        {columns.map(({ values, above, inside, name, year, isMinor, title }, at) => {
          const total = sumUp(values)
          const texts = [
            { text: hasRoom && above, y: y(total) - 5, className: cx('text-ink', hideLong('above')) },
            {
              text: hasRoom && toPixels(total) >= 20 && inside,
              y: plotHeight - 6,
              className: cx('text-on-accent', hideLong('inside')),
            },
            { text: name, y: plotHeight + 15, className: isMinor ? 'max-sm:hidden' : undefined },
            { text: year, y: plotHeight + 29 },
          ]
          return (
            <g key={title}>
              {listParts(values, isStacked).map(({ low, high, ...draw }) => (
                <rect
                  key={low}
                  x={percent((at + 0.5) * step - width / 2)}
                  width={percent(width)}
                  y={y(high) + 1}
                  height={Math.max(1, y(low) - y(high) - 1)}
                  {...draw}
                />
              ))}
              {texts.map(({ text, ...place }) =>
                text ? (
                  <text key={place.y} x={percent((at + 0.5) * step)} {...place}>
                    {text}
                  </text>
                ) : null,
              )}
            </g>
          )
        })}
      </svg>
      <div
        aria-hidden={hasRoom ? undefined : true}
        className={cx('absolute inset-x-0 top-0 print:hidden', !hasRoomOnPhone && 'max-sm:hidden')}
        style={{ height: plotHeight }}
      >
        {columns.map(({ list, title }, at) =>
          list === null ? null : (
            <Tooltip key={title} text={title}>
              <Link
                href={list}
                tabIndex={hasRoom ? undefined : -1}
                aria-label={title}
                className="column-link"
                style={{ left: percent((at + 0.01) * step), width: percent(0.98 * step) }}
              />
            </Tooltip>
          ),
        )}
      </div>
    </div>
  )
}

type OutcomeRow = {
  readonly name: string
  readonly changes: number
  readonly tally: OutcomeTally
  /** URL of the list of changes with an outcome. The link covers the whole row. */
  readonly list: string
}

/** One stacked bar for each group, and how many of its changes have an outcome. */
export function OutcomeRows({ rows, highest }: { rows: readonly OutcomeRow[]; highest: number }) {
  return (
    <ul className="outcome-rows">
      {rows.map(({ name, changes, tally, list }) => {
        const title = `${name}: ${describeOutcomes(tally)}`
        const [share, predicate] = splitShare(tally, changes)
        // Short on a phone, where the words would take the room of the bars; the description above names the counted changes.
        const text = (
          <>
            {share}
            <span className="max-sm:sr-only"> {predicate}</span>
          </>
        )
        return (
          <li key={name}>
            <span>{name}</span>
            <svg role="img" aria-label={title} width="100%" height={barHeight}>
              {stackOutcomes(tally).map(({ outcome, low, high }) => (
                <rect
                  key={outcome}
                  x={percent((100 * low) / highest)}
                  width={percent((100 * (high - low)) / highest)}
                  y="0.5"
                  height={barHeight - 1}
                  {...outcomeStyles[outcome].draw}
                />
              ))}
            </svg>
            {sumUp(tally) === 0 ? (
              <span className="text-muted">{text}</span>
            ) : (
              <TextLink href={list} title={title}>
                <span className="sr-only">{name}: </span>
                {text}
              </TextLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
