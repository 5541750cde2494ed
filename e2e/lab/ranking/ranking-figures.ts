import { createHash } from 'node:crypto'
import type { CandidateEvidence, CandidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { isCandidate, scoreCandidate } from '#lib/domain/incidents/candidate-score.ts'

/** A change with the evidence about the incidents of its window, and the incidents that it truly caused. */
export type Judged = {
  readonly change: string
  readonly incidents: readonly { readonly number: string; readonly evidence: CandidateEvidence }[]
  readonly causes: ReadonlySet<string>
}

/** Assigns a change to a half: weights are tuned on the first, figures reported on the second. */
export const chooseHalf = (change: string): 'tuning' | 'report' =>
  (createHash('sha256').update(change).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'report'

export type RankingFigures = {
  /** Changes that caused an incident, and incidents that they caused. */
  readonly changes: number
  readonly causes: number
  /** True causes among the offered incidents, as a share of these and of all causes. */
  readonly precision: number
  readonly recall: number
  /** Of the first five; `bestAt5` is what a perfect ranking would have. */
  readonly precisionAt5: number
  readonly bestAt5: number
  readonly recallAt5: number
  /** Mean of 1 / the position of the first true cause. */
  readonly reciprocalRank: number
  /** Incidents offered for each change, including changes that caused nothing. */
  readonly offered: number
}

/** Returns the incidents that a method offers for a change, in its order. */
type Offer = (judged: Judged) => readonly string[]

/** The search by hand: incidents of the same service within some hours after the start, by time. */
export const sameService =
  (hours: number): Offer =>
  ({ incidents }) =>
    incidents
      .filter(({ evidence }) => evidence.serviceMatch === 'affected' && isWithin(evidence, hours))
      .toSorted((a, b) => (a.evidence.hoursAfterStart ?? 0) - (b.evidence.hoursAfterStart ?? 0))
      .map(({ number }) => number)

const isWithin = ({ hoursAfterStart }: CandidateEvidence, hours: number) =>
  hoursAfterStart !== null && hoursAfterStart <= hours

/** The ranking with given weights. */
export const ranked =
  (weights: CandidateWeights): Offer =>
  ({ incidents }) =>
    incidents
      .filter(({ evidence }) => isCandidate(evidence, weights))
      .map(({ number, evidence }) => ({ number, evidence, score: scoreCandidate(evidence, weights).score }))
      .toSorted((a, b) => b.score - a.score || (a.evidence.hoursAfterStart ?? 0) - (b.evidence.hoursAfterStart ?? 0))
      .map(({ number }) => number)

/** Ranking quality. Ratios are 0 when the denominator is 0. */
export function measureOffer(judged: readonly Judged[], offer: Offer): RankingFigures {
  const all = judged.map((one) => ({ causes: one.causes, offered: offer(one) }))
  const causal = all.filter(({ causes }) => causes.size > 0)
  const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
    items.reduce((total, item) => total + of(item), 0)
  const hits = ({ causes, offered }: (typeof all)[number], most: number) =>
    offered.slice(0, most).filter((number) => causes.has(number)).length
  const causes = sum(causal, (one) => one.causes.size)
  const offered = sum(all, (one) => one.offered.length)
  const found = sum(causal, (one) => hits(one, Number.POSITIVE_INFINITY))
  const foundIn5 = sum(causal, (one) => hits(one, 5))
  const reciprocalPlaces = sum(causal, (one) => {
    const place = one.offered.findIndex((number) => one.causes.has(number))
    return place < 0 ? 0 : 1 / (place + 1)
  })
  return {
    changes: causal.length,
    causes,
    precision: share(found, offered),
    recall: share(found, causes),
    precisionAt5: share(foundIn5, 5 * causal.length),
    bestAt5: share(
      sum(causal, (one) => Math.min(5, one.causes.size)),
      5 * causal.length,
    ),
    recallAt5: share(foundIn5, causes),
    reciprocalRank: share(reciprocalPlaces, causal.length),
    offered: share(offered, all.length),
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
