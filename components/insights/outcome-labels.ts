import { formatCount } from '#components/ui/format-count.ts'
import type { CountedOutcome } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { drawnOutcomes, outcomeStyles } from './outcome-style.tsx'

type OutcomeShares = Pick<Insights['outcomes_over_time'][number], 'changes' | 'with_outcome'>
type OutcomeCounts = { readonly outcomes: readonly { readonly outcome: CountedOutcome; readonly count: number }[] }

export const getCount = ({ outcomes }: OutcomeCounts, outcome: CountedOutcome): number =>
  outcomes.find((one) => one.outcome === outcome)?.count ?? 0

/** Returns `17 of 24` and the predicate `have an outcome`. */
export const splitShare = ({ changes, with_outcome: { count } }: OutcomeShares): [share: string, predicate: string] => [
  `${formatCount(count)} of ${formatCount(changes)}`,
  `${count === 1 ? 'has' : 'have'} an outcome`,
]

export const describeShare = (shares: OutcomeShares): string => splitShare(shares).join(' ')

/** Describes outcome counts: `3 successful, 1 failed`, or `no outcome`. */
export function describeOutcomes(counts: OutcomeCounts): string {
  const parts = drawnOutcomes
    .filter((outcome) => getCount(counts, outcome) > 0)
    .map((outcome) => `${getCount(counts, outcome)} ${outcomeStyles[outcome].label.toLowerCase()}`)
  return parts.length === 0 ? 'no outcome' : parts.join(', ')
}

export type OutcomeGroup = Insights['by_team']['groups'][number]
