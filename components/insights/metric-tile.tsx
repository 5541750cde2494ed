import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { Card } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { MetricBucket, MetricName, MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure, Metric } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { describeTrend, formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { capitalise, upperFirst } from '#lib/text/first-letter.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { TargetLine } from './target-line.tsx'

type MetricTileProps = {
  metric: Metric
  /** Its last twelve values and its target, if it is a key figure. */
  figure?: KeyFigure | undefined
  bucket: MetricBucket
  canSetTarget: boolean
}

/** A metric: value, numerator and denominator, trend against the previous period, and definition. */
export function MetricTile({ metric, figure, bucket, canSetTarget }: MetricTileProps) {
  const { name, title, unit, value, numerator, denominator, list, denominator_list: all, left_out: leftOut } = metric
  const id = `metric-${name}`
  const text = formatMetric(unit, value)
  return (
    <Card aria-labelledby={id} className="flex break-inside-avoid flex-col gap-1 p-4">
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <Figure text={text} href={numerator === 0 ? null : list} title={title} />
      <p className="text-xs text-muted tabular-nums">
        <Counted count={numerator} href={list} means={metric.numerator_means} /> of{' '}
        <Counted count={denominator} href={all} means={metric.denominator_means} /> {metric.denominator_means}
      </p>
      {leftOut && leftOut.count > 0 && <LeftOutLine title={title} leftOut={leftOut} />}
      <TrendLine metric={metric} />
      {figure ? (
        <>
          <TargetLine figure={figure} title={title} unit={unit} owed={leftOut?.owed ?? 0} canSet={canSetTarget} />
          <Sparkline figure={figure} unit={unit} bucket={bucket} />
        </>
      ) : null}
      <details className={cx('pt-1 open:mt-0 print:hidden', !figure && 'mt-auto')}>
        <summary className="w-fit rounded-sm text-xs font-medium text-accent-text">
          What it counts<span className="sr-only">: {title}</span>
        </summary>
        <MetricMeaning metric={metric} className="mt-2" />
      </details>
    </Card>
  )
}

function Figure({ text, href, title }: { text: string; href: string | null; title: string }) {
  return (
    <p className="text-2xl font-semibold tracking-tight tabular-nums">
      {href === null ? (
        text
      ) : (
        <Link
          href={href}
          aria-label={`${title}: ${text}. Open the list`}
          className="rounded-sm hover:text-accent-text hover:underline hover:decoration-accent-line hover:underline-offset-4"
        >
          {text}
        </Link>
      )}
    </p>
  )
}

function Counted({ count, href, means }: { count: number; href: string; means: string }) {
  if (count === 0) return groupDigits(count)
  return (
    <TextLink href={href} aria-label={`${groupDigits(count)} ${means}`}>
      {groupDigits(count)}
    </TextLink>
  )
}

/** What the rate leaves out, as large as itself: else a rate looks better the fewer changes are reviewed. */
function LeftOutLine({ title, leftOut }: { title: string; leftOut: NonNullable<Metric['left_out']> }) {
  const { count, owed, closed_as_failed: failed, of, list } = leftOut
  const details = [
    owed === 0
      ? 'none of them needs a review'
      : `${groupDigits(owed)} of them ${owed === 1 ? 'needs' : 'need'} a review`,
    failed === 0 ? null : `${groupDigits(failed)} closed as failed`,
  ].filter((detail) => detail !== null)
  return (
    <>
      <Figure text={`${groupDigits(count)} of ${groupDigits(of)} not reviewed`} href={list} title={title} />
      <p className="text-xs text-muted">{upperFirst(details.join(', '))}.</p>
    </>
  )
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight }

function TrendLine({ metric: { name, unit, value, previous, is_comparable: isComparable } }: { metric: Metric }) {
  if (previous === null) return <p className="text-xs text-muted">As of today, independent of the period</p>
  const trend = describeTrend(unit, value, previous.value)
  if (trend === null) return null
  if (!isComparable)
    return (
      <p className="text-xs text-muted">
        Not compared with {formatMetric(unit, previous.value)} before: the share of reviewed changes differs.
      </p>
    )
  const { betterWhen } = metricDefinitions[name]
  const isBetter = (trend.direction === 'up' ? 'higher' : 'lower') === betterWhen
  const isJudged = betterWhen !== null && trend.direction !== 'same'
  const judgedTone = isBetter ? 'text-success-text' : 'text-danger-text'
  const Arrow = arrows[trend.direction]
  return (
    <p className={cx('flex items-start gap-1 text-xs', isJudged ? judgedTone : 'text-muted')}>
      <Arrow className="mt-0.5 size-3.5 shrink-0" />
      {isJudged ? `${isBetter ? 'Better' : 'Worse'}: ${trend.text}` : capitalise(trend.text)}
    </p>
  )
}

const width = 120
const height = 32
const margin = 3

type SparklineProps = { figure: KeyFigure; unit: MetricUnit; bucket: MetricBucket }

/** The last twelve values, with the target as a dashed line. It stretches, but the line width does not. */
function Sparkline({ figure: { spans, target }, unit, bucket }: SparklineProps) {
  const values = spans.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return null
  const x = scaleLinear([0, spans.length - 1], [margin, width - margin])
  const highest = unit === 'share' ? 1 : Math.max(1, ...values, target ?? 0)
  const y = scaleLinear([0, highest], [height - margin, margin])
  const draw = (isPartial: boolean) =>
    line<(typeof spans)[number]>()
      .defined(
        ({ value }, at) => value !== null && (isPartial ? at >= spans.length - 2 : spans[at]?.is_whole !== false),
      )
      .x((_, at) => x(at))
      .y(({ value }) => y(value ?? 0))(spans) ?? ''
  const first = spans[0]
  const last = spans.at(-1)
  const isPartial = last?.is_whole === false
  const text = (span: typeof first) => span && `${formatMetric(unit, span.value)} in ${formatBucket(span.from, bucket)}`
  return (
    <>
      <svg
        role="img"
        aria-label={`The last twelve ${bucket}s: from ${text(first)} to ${text(last)}${isPartial ? `, a partial ${bucket}` : ''}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="mt-auto block h-8 w-full shrink-0 overflow-visible"
      >
        {target === null ? null : (
          <line
            x1={0}
            x2={width}
            y1={y(target)}
            y2={y(target)}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        )}
        {[false, ...(isPartial ? [true] : [])].map((dashed) => (
          <path
            key={String(dashed)}
            d={draw(dashed)}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray={dashed ? '2 2' : undefined}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        ))}
      </svg>
      <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-muted tabular-nums">
        <span className="whitespace-nowrap">0 to {formatMetric(unit, highest)}</span>
        <span className="whitespace-nowrap">
          {first && formatBucket(first.from, bucket)} – {last && formatBucket(last.from, bucket)}
          {isPartial ? ' (partial)' : ''}
        </span>
      </p>
    </>
  )
}

type MetricMeaningProps = {
  metric: { readonly name: MetricName; readonly numerator: number; readonly denominator: number }
  className?: string
}

/** Definition of a metric: numerator, denominator and exclusions. */
export function MetricMeaning({ metric: { name, numerator, denominator }, className }: MetricMeaningProps) {
  const { definition, numeratorMeans, denominatorMeans, exclusions } = metricDefinitions[name]
  return (
    <div className={cx('flex max-w-prose flex-col gap-2 text-xs text-pretty', className)}>
      <p>{definition}</p>
      <dl className="flex flex-col [&_dd+dt]:mt-1.5">
        <dt className="text-muted">Numerator: {groupDigits(numerator)}</dt>
        <dd>{numeratorMeans}</dd>
        <dt className="text-muted">Denominator: {groupDigits(denominator)}</dt>
        <dd>{denominatorMeans}</dd>
        <dt className="text-muted">Excluded</dt>
        <dd>
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {exclusions.map((exclusion) => (
              <li key={exclusion}>{exclusion}</li>
            ))}
          </ul>
        </dd>
      </dl>
    </div>
  )
}
