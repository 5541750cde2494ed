'use client'

import { useQuery } from '@tanstack/react-query'
import { cx } from '#components/ui/class-names.ts'
import { TableCard } from '#components/ui/table/data-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { FactorCounts } from '#lib/contracts/app/metrics.ts'
import { countFactors } from '#lib/contracts/routes.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { checkHref, completedReviewsHref, factorHref } from '#lib/domain/metrics/metric-lists.ts'
import { formatBucket, splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import { riskLabels } from '#lib/domain/policy/change-words.ts'
import { wordCheckAnswer } from '#lib/review/questions/checks.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { CountLink } from './count-link.tsx'
import type { MetricQuery } from './metric-filters.tsx'

const mostColumns = 8

/** What contributed to changes that did not simply succeed, by quarter and by service; nothing before it is loaded. */
export function Causes({ query: { bucket: _, ...query } }: { query: MetricQuery }) {
  const { data } = useQuery(endpointQuery(countFactors, { query }))
  if (!data || (data.by_risk.length === 0 && data.process.ended === 0)) return null
  const quarters = splitIntoBuckets(data.period, 'quarter', data.period.to).slice(-mostColumns)
  const services = Map.groupBy(data.by_service, ({ service }) => service)
  const sum = (service: string) => services.get(service)?.reduce((total, { changes }) => total + changes, 0) ?? 0
  const largest = [...services.keys()].toSorted((one, other) => sum(other) - sum(one)).slice(0, mostColumns)
  const risks = [...ratings, null].filter((risk) => data.by_risk.some((row) => row.risk === risk))
  const hasFactors = data.by_quarter.length > 0
  const { process, second_looks: looks, stakeholders } = data
  const checkWords = new Map(data.checks.map(({ check, wording }) => [check, wordCheckTag(check, wording)]))
  return (
    <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
      <p className="text-sm text-muted xl:col-span-2">
        Median lead time from creation to end: {formatMetric('days', process.lead_days)}. Approved after the work began:{' '}
        <CountLink href={process.late_list} count={process.approved_late} label="Approved late" /> of{' '}
        {describeCount(process.approved, 'approved normal change')}.
        {looks.taken === 0 ? null : (
          <>
            {' '}
            Still good weeks later: <CountLink href={looks.list} count={looks.good} label="Still good" /> of{' '}
            {looks.taken}. Worse: <CountLink href={looks.worse_list} count={looks.taken - looks.good} label="Worse" />.
          </>
        )}
        {stakeholders.asked === 0 ? null : (
          <>
            {' '}
            Of {describeCount(stakeholders.asked, 'stakeholder')} asked about{' '}
            <CountLink href={stakeholders.list} count={stakeholders.changes} label="Stakeholders asked" />{' '}
            {stakeholders.changes === 1 ? 'change' : 'changes'}, {stakeholders.answered} answered (
            {Math.round((stakeholders.answered / stakeholders.asked) * 100)} %).
          </>
        )}
      </p>
      <TableCard
        title="Rated risk and outcome"
        description="Changes whose review was completed in the period"
        actions={
          data.emergencies.unneeded > 0 ? (
            <TextLink
              href={completedReviewsHref(['type = emergency', 'was_emergency = false'], data.period, query)}
              className="text-sm"
            >
              Should have been planned: {data.emergencies.unneeded} of{' '}
              {describeCount(data.emergencies.reviewed, 'emergency change')}
            </TextLink>
          ) : null
        }
        columns={[
          {
            label: 'Rated',
            isPrimary: true,
            cell: (risk: Risk) => (risk ? capitalise(riskLabels[risk]) : 'Not rated'),
          },
          ...riskColumns.map(({ label, counts, condition }) => ({
            label,
            align: 'end' as const,
            cell: (risk: Risk) => (
              <CountLink
                href={completedReviewsHref([...ofRisk(risk), ...condition], data.period, query)}
                count={data.by_risk.reduce((sum, row) => sum + (row.risk === risk && counts(row) ? row.changes : 0), 0)}
                label={`${label}, ${risk ? riskLabels[risk] : 'not rated'}`}
              />
            ),
          })),
        ]}
        rows={risks}
        rowKey={String}
        empty=""
      />
      {hasFactors ? (
        <HeatMap
          title="What contributed, by quarter"
          description={`Changes whose review was completed in each of the last ${mostColumns} quarters of the period, as recorded now`}
          factors={data.by_quarter}
          columns={quarters.map((span) => ({ key: span.start, label: formatBucket(span.start, 'quarter'), span }))}
          columnOf={({ quarter }) => quarter}
          hrefOf={(factor, { span }) => factorHref(factor, span, query)}
        />
      ) : null}
      {data.checks.length > 0 ? (
        <div className="xl:col-span-2">
          <HeatMap
            title="Answers to checks, by quarter"
            description="Changes whose review was completed, as it and its stakeholders answered"
            rowLabel="Check"
            factors={data.checks.map(({ check: factor, ...row }) => ({ factor, ...row }))}
            wordOf={(check) => checkWords.get(check) ?? check}
            columns={quarters.map((span) => ({ key: span.start, label: formatBucket(span.start, 'quarter'), span }))}
            columnOf={({ quarter }) => quarter}
            hrefOf={(check, { span }) => checkHref(check, span, query)}
          />
        </div>
      ) : null}
      {hasFactors ? (
        <div className="xl:col-span-2">
          <HeatMap
            title="What contributed, by service"
            description={`The ${mostColumns} services with the most. A change that affects two counts in both`}
            factors={data.by_service}
            columns={largest.map((service) => ({ key: service, label: service }))}
            columnOf={({ service }) => service}
            hrefOf={(factor, { key }) => factorHref(factor, data.period, { ...query, alsoAffects: key })}
          />
        </div>
      ) : null}
    </div>
  )
}

type RiskRow = FactorCounts['by_risk'][number]
type Risk = RiskRow['risk']

const ratings = Object.keys(riskLabels) as (keyof typeof riskLabels)[]

const ofRisk = (risk: Risk) => [risk ? `risk = ${risk}` : `NOT risk IN (${ratings.join(', ')})`]

/** What is counted of the changes of a rated risk, with its condition in the list. */
const riskColumns: readonly {
  readonly label: string
  readonly counts: (row: RiskRow) => boolean
  readonly condition: readonly string[]
}[] = [
  { label: 'Reviewed', counts: () => true, condition: [] },
  { label: 'Outcome failed', counts: ({ outcome }) => outcome === 'failed', condition: ['pir_outcome = failed'] },
  {
    label: 'With issues',
    counts: ({ outcome }) => outcome === 'successful_with_issues' || outcome === 'partially_successful',
    condition: ['pir_outcome IN (successful_with_issues, partially_successful)'],
  },
  { label: 'Rated too low', counts: ({ verdict }) => verdict === 'too_low', condition: ['risk_verdict = too_low'] },
  { label: 'Rated too high', counts: ({ verdict }) => verdict === 'too_high', condition: ['risk_verdict = too_high'] },
]

type Count = { readonly factor: string; readonly changes: number }
type HeatMapProps<Row extends Count, Column extends { readonly key: string; readonly label: string }> = {
  title: string
  description: string
  factors: readonly Row[]
  rowLabel?: string
  /** The words of a factor. If given, a count is neither good nor bad, and has no shade. */
  wordOf?: (factor: string) => string
  columns: readonly Column[]
  columnOf: (row: Row) => string
  hrefOf: (factor: string, column: Column) => string
}

/** Shades by the share of the largest count, weakest first. */
const shades = ['bg-sunken', 'bg-warning-soft', 'bg-danger-soft']

function HeatMap<Row extends Count, Column extends { readonly key: string; readonly label: string }>({
  title,
  description,
  factors,
  rowLabel = 'Factor',
  wordOf,
  columns,
  columnOf,
  hrefOf,
}: HeatMapProps<Row, Column>) {
  type Line = readonly [factor: string, counts: readonly Row[]]
  const isShown = (row: Row) => columns.some(({ key }) => key === columnOf(row))
  const rows: Line[] = [...Map.groupBy(factors.filter(isShown), ({ factor }) => factor)]
  const most = Math.max(shades.length, ...factors.map(({ changes }) => changes))
  const countIn = ({ key }: Column, [, counts]: Line) => counts.find((row) => columnOf(row) === key)?.changes ?? 0
  return (
    <TableCard
      title={title}
      description={description}
      columns={[
        { label: rowLabel, isPrimary: true, cell: ([factor]: Line) => wordOf?.(factor) ?? factor },
        ...columns.map((column) => ({
          label: column.label,
          className: 'text-center',
          isEmpty: (line: Line) => countIn(column, line) === 0,
          empty: '0',
          cell: (line: Line) => (
            <span
              className={cx(
                'block min-w-8 rounded-sm px-1.5 text-center',
                !wordOf && shades[Math.ceil((countIn(column, line) / most) * shades.length) - 1],
              )}
            >
              <CountLink
                href={hrefOf(line[0], column)}
                count={countIn(column, line)}
                label={`${wordOf?.(line[0]) ?? line[0]}, ${column.label}`}
              />
            </span>
          ),
        })),
      ]}
      rows={rows}
      rowKey={([factor]) => factor}
      empty="Nothing was named."
    />
  )
}

/** Words a check with its answer, such as `told_in_time: no`. */
function wordCheckTag(tag: string, wording: string): string {
  const answer = tag.slice(tag.indexOf(': ') + 2)
  const words = { not_answered: 'Not answered', answered: 'Answered' }[answer] ?? wordCheckAnswer(answer)
  return `${wording} ${words}`
}
