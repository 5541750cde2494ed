import { scaleBand, scaleLinear } from 'd3-scale'
import type { ComponentProps, ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'

export const plotHeight = 176
const labelHeight = 36

/** Maximum columns that are links, at least 24 px apart, at a desk and on a phone. The table has the rest. */
const maxTargets = 16
const maxOnPhone = 8

export type ChartColumn = {
  /** First day of the bucket within the period. */
  readonly from: string
  readonly isWhole: boolean
  readonly value: number
  /** Shown above the column if there is room. */
  readonly label: string
  /** URL of the list of its records; null if there are none. */
  readonly list: string | null
  /** Name and tooltip of the link. */
  readonly title: string
}

/** Position of a column: `x` and `width` in percent of the plot, `y` in pixels. */
type ColumnPosition = { readonly x: number; readonly width: number; readonly y: (value: number) => number }

/** Name of a month or quarter in tables; an asterisk marks one that is only partly in the period. */
export const nameBucket = ({ from, is_whole: isWhole }: { from: string; is_whole: boolean }, bucket: MetricBucket) =>
  `${formatBucket(from, bucket)}${isWhole ? '' : ' *'}`

type ColumnChartProps = Omit<ComponentProps<typeof ChartCard>, 'children'> & {
  summary: string
  bucket: MetricBucket
  columns: readonly ChartColumn[]
  children: (at: number, position: ColumnPosition) => ReactNode
}

/** Widths are percentages and heights pixels, so texts and patterns keep their size at any width without script. */
export function ColumnChart({ summary, bucket, columns, children, ...card }: ColumnChartProps) {
  const highest = Math.max(1, ...columns.map(({ value }) => value))
  const y = scaleLinear().domain([0, highest]).nice(4).range([plotHeight, 16])
  const ticks = y.ticks(4).filter(Number.isInteger)
  const x = scaleBand<number>()
    .domain(columns.map((_, at) => at))
    .range([0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const width = Math.min(x.bandwidth(), 12)
  const placeColumn = (at: number): ColumnPosition => ({ x: (x(at) ?? 0) + (x.bandwidth() - width) / 2, width, y })
  const labels = placeLabels(columns, bucket)
  const labelClass = (at: number) => cx('fill-muted', labels[at]?.isMinor && 'max-sm:hidden')
  const isRoomy = columns.length <= 16
  const isTargetable = columns.length <= maxTargets
  return (
    <ChartCard {...card}>
      <div className="relative ml-7">
        <svg
          role="img"
          aria-label={summary}
          width="100%"
          height={plotHeight + labelHeight}
          className="block overflow-visible"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1="0"
                x2="100%"
                y1={y(tick)}
                y2={y(tick)}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
              <text x="-6" y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-2xs tabular-nums">
                {tick}
              </text>
            </g>
          ))}
          {columns.map((column, at) => {
            const position = placeColumn(at)
            const middle = `${position.x + width / 2}%`
            return (
              <g key={column.from} textAnchor="middle" className="text-2xs">
                {children(at, position)}
                {isRoomy && column.label !== '' ? (
                  <text x={middle} y={y(column.value) - 5} className="fill-ink tabular-nums">
                    {column.label}
                  </text>
                ) : null}
                <text x={middle} y={plotHeight + 15} className={labelClass(at)}>
                  {labels[at]?.name}
                </text>
                <text x={middle} y={plotHeight + 29} className="fill-muted">
                  {labels[at]?.year}
                </text>
              </g>
            )
          })}
        </svg>
        <div
          aria-hidden={isTargetable ? undefined : true}
          className={cx('absolute inset-x-0 top-0 print:hidden', columns.length > maxOnPhone && 'max-sm:hidden')}
          style={{ height: plotHeight }}
        >
          {columns.map(({ from, list, title }, at) =>
            list === null ? null : (
              <Tooltip key={from} text={title}>
                <Link
                  href={list}
                  tabIndex={isTargetable ? undefined : -1}
                  aria-label={title}
                  className="absolute inset-y-0 rounded-sm hover:bg-ink/5 focus-visible:bg-ink/5"
                  style={{ left: `${(x(at) ?? 0) - x.bandwidth() * 0.2}%`, width: `${x.bandwidth() * 1.4}%` }}
                />
              </Tooltip>
            ),
          )}
        </div>
      </div>
      {columns.every(({ isWhole }) => isWhole) ? null : <p className="text-xs text-muted">* Partial {bucket}.</p>}
    </ChartCard>
  )
}

type BucketLabel = { readonly name: string; readonly year: string | null; readonly isMinor: boolean }

/** Maximum number of labels below the columns. If more than eight are shown, phones hide every second one. */
const maxLabels = 14

/** Names every column or, if there are too many, every second, third, … from January; each year once. */
function placeLabels(columns: readonly ChartColumn[], bucket: MetricBucket): BucketLabel[] {
  const steps = bucket === 'month' ? [1, 2, 3, 6, 12] : [1, 2, 4]
  const every = steps.find((step) => columns.length / step <= maxLabels) ?? steps.at(-1) ?? 1
  const positionsInYear = columns.map(({ from }) =>
    Math.floor((Number(from.slice(5, 7)) - 1) / (bucket === 'month' ? 1 : 3)),
  )
  return columns.map(({ from, isWhole }, at) => {
    const [name = '', year = ''] = formatBucket(from, bucket).split(' ')
    const position = positionsInYear[at] ?? 0
    return {
      name: position % every === 0 ? `${name}${isWhole ? '' : '*'}` : '',
      year: position === 0 || (at === 0 && positionsInYear[1] !== 0) ? year : null,
      isMinor: columns.length / every > 8 && (position / every) % 2 === 1,
    }
  })
}

type ChartCardProps = {
  id: string
  title: string
  description: ReactNode
  legend?: ReactNode
  isWide?: boolean
  /** The chart: an element with role `img` and a summary as its name. */
  children: ReactNode
  /** The same numbers as a table, with links to the records: hundreds, so only the table that the reader asks for. */
  table: ReactNode
  tables: ChartTables
}

export type ChartTables = { readonly open: string | undefined; readonly hrefOf: (id: string | undefined) => string }

export function ChartCard({ id, title, description, legend, isWide, children, table, tables }: ChartCardProps) {
  const isOpen = tables.open === id
  return (
    <Card aria-labelledby={id} className={cx('break-inside-avoid', isWide && 'xl:col-span-2')}>
      <CardHeader id={id} title={title} description={description} />
      <CardBody className="flex flex-col gap-3">
        {legend}
        {children}
        <TextLink href={tables.hrefOf(isOpen ? undefined : id)} scroll={false} className="w-fit text-sm print:hidden">
          {isOpen ? 'Hide the table' : 'Show as table'}
          <span className="sr-only">: {title}</span>
        </TextLink>
        {isOpen ? <div className="print:hidden">{table}</div> : null}
      </CardBody>
    </Card>
  )
}
