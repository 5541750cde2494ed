import type { ComponentProps, ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { sumUp } from './outcome-style.tsx'
import { ColumnPlot, type PlottedColumn } from './plots.tsx'

export type ChartColumn = Omit<PlottedColumn, 'name' | 'year' | 'isMinor'> & {
  /** First day of the bucket within the period. */
  readonly from: string
  readonly isWhole: boolean
}

/** Name of a month or quarter in tables; an asterisk marks one that is only partly in the period. */
export const nameBucket = ({ from, is_whole: isWhole }: { from: string; is_whole: boolean }, bucket: MetricBucket) =>
  `${formatBucket(from, bucket)}${isWhole ? '' : ' *'}`

type ColumnChartProps = Omit<ComponentProps<typeof ChartCard>, 'children'> & {
  summary: string
  bucket: MetricBucket
  columns: readonly ChartColumn[]
  isStacked?: boolean
}

export function ColumnChart({ summary, bucket, columns, isStacked = false, ...card }: ColumnChartProps) {
  return (
    <ChartCard {...card}>
      <ColumnPlot
        summary={summary}
        ticks={chooseTicks(Math.max(1, ...columns.map(({ values }) => sumUp(values))))}
        isStacked={isStacked}
        columns={labelColumns(columns, bucket)}
      />
      {columns.every(({ isWhole }) => isWhole) ? null : <p className="text-xs text-muted">* Partial {bucket}.</p>}
    </ChartCard>
  )
}

const factors = [1, 2, 5, 10]

/** Whole numbers from 0 to the highest value or above it, in about five steps of 1, 2 or 5 times a power of ten. */
function chooseTicks(highest: number): number[] {
  const wanted = highest / 4
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = factors.find((one, at) => wanted < power * Math.sqrt(one * (factors[at + 1] ?? Infinity))) ?? 1
  const step = Math.max(1, factor * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step)
}

/** Maximum number of labels below the columns. If more than eight are shown, phones hide every second one. */
const maxLabels = 14

/** Names every column or, if there are too many, every second, third, … from January; each year once. */
function labelColumns(columns: readonly ChartColumn[], bucket: MetricBucket): PlottedColumn[] {
  const steps = bucket === 'month' ? [1, 2, 3, 6, 12] : [1, 2, 4]
  const every = steps.find((step) => columns.length / step <= maxLabels) ?? steps.at(-1) ?? 1
  const positionsInYear = columns.map(({ from }) =>
    Math.floor((Number(from.slice(5, 7)) - 1) / (bucket === 'month' ? 1 : 3)),
  )
  return columns.map(({ from, isWhole, ...column }, at) => {
    const [name = '', year = ''] = formatBucket(from, bucket).split(' ')
    const position = positionsInYear[at] ?? 0
    return {
      ...column,
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
