import { outcomeTones } from '#components/records/change-labels.ts'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import type { CountedOutcome } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { CountLink } from './count-link.tsx'

const toneClasses = {
  success: { color: 'text-success', soft: 'fill-success-soft' },
  warning: { color: 'text-warning', soft: 'fill-warning-soft' },
  danger: { color: 'text-danger', soft: 'fill-danger-soft' },
}

const getToneClasses = (outcome: ReviewOutcome) => toneClasses[outcomeTones[outcome]]

/** `short` is for narrow table columns; `draw` is for an element whose parent fills and strokes in its own colour. */
type OutcomeStyle = {
  readonly label: string
  readonly short: string
  /** `fill`: a pattern from `OutcomePatterns` instead of the plain colour. */
  readonly draw: { readonly className: string; readonly fill?: string }
}

const outcomeStyle = (outcome: ReviewOutcome, short: string, pattern?: string): OutcomeStyle => ({
  label: outcomeCriteria[outcome].label,
  short,
  draw: { className: getToneClasses(outcome).color, ...(pattern && { fill: `url(#${pattern})` }) },
})

/** Colour of the badge, with a pattern and an order, so that colour is not the only difference. */
export const outcomeStyles: Readonly<Record<CountedOutcome, OutcomeStyle>> = {
  successful: outcomeStyle('successful', 'Successful'),
  successful_with_issues: outcomeStyle('successful_with_issues', 'Issues', 'outcome-issues'),
  partially_successful: outcomeStyle('partially_successful', 'Partial', 'outcome-partial'),
  failed: outcomeStyle('failed', 'Failed'),
  none: { label: 'No outcome', short: 'None', draw: { className: 'text-muted' } },
}

/** Outcomes in charts, from the bottom of a column to its top. */
export const drawnOutcomes = ['successful', 'successful_with_issues', 'partially_successful', 'failed'] as const

/** Counts of changes with each of the drawn outcomes, in their order. */
export type OutcomeTally = readonly number[]

type OutcomeCounts = { readonly outcomes: readonly { readonly outcome: CountedOutcome; readonly count: number }[] }

export const tallyOutcomes = ({ outcomes }: OutcomeCounts): OutcomeTally =>
  drawnOutcomes.map((outcome) => outcomes.find((one) => one.outcome === outcome)?.count ?? 0)

export const sumUp = (tally: OutcomeTally): number => tally.reduce((sum, count) => sum + count, 0)

/** Stacks the outcomes that occur: each with the counts at which it begins and ends. */
export function stackOutcomes(tally: OutcomeTally) {
  let high = 0
  return drawnOutcomes.flatMap((outcome, at) => {
    const low = high
    high += tally[at] ?? 0
    return high === low ? [] : [{ outcome, low, high }]
  })
}

/** Returns `17 of 24` and the predicate `have an outcome`. */
export function splitShare(tally: OutcomeTally, changes: number): [share: string, predicate: string] {
  const count = sumUp(tally)
  return [`${groupDigits(count)} of ${groupDigits(changes)}`, `${count === 1 ? 'has' : 'have'} an outcome`]
}

/** Describes outcome counts: `3 successful, 1 failed`, or `no outcome`. */
export function describeOutcomes(tally: OutcomeTally): string {
  const parts = stackOutcomes(tally).map(
    ({ outcome, low, high }) => `${groupDigits(high - low)} ${outcomeStyles[outcome].label.toLowerCase()}`,
  )
  return parts.length === 0 ? 'no outcome' : parts.join(', ')
}

/** Definitions of the fill patterns; render once per page. */
export function OutcomePatterns() {
  const issues = getToneClasses('successful_with_issues')
  const partial = getToneClasses('partially_successful')
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        <pattern
          id="outcome-issues"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
          className={issues.color}
        >
          <rect width="6" height="6" className={issues.soft} />
          <rect width="1.5" height="6" fill="currentColor" fillOpacity="0.7" />
        </pattern>
        <pattern id="outcome-partial" width="6" height="6" patternUnits="userSpaceOnUse" className={partial.color}>
          <rect width="6" height="6" fill="currentColor" fillOpacity="0.8" />
          <circle cx="3" cy="3" r="1" className={partial.soft} />
        </pattern>
      </defs>
    </svg>
  )
}

export function OutcomeLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {drawnOutcomes.map((outcome) => {
        const { label, draw } = outcomeStyles[outcome]
        return (
          <li key={outcome} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width="14" height="12" fill="currentColor" stroke="currentColor">
              <rect x="0.5" y="0.5" width="13" height="11" rx="2" {...draw} />
            </svg>
            {label}
          </li>
        )
      })}
    </ul>
  )
}

type OutcomeRow = Pick<Insights['outcomes_over_time'][number], 'changes' | 'list' | 'with_outcome' | 'outcomes'> & {
  readonly name: string
}
type OutcomeTableProps = { label: string; heading: string; rows: readonly OutcomeRow[] }

/** Counts of changes by outcome; each links to its list. */
export function OutcomeTable({ label, heading, rows }: OutcomeTableProps) {
  const columns: DataColumn<OutcomeRow>[] = [
    { label: heading, cellClass: 'whitespace-nowrap', cell: ({ name }) => name },
    {
      label: 'Changes',
      align: 'end',
      cell: ({ name, changes, list }) => <CountLink href={list} count={changes} label={`${name}, changes`} />,
    },
    {
      label: 'With an outcome',
      align: 'end',
      cell: ({ name, with_outcome: { list, count } }) => (
        <CountLink href={list} count={count} label={`${name}, with an outcome`} />
      ),
    },
    ...(rows[0]?.outcomes ?? []).map(({ outcome }, at): DataColumn<OutcomeRow> => {
      const { short, label: long } = outcomeStyles[outcome]
      return {
        label: short,
        align: 'end',
        cell: ({ name, outcomes: { [at]: one } }) =>
          one ? <CountLink href={one.list} count={one.count} label={`${name}, ${long.toLowerCase()}`} /> : null,
      }
    }),
  ]
  return (
    <DataTable
      label={label}
      regionLabel={`${label}, as a table`}
      stack={false}
      className="[&_:is(td,th)]:px-2"
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    />
  )
}
