import type { Conclusion } from '#lib/contracts/app/conclusions.ts'
import type { FactorCounts, Insights } from '#lib/contracts/app/metrics.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { riskLabels } from '#lib/domain/policy/change-words.ts'
import { outcomeLabels } from '#lib/review/questions/outcome-criteria.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { buildTable, type Inline, type Report, type ReportBlock, section } from './report.ts'

/** The figures of a quarter; `pastFactors` are counted like `factors`, for the quarter before. */
export type QuarterData = {
  readonly insights: Insights
  readonly factors: FactorCounts
  readonly pastFactors: FactorCounts
}

/** Builds the figures of a quarter, on which its conclusion rests. */
export function buildQuarterFigures({ insights, factors, pastFactors }: QuarterData): Report {
  const { period, previous_period: before, computed_at: at } = insights
  return {
    kind: 'Changes and their reviews, by quarter',
    title: formatBucket(period.from, 'quarter'),
    facts: [['Figures of ', { moment: at }]],
    parts: [
      section(
        'Figures',
        buildTable(
          'Figures of the quarter',
          insights.metrics.filter(({ previous }) => previous !== null),
          [
            ['Figure', ({ title }) => title],
            [
              'Value',
              ({ unit, value, numerator, denominator }) => [
                { strong: formatMetric(unit, value) },
                { under: `${numerator.toLocaleString('en')} of ${denominator.toLocaleString('en')}` },
              ],
            ],
            ['Before', ({ unit, previous }) => formatMetric(unit, previous?.value ?? null)],
          ],
          '',
        ),
        { kind: 'text', isQuiet: true, text: ['Before: ', { day: before.from }, ' to ', { day: before.to }, '.'] },
      ),
      section('Approval and lead time', { kind: 'text', text: describeProcess(factors) }),
      section('Rated risk and outcome', riskTable(factors), emergencies(factors)),
      section(
        'What contributed',
        buildTable(
          'Contributing factors of the reviews completed in the quarter',
          sumFactors(factors),
          [
            ['Factor', ([factor]) => factor],
            ['Changes', ([, changes]) => String(changes)],
            ['Before', ([factor]) => String(new Map(sumFactors(pastFactors)).get(factor) ?? 0)],
          ],
          'No review named a factor.',
        ),
      ),
    ],
    closing: ['Every figure is of the quarter, by the records of ', { moment: at }, '.'],
    at,
  }
}

const sumFactors = ({ by_quarter: counts }: FactorCounts): [factor: string, changes: number][] =>
  [...Map.groupBy(counts, ({ factor }) => factor)]
    .map(([factor, rows]): [string, number] => [factor, rows.reduce((sum, { changes }) => sum + changes, 0)])
    .toSorted(([, one], [, other]) => other - one)

function riskTable({ by_risk: rows }: FactorCounts): ReportBlock {
  const risks = [...Object.keys(riskLabels), null].filter((risk) => rows.some((row) => row.risk === risk))
  const count = (risk: string | null, isCounted: (row: (typeof rows)[number]) => boolean) =>
    String(rows.reduce((sum, row) => sum + (row.risk === risk && isCounted(row) ? row.changes : 0), 0))
  return buildTable(
    'Changes whose review was completed in the quarter',
    risks,
    [
      ['Rated', (risk) => (risk ? capitalise(riskLabels[risk as keyof typeof riskLabels]) : 'Not rated')],
      ['Changes', (risk) => count(risk, () => true)],
      ...reviewOutcomes.map(
        (outcome) =>
          [outcomeLabels[outcome], (risk: string | null) => count(risk, (row) => row.outcome === outcome)] as const,
      ),
      ['Rated too low', (risk) => count(risk, ({ verdict }) => verdict === 'too_low')],
    ],
    'No review was completed.',
  )
}

function describeProcess({ process, second_looks: { taken, good }, stakeholders }: FactorCounts): string {
  const { ended, lead_days: days, approved, approved_late: late } = process
  const lead =
    days === null
      ? 'No lead time is recorded.'
      : `Half of ${describeCount(ended, 'change')} took up to ${formatMetric('days', days)} from creation to end.`
  const approval = `Of ${describeCount(approved, 'approved normal change')}, ${late || 'none'} began before the approval.`
  const looks = `Of ${describeCount(taken, 'result')} looked at again, ${good || 'none'} ${good === 1 ? 'was' : 'were'} still good.`
  const { asked, answered, changes } = stakeholders
  const replies = `Of ${describeCount(asked, 'stakeholder')} asked about ${describeCount(changes, 'change')}, ${answered} answered.`
  return [lead, approval, ...(taken === 0 ? [] : [looks]), ...(asked === 0 ? [] : [replies])].join(' ')
}

function emergencies({ emergencies: { reviewed, unneeded } }: FactorCounts): ReportBlock | null {
  const text = `Of ${describeCount(reviewed, 'reviewed emergency change')}, ${unneeded || 'none'} should have been planned.`
  return reviewed === 0 ? null : { kind: 'text', text }
}

/** Adds what managers concluded below the figures; the editions are the latest first. */
export const addConclusions = (figures: Report, editions: readonly Conclusion[]): Report => ({
  ...figures,
  parts: [
    ...figures.parts,
    ...editions.map((edition, index) =>
      section(
        index === 0 ? 'Conclusion' : `Edition ${edition.edition} of the conclusion`,
        { kind: 'markdown', source: edition.text },
        { kind: 'text', isQuiet: true, text: describeSignature(edition) },
      ),
    ),
  ],
})

const describeSignature = (edition: Conclusion): Inline => [
  `Written by ${edition.written_by_name ?? edition.written_by} on `,
  { moment: edition.written_at },
  ...(edition.signed_at === null
    ? ['. ', { strong: 'Not signed yet.' }]
    : [`, signed by ${edition.signed_by_name ?? edition.signed_by} on `, { moment: edition.signed_at }, '.']),
]
