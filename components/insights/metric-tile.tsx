'use client'

import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Card } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { Metric } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { describeTrend, formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { capitalise, upperFirst } from '#lib/text/first-letter.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { type Target, TargetLine } from './target-line.tsx'

/** Numbers and links of a metric. The texts are in the script, so that a page with all metrics carries them once. */
type MetricTileProps = Pick<Metric, 'name' | 'value' | 'numerator' | 'denominator' | 'list'> & {
  denominatorList: string
  leftOut: Metric['left_out']
  isComparable: boolean
  previous: Metric['previous']
  /** If it is a key figure. */
  target: Target | undefined
  canSetTarget: boolean
  /** Its last twelve values. */
  children: ReactNode
}

/** A metric: value, numerator and denominator, trend against the previous period, and definition. */
export function MetricTile({ target, canSetTarget, children, ...metric }: MetricTileProps) {
  const { name, value, numerator, denominator, list, denominatorList, leftOut } = metric
  const { title, unit, numeratorMeans, denominatorMeans } = metricDefinitions[name]
  const id = `metric-${name}`
  return (
    <Card aria-labelledby={id} className="metric-tile">
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <Figure text={formatMetric(unit, value)} href={numerator === 0 ? null : list} title={title} />
      <p className="text-xs text-muted tabular-nums">
        <Counted count={numerator} href={list} means={numeratorMeans} /> of{' '}
        <Counted count={denominator} href={denominatorList} means={denominatorMeans} /> {denominatorMeans}
      </p>
      {leftOut && leftOut.count > 0 && <LeftOutLine title={title} leftOut={leftOut} />}
      <TrendLine {...metric} />
      {target ? (
        <TargetLine figure={target} title={title} unit={unit} owed={leftOut?.owed ?? 0} canSet={canSetTarget} />
      ) : null}
      {children}
      <WhatItCounts name={name} numerator={numerator} denominator={denominator} className={target ? '' : 'mt-auto'} />
    </Card>
  )
}

function Figure({ text, href, title }: { text: string; href: string | null; title: string }) {
  return (
    <p className="metric-value">
      {href === null ? (
        text
      ) : (
        <Link href={href} aria-label={`${title}: ${text}. Open the list`} className="figure-link">
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

function TrendLine({
  name,
  value,
  previous,
  isComparable,
}: Omit<MetricTileProps, 'target' | 'canSetTarget' | 'children'>) {
  const { unit, betterWhen } = metricDefinitions[name]
  if (previous === null) return <p className="text-xs text-muted">As of today, independent of the period</p>
  const trend = describeTrend(unit, value, previous.value)
  if (trend === null) return null
  if (!isComparable)
    return (
      <p className="text-xs text-muted">
        Not compared with {formatMetric(unit, previous.value)} before: the share of reviewed changes differs.
      </p>
    )
  const isBetter = (trend.direction === 'up' ? 'higher' : 'lower') === betterWhen
  const isJudged = betterWhen !== null && trend.direction !== 'same'
  const Arrow = arrows[trend.direction]
  const text = trend.text.replaceAll(' %', '\u00a0%')
  const judgedTone = isBetter ? 'text-success-text' : 'text-danger-text'
  return (
    <p className={cx('flex items-start gap-1 text-xs', isJudged ? judgedTone : 'text-muted')}>
      <Arrow className="mt-0.5 size-3.5 shrink-0" />
      {isJudged ? `${isBetter ? 'Better' : 'Worse'}: ${text}` : capitalise(text)}
    </p>
  )
}

type WhatItCountsProps = { name: MetricName; numerator: number; denominator: number; className: string }

function WhatItCounts({ className, ...metric }: WhatItCountsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const show = () => setOpen(details.current?.open ?? false)
  // It may have been opened before the page was hydrated.
  useEffect(() => setOpen(details.current?.open ?? false), [])
  return (
    <details ref={details} onToggle={show} className={cx('pt-1 open:mt-0 print:hidden', className)}>
      <summary className="disclosure">
        What it counts<span className="sr-only">: {metricDefinitions[metric.name].title}</span>
      </summary>
      {isOpen ? <MetricMeaning metric={metric} className="mt-2" /> : null}
    </details>
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
