import type { CountedOutcome } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { drawnOutcomes, outcomeLooks } from './outcome-look.tsx'

type Counts = { readonly outcomes: readonly { readonly outcome: CountedOutcome; readonly count: number }[] }

export const countOf = ({ outcomes }: Counts, outcome: CountedOutcome): number =>
  outcomes.find((one) => one.outcome === outcome)?.count ?? 0

/** The outcomes in words: `3 successful, 1 failed`; `no outcome` where there is none. */
export function outcomeSummary(counts: Counts): string {
  const told = drawnOutcomes
    .filter((outcome) => countOf(counts, outcome) > 0)
    .map((outcome) => `${countOf(counts, outcome)} ${outcomeLooks[outcome].label.toLowerCase()}`)
  return told.length === 0 ? 'no outcome' : told.join(', ')
}

export type OutcomeGroup = Insights['by_team']['groups'][number]
